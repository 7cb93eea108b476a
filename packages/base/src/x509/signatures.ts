import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { nullValue, objectId, sequence } from './der.ts'

interface Algorithm {
  readonly keyType: string
  /** Undefined for keys that bring their own hash. */
  readonly hash: string | undefined
}

/** Signature algorithms that requests may be signed with, by identifier. */
const ALGORITHMS: Readonly<Record<string, Algorithm>> = {
  '1.2.840.10045.4.3.2': { keyType: 'ec', hash: 'sha256' },
  '1.2.840.10045.4.3.3': { keyType: 'ec', hash: 'sha384' },
  '1.2.840.10045.4.3.4': { keyType: 'ec', hash: 'sha512' },
  '1.2.840.113549.1.1.11': { keyType: 'rsa', hash: 'sha256' },
  '1.2.840.113549.1.1.12': { keyType: 'rsa', hash: 'sha384' },
  '1.2.840.113549.1.1.13': { keyType: 'rsa', hash: 'sha512' },
  '1.3.101.112': { keyType: 'ed25519', hash: undefined },
}

/** What to sign with, by type of key; RSA alone writes out that it has no parameters. */
const SIGN_WITH: Readonly<Record<string, () => Buffer>> = {
  ec: () => sequence(objectId('1.2.840.10045.4.3.2')),
  rsa: () => sequence(objectId('1.2.840.113549.1.1.11'), nullValue()),
}

/** The identifier of the algorithm that `signWith` uses for this key. Throws for keys that cannot sign certificates. */
export function signatureAlgorithm(key: KeyObject): Buffer {
  const encode = SIGN_WITH[key.asymmetricKeyType ?? '']
  if (encode === undefined) throw new Error(`cannot sign certificates with a key of type ${key.asymmetricKeyType}`)
  return encode()
}

/** The signature of the bytes, by the algorithm that `signatureAlgorithm` names. */
export const signWith = (key: KeyObject, bytes: Buffer): Buffer => sign('sha256', bytes, key)

/** Whether the signature is that of the key (SPKI), by the algorithm it claims. */
export function isSignedBy(publicKey: Buffer, algorithm: string, bytes: Buffer, signature: Buffer): boolean {
  const known = ALGORITHMS[algorithm]
  if (known === undefined) return false
  const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' })
  return key.asymmetricKeyType === known.keyType && verify(known.hash, bytes, key, signature)
}
