import { type Clock, realClock } from '@skep/base'
import { ServiceError } from '../errors/service-error.ts'
import type { Authenticator } from './authenticator.ts'
import { decodeJwt, isSignedBy, type UnverifiedJwt } from './jwt.ts'
import { KeySet, type KeySource } from './key-set.ts'

/** Which tokens are believed. */
export interface BearerAuthenticatorOptions {
  /** Where the keys are; a token may be signed by any of them. */
  keys: readonly KeySource[]
  /** Who must have issued a token; anybody unless given. */
  issuer?: string
  /** Whom a token must be for; anybody unless given. */
  audience?: string
  /** How far clocks may differ; one minute unless given. */
  toleranceMs?: number
  clock?: Clock
}

/** Believes bearer tokens that are JWTs signed with RS256 or ES256. */
export function bearerAuthenticator(options: BearerAuthenticatorOptions): Authenticator {
  const { clock = realClock, toleranceMs = 60_000 } = options
  const keys = new KeySet(options.keys, clock)
  return {
    authenticate: async ({ authorization }) => {
      const jwt = decodeJwt(bearerIn(authorization))
      if (!jwt) throw unauthorized('Bearer token is malformed')
      const key = await keys.find(String(jwt.header['kid'] ?? ''))
      if (!key || !isSignedBy(jwt, key)) throw unauthorized("Bearer token can't be verified")
      checkTimes(jwt, clock.now(), toleranceMs)
      checkClaims(jwt, options)
      return { subject: String(jwt.claims['sub'] ?? ''), claims: jwt.claims }
    },
  }
}

function bearerIn(authorization: string | undefined): string {
  if (authorization === undefined) throw unauthorized("Request doesn't contain the 'Authorization' header")
  const [, type, token] = /^(\S+)\s+(\S+)\s*$/.exec(authorization) ?? []
  if (type === undefined) throw unauthorized("The 'Authorization' header is malformed")
  if (type.toLowerCase() !== 'bearer') throw unauthorized(`Authentication type '${type}' isn't supported`)
  return token!
}

function checkTimes({ claims }: UnverifiedJwt, now: number, toleranceMs: number): void {
  const expires = milliseconds(claims['exp'])
  if (expires === undefined) throw unauthorized("Bearer token doesn't contain required claim 'exp'")
  if (now >= expires + toleranceMs) throw unauthorized('Bearer token is expired')
  const issued = milliseconds(claims['iat'])
  if (issued !== undefined && issued > now + toleranceMs) throw unauthorized('Bearer token was issued in the future')
  const begins = milliseconds(claims['nbf'])
  if (begins !== undefined && begins > now + toleranceMs) throw unauthorized("Bearer token isn't valid yet")
}

function checkClaims({ claims }: UnverifiedJwt, { issuer, audience }: BearerAuthenticatorOptions): void {
  if (issuer !== undefined && claims['iss'] !== issuer) throw unauthorized('Bearer token has another issuer')
  const audiences = [claims['aud']].flat()
  if (audience !== undefined && !audiences.includes(audience))
    throw unauthorized('Bearer token is for another audience')
}

const milliseconds = (claim: unknown): number | undefined => (typeof claim === 'number' ? claim * 1_000 : undefined)

const unauthorized = (reason: string): ServiceError => new ServiceError(401, reason)
