import { createECDH, createPrivateKey, type JsonWebKey, type KeyObject } from 'node:crypto'

// What goes around the numbers of a key is always the same, so it need not be encoded anew: OpenSSL takes twice as long
// for that as for making the key.
const SPKI_HEAD = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex')
const PKCS8_HEAD = Buffer.from('308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420', 'hex')
const PKCS8_POINT_HEAD = Buffer.from('a144034200', 'hex')
const UNCOMPRESSED = Buffer.of(4)
/** Bytes of a number. */
const SIZE = 32

/**
 * A new private key. Not made by `generateKeyPair`, because node locks such a key once more when it collects what made
 * it, and if that happens while the key is being exported, which holds the lock and may set off a collection, the process
 * stands still for ever.
 */
export function newP256Key(): KeyObject {
  const pair = createECDH('prime256v1')
  const point = pair.generateKeys()
  const number = Buffer.concat([Buffer.alloc(SIZE), pair.getPrivateKey()]).subarray(-SIZE)
  const [x, y, d] = [point.subarray(1, 1 + SIZE), point.subarray(1 + SIZE), number].map((bytes) =>
    bytes.toString('base64url'),
  )
  return createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y, d } })
}

/** The public half of a key on the curve P-256 as SPKI (RFC 5480); undefined for other keys. */
export function p256Spki(key: KeyObject): Buffer | undefined {
  const numbers = numbersOf(key)
  return numbers && Buffer.concat([SPKI_HEAD, ...pointOf(numbers)])
}

/** A private key on the curve P-256 as PKCS #8 (RFC 5958); undefined for other keys. */
export function p256Pkcs8(privateKey: KeyObject): Buffer | undefined {
  const numbers = numbersOf(privateKey)
  if (numbers?.d === undefined) return undefined
  return Buffer.concat([PKCS8_HEAD, Buffer.from(numbers.d, 'base64url'), PKCS8_POINT_HEAD, ...pointOf(numbers)])
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
