import type { Clock, Random } from '@skep/base'

const ALPHABET = '0123456789abcdefghijklmnopqrstuv'
const LENGTH = 32
/** The second that KSUIDs count from: 2014-05-13T16:53:20Z. */
const EPOCH_SECONDS = 1_400_000_000

/**
 * A new id: a KSUID (4 bytes of seconds, 16 random bytes) in base 32, so that ids sort by the time they were made.
 */
export function newId(clock: Clock, random: Random): string {
  const seconds = Math.floor(clock.now() / 1000) - EPOCH_SECONDS
  const words = [seconds, random.uint32(), random.uint32(), random.uint32(), random.uint32()]
  let bits = 0n
  for (const word of words) bits = (bits << 32n) | BigInt(word >>> 0)
  let text = ''
  for (let index = 0; index < LENGTH; index++) {
    text = ALPHABET[Number(bits & 31n)] + text
    bits >>= 5n
  }
  return text
}
