import type { KeyObject } from 'node:crypto'

// What goes around the numbers of a key is always the same, so it need not be encoded anew: OpenSSL takes twice as long
// for that as for making the key.
const SPKI_HEAD = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex')
const PKCS8_HEAD = Buffer.from('308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420', 'hex')
const PKCS8_POINT_HEAD = Buffer.from('a144034200', 'hex')
const UNCOMPRESSED = Buffer.of(4)

/** Whether a key is on the curve P-256. */
export const isP256 = (key: KeyObject): boolean => key.asymmetricKeyDetails?.namedCurve === 'prime256v1'

/** The public half of a P-256 key as SPKI (RFC 5480). */
export function p256Spki(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([SPKI_HEAD, ...pointOf(x, y)])
}

/** A private P-256 key as PKCS #8 (RFC 5958). */
export function p256Pkcs8(privateKey: KeyObject): Buffer {
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  return Buffer.concat([PKCS8_HEAD, Buffer.from(d, 'base64url'), PKCS8_POINT_HEAD, ...pointOf(x, y)])
}

const pointOf = (x: string, y: string): Buffer[] => [
  UNCOMPRESSED,
  Buffer.from(x, 'base64url'),
  Buffer.from(y, 'base64url'),
]
