import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { spki } from '@skep/base/x509'

type Algorithm = 'ES256' | 'RS256'

const ALGORITHM_OF: Readonly<Record<string, Algorithm>> = { ec: 'ES256', rsa: 'RS256' }

/** A key that tokens are signed or verified with. */
export interface TokenKey {
  /** Private for signing, public for verifying alone. */
  readonly key: KeyObject
  readonly publicKey: KeyObject
  /** Hash of the public key; tokens name the key they are signed with by it. */
  readonly id: string
  readonly algorithm: Algorithm
}

/** Prepares a key, EC on P-256 or RSA. Throws for others. */
export function createTokenKey(key: KeyObject): TokenKey {
  const algorithm = ALGORITHM_OF[key.asymmetricKeyType ?? '']
  if (algorithm === undefined) throw new Error(`cannot sign tokens with a key of type ${key.asymmetricKeyType}`)
  const publicKey = key.type === 'private' ? createPublicKey(key) : key
  const id = createHash('sha256').update(spki(publicKey)).digest('base64url')
  return { key, publicKey, id, algorithm }
}

/** A token in three parts, not verified yet. */
export interface ParsedJwt {
  readonly keyId: string
  readonly algorithm: string
  readonly claims: Readonly<Record<string, unknown>>
  readonly signed: Buffer
  readonly signature: Buffer
}

/** ECDSA signatures in tokens are the two numbers side by side (RFC 7518, 3.4), not their DER. */
const DSA_ENCODING = 'ieee-p1363'

/** Signs claims as a compact token (RFC 7519). */
export function signJwt({ key, id, algorithm }: TokenKey, claims: object): string {
  const signed = `${encode({ alg: algorithm, kid: id })}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: DSA_ENCODING })
  return `${signed}.${signature.toString('base64url')}`
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Takes a token apart; undefined when it is none. */
export function parseJwt(token: string): ParsedJwt | undefined {
  const [header = '', payload = '', signature, ...more] = token.split('.')
  if (signature === undefined || more.length > 0) return undefined
  const head = decode(header)
  const claims = decode(payload)
  if (head === undefined || claims === undefined) return undefined
  return {
    keyId: typeof head['kid'] === 'string' ? head['kid'] : '',
    algorithm: typeof head['alg'] === 'string' ? head['alg'] : '',
    claims,
    signed: Buffer.from(`${header}.${payload}`),
    signature: Buffer.from(signature, 'base64url'),
  }
}

function decode(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Whether this is a JSON object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether the key signed the token. The algorithm is the key's: a token cannot choose a weaker one. */
export const isSignedWith = ({ publicKey, algorithm }: TokenKey, token: ParsedJwt): boolean =>
  token.algorithm === algorithm &&
  verify('sha256', token.signed, { key: publicKey, dsaEncoding: DSA_ENCODING }, token.signature)
