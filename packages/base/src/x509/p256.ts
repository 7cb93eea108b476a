import { createECDH, createPrivateKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { ownBytes } from '../own-bytes.ts'

// What goes around the numbers of a key is always the same, so it need not be encoded anew: OpenSSL takes twice as long
// for that as for making the key.
const SPKI_HEAD = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex')
const PKCS8_HEAD = Buffer.from('308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420', 'hex')
const PKCS8_POINT_HEAD = Buffer.from('a144034200', 'hex')
const UNCOMPRESSED = Buffer.of(4)
/** Bytes of a number. */
const SIZE = 32

/** A key on the curve P-256 as others read it. */
export interface P256Encoding {
  /** The public half as SPKI (RFC 5480). */
  readonly spki: Buffer
  /** The private half as PKCS #8 (RFC 5958); undefined for public keys. */
  readonly pkcs8: Buffer | undefined
}

/** How keys are encoded that were made or looked at here: to ask OpenSSL takes as long as to make a key. */
const encodings = new WeakMap<KeyObject, P256Encoding>()

interface Numbers {
  readonly point: Buffer
  readonly number: Buffer
}

/**
 * The numbers of a new key. Not made by `generateKeyPair`, because node locks such a key once more when it collects what
 * made it, and if that happens while the key is being exported, which holds the lock and may set off a collection, the
 * process stands still for ever.
 */
function newNumbers(): Numbers {
  const pair = createECDH('prime256v1')
  const point = pair.generateKeys()
  const number = Buffer.concat([Buffer.alloc(SIZE), pair.getPrivateKey()]).subarray(-SIZE)
  return { point, number }
}

/** Both halves in one piece of memory, which is there for as long as the key is. */
function encode({ point, number }: Numbers): P256Encoding & { readonly pkcs8: Buffer } {
  const both = ownBytes(Buffer.concat([SPKI_HEAD, point, PKCS8_HEAD, number, PKCS8_POINT_HEAD, point]))
  const half = SPKI_HEAD.length + point.length
  return { spki: both.subarray(0, half), pkcs8: both.subarray(half) }
}

/** A new key for somebody else, who alone will use it: OpenSSL need not know it here. */
export const newEncodedP256Key = (): P256Encoding & { readonly pkcs8: Buffer } => encode(newNumbers())

/** A new private key. */
export function newP256Key(): KeyObject {
  const numbers = newNumbers()
  const { point, number } = numbers
  const [x, y, d] = [point.subarray(1, 1 + SIZE), point.subarray(1 + SIZE), number].map((bytes) =>
    bytes.toString('base64url'),
  )
  const key = createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y, d } })
  encodings.set(key, encode(numbers))
  return key
}

/** A key on the curve P-256, encoded; undefined for other keys. */
export function p256Encoding(key: KeyObject): P256Encoding | undefined {
  const known = encodings.get(key)
  if (known) return known
  const numbers = numbersOf(key)
  if (!numbers) return undefined
  const point = Buffer.concat(pointOf(numbers))
  const { d } = numbers
  const pkcs8 = d === undefined ? undefined : encode({ point, number: Buffer.from(d, 'base64url') }).pkcs8
  const encoding = { spki: Buffer.concat([SPKI_HEAD, point]), pkcs8 }
  encodings.set(key, encoding)
  return encoding
}

/** The numbers tell the curve sooner than the details of a key, which OpenSSL has to look up. */
function numbersOf(key: KeyObject): JsonWebKey | undefined {
  if (key.asymmetricKeyType !== 'ec') return undefined
  const numbers = key.export({ format: 'jwk' })
  return numbers.crv === 'P-256' ? numbers : undefined
}

const pointOf = ({ x = '', y = '' }: JsonWebKey): Buffer[] => [
  UNCOMPRESSED,
  Buffer.from(x, 'base64url'),
  Buffer.from(y, 'base64url'),
]
