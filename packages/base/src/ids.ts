import type { Random } from './random.ts'
import { cryptoRandom } from './random.ts'

/** The letters of generated names: no vowels, so no words, and nothing that looks like something else. */
const NAME_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'
const NAME_SUFFIX_LENGTH = 5

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** A random UUID (RFC 4122, version 4). */
export function uid(random: Random = cryptoRandom): string {
  const a = random.uint32()
  const b = (random.uint32() & 0xffff0fff) | 0x00004000
  const c = (random.uint32() & 0x3fffffff) | 0x80000000
  const d = random.uint32()
  return `${high(a)}${low(a)}-${high(b)}-${low(b)}-${high(c)}-${low(c)}${high(d)}${low(d)}`
}

/** The random end that `metadata.generateName` asks for: five characters of Kubernetes' own alphabet. */
export function nameSuffix(random: Random = cryptoRandom): string {
  let suffix = ''
  for (let i = 0; i < NAME_SUFFIX_LENGTH; i++) suffix += NAME_ALPHABET[random.int(NAME_ALPHABET.length)]
  return suffix
}

const high = (word: number): string => HEX[word >>> 24]! + HEX[(word >>> 16) & 0xff]!
const low = (word: number): string => HEX[(word >>> 8) & 0xff]! + HEX[word & 0xff]!
