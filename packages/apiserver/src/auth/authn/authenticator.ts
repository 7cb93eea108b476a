import type { X509Certificate } from 'node:crypto'
import { type Clock, StatusError } from '@skep/base'
import type { ObjectApi, UserInfo } from '../../contracts.ts'
import { CertificateError } from '../pki/verify.ts'
import { ANONYMOUS_USER, UNAUTHENTICATED_GROUP, withAuthenticatedGroup } from '../user-names.ts'
import { authenticateBootstrapToken } from './bootstrap-tokens.ts'
import { createCertificateAuthenticator } from './client-certificates.ts'
import type { JwtVerifier } from './jwt-verifier.ts'
import { authenticateServiceAccountToken } from './service-account-tokens.ts'
import { isOwner, type TokenOwner, type TokenRefusal, type TokenResult } from './token-result.ts'

/** What a request brings to prove who sends it. */
export interface Credentials {
  /** Of the TLS connection, whose handshake has shown that the peer holds its key. The same object per connection. */
  readonly certificate?: X509Certificate | undefined
  /** The Authorization header. */
  readonly authorization?: string | undefined
}

/** What an authenticator of one logical cluster goes by. */
export interface AuthenticatorOptions {
  /** Objects of the logical cluster, for the tokens that are kept in them. */
  readonly objects: ObjectApi
  /** Who signs client certificates of the logical cluster, if anybody does; asked for every one that is new. */
  clientCa(): X509Certificate | undefined
  readonly staticTokens?: ReadonlyMap<string, UserInfo>
  readonly verifier: JwtVerifier
  readonly issuer: string
  readonly apiAudiences: readonly string[]
  /** For tokens. */
  readonly clock: Clock
  /** For certificates, which live in real time even where all else is simulated; `clock` unless given. */
  readonly certificateClock?: Clock
  /** Whether requests without credentials are let in as system:anonymous; true unless given. */
  readonly anonymous?: boolean
}

/** Finds out who sends a request to one logical cluster. */
export interface Authenticator {
  readonly apiAudiences: readonly string[]
  /** Throws Unauthorized. */
  authenticate(credentials: Credentials): UserInfo
  /** For the audiences of the API server unless others are given. */
  authenticateToken(token: string, audiences?: readonly string[]): TokenOwner | TokenRefusal
}

const ANONYMOUS: UserInfo = { name: ANONYMOUS_USER, groups: [UNAUTHENTICATED_GROUP] }
const INVALID_TOKEN = 'invalid bearer token'

/** Tries client certificate, then bearer token, then anonymous; credentials that are wrong do not become anonymous. */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { apiAudiences, clock, anonymous = true } = options
  const byCertificate = createCertificateAuthenticator(options.clientCa, options.certificateClock ?? clock)

  const authenticateToken = (token: string, audiences = apiAudiences): TokenOwner | TokenRefusal => {
    const result = tokenResult(options, token, audiences) ?? { error: INVALID_TOKEN }
    return isOwner(result) ? { ...result, user: recognised(result.user) } : result
  }

  return {
    apiAudiences,
    authenticateToken,
    authenticate: ({ certificate, authorization }) => {
      const fromCertificate = certificate === undefined ? undefined : attempt(() => byCertificate(certificate))
      if (fromCertificate !== undefined && fromCertificate !== 'refused') return recognised(fromCertificate)
      const token = bearerToken(authorization)
      const owner = token === undefined ? undefined : authenticateToken(token)
      if (owner !== undefined && isOwner(owner)) return owner.user
      if (owner !== undefined || fromCertificate === 'refused' || !anonymous) throw unauthorized()
      return ANONYMOUS
    },
  }
}

function tokenResult(options: AuthenticatorOptions, token: string, audiences: readonly string[]): TokenResult {
  const { staticTokens, objects, clock, apiAudiences } = options
  const user = staticTokens?.get(token) ?? authenticateBootstrapToken(objects, clock, token)
  if (user === undefined) return authenticateServiceAccountToken(options, token, audiences)
  // These tokens name no audience: they are for the API server.
  const granted = apiAudiences.filter((audience) => audiences.includes(audience))
  return granted.length === 0 ? undefined : { user, audiences: granted }
}

function attempt(authenticate: () => UserInfo | undefined): UserInfo | 'refused' | undefined {
  try {
    return authenticate()
  } catch (error) {
    if (error instanceof CertificateError) return 'refused'
    throw error
  }
}

const recognised = (user: UserInfo): UserInfo => {
  const groups = withAuthenticatedGroup(user.groups)
  return groups === user.groups ? user : { ...user, groups }
}

function bearerToken(authorization: string | undefined): string | undefined {
  const [scheme, token] = authorization?.trim().split(' ') ?? []
  return scheme?.toLowerCase() === 'bearer' && token ? token : undefined
}

/** The 401 that tells nothing. */
const unauthorized = (): StatusError => new StatusError('Unauthorized', 'Unauthorized')
