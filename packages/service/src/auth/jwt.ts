import { type KeyObject, verify } from 'node:crypto'

/** A JSON Web Token taken apart, not yet believed. */
export interface UnverifiedJwt {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  /** What was signed. */
  readonly signed: string
  readonly signature: Buffer
}

/** Takes a token apart; undefined when it is none. */
export function decodeJwt(token: string): UnverifiedJwt | undefined {
  const [header, claims, signature, ...more] = token.split('.')
  if (!header || !claims || !signature || more.length > 0) return undefined
  const parsed = { header: jsonObject(header), claims: jsonObject(claims) }
  if (!parsed.header || !parsed.claims) return undefined
  return {
    header: parsed.header,
    claims: parsed.claims,
    signed: `${header}.${claims}`,
    signature: Buffer.from(signature, 'base64url'),
  }
}

/** The algorithms that are accepted, and the keys that belong to them: a token must not choose another. */
const ALGORITHMS: Readonly<Record<string, string>> = { RS256: 'rsa', ES256: 'ec' }

/** Whether the key made the signature. */
export function isSignedBy({ header, signed, signature }: UnverifiedJwt, key: KeyObject): boolean {
  const algorithm = header['alg']
  if (typeof algorithm !== 'string' || ALGORITHMS[algorithm] !== key.asymmetricKeyType) return false
  if (algorithm === 'ES256' && key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return false
  return verify('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }, signature)
}

function jsonObject(encoded: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
