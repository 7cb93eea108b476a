import { createHash } from 'node:crypto'
import { isSignedWith, type ParsedJwt, parseJwt, type TokenKey } from './jwt.ts'

/** Tokens whose signature is remembered as good. */
const MAX_REMEMBERED = 10_000

/** What a token says, before anything about it is believed but its signature. */
export type Claims = ParsedJwt['claims']

/** Checks signatures, each token's once. */
export interface JwtVerifier {
  readonly keys: readonly TokenKey[]
  /** Claims of a token that one of the keys signed, an error, or undefined when the text is no token of an issuer. */
  verify(token: string, issuers: readonly string[]): { claims: Claims } | { error: string } | undefined
}

/**
 * Remembers by hash which tokens are well signed, so that the mathematics is done once per token. What changes with
 * time, expiry above all, is for the caller to check every time.
 */
export function createJwtVerifier(keys: readonly TokenKey[]): JwtVerifier {
  const good = new Map<string, Claims>()

  const remember = (hash: string, claims: Claims) => {
    const oldest = good.keys().next()
    if (good.size >= MAX_REMEMBERED && oldest.done !== true) good.delete(oldest.value)
    good.set(hash, claims)
  }
  const check = (token: string, hash: string, issuers: readonly string[]) => {
    const parsed = parseJwt(token)
    if (parsed === undefined || !isFrom(issuers, parsed.claims)) return undefined
    const candidates = parsed.keyId === '' ? keys : keys.filter(({ id }) => id === parsed.keyId)
    if (candidates.length === 0) return { error: 'invalid signature, no keys found' }
    if (!candidates.some((key) => isSignedWith(key, parsed))) return { error: 'invalid signature' }
    remember(hash, parsed.claims)
    return { claims: parsed.claims }
  }

  return {
    keys,
    verify: (token, issuers) => {
      const hash = createHash('sha256').update(token).digest('base64')
      const claims = good.get(hash)
      if (claims === undefined) return check(token, hash, issuers)
      return isFrom(issuers, claims) ? { claims } : undefined
    },
  }
}

const isFrom = (issuers: readonly string[], { iss }: Claims): boolean =>
  typeof iss === 'string' && issuers.includes(iss)
