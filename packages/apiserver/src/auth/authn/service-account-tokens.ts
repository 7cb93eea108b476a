import type { Clock } from '@skep/base'
import type { KubeObject } from '@skep/schema'
import type { ObjectApi, UserInfo } from '../../contracts.ts'
import { matchAudiences } from './audiences.ts'
import type { Claims, JwtVerifier } from './jwt-verifier.ts'
import { LEGACY_ISSUER, legacyTokenResult } from './legacy-tokens.ts'
import {
  audiencesOf,
  decodeClaims,
  type ObjectClaim,
  type ServiceAccountClaims,
  userOfClaims,
} from './service-account-claims.ts'
import type { TokenRefusal, TokenResult } from './token-result.ts'

/** Who issues tokens, and whom they are for, unless the cluster says otherwise. */
export const DEFAULT_ISSUER = 'https://kubernetes.default.svc.cluster.local'

/** Clocks of issuer and verifier may be this far apart. */
const LEEWAY_SECONDS = 60

/** What tokens of service accounts are held against. */
export interface ServiceAccountTokenOptions {
  readonly verifier: JwtVerifier
  readonly issuer: string
  /** Audiences of the API server itself: a token without any is good for these. */
  readonly apiAudiences: readonly string[]
  readonly objects: ObjectApi
  readonly clock: Clock
}

/**
 * Recognises tokens of service accounts: those of the TokenRequest API, and the old ones kept in secrets. The account,
 * and what the token is bound to, must still exist as the same object.
 */
export function authenticateServiceAccountToken(
  options: ServiceAccountTokenOptions,
  token: string,
  audiences: readonly string[],
): TokenResult {
  const verified = options.verifier.verify(token, [options.issuer, LEGACY_ISSUER])
  if (verified === undefined || 'error' in verified) return verified
  const { claims } = verified
  const granted = matchAudiences(audiencesOf(claims), audiences, options.apiAudiences)
  if ('error' in granted) return granted
  const isLegacy = claims['iss'] === LEGACY_ISSUER
  const user = isLegacy ? legacyTokenResult(options.objects, claims, token) : boundTokenResult(options, claims)
  return 'error' in user ? user : { user, audiences: granted.audiences }
}

function boundTokenResult({ objects, clock }: ServiceAccountTokenOptions, raw: Claims): UserInfo | TokenRefusal {
  const claims = decodeClaims(raw)
  const now = clock.now()
  const error = timeError(claims, now) ?? lookupError(claims, objects, now)
  return error === undefined ? userOfClaims(claims) : { error }
}

function timeError({ notBefore, expiry, issuedAt }: ServiceAccountClaims, nowMs: number): string | undefined {
  const now = nowMs / 1000
  if (now + LEEWAY_SECONDS < notBefore) return 'service account token is not valid yet'
  if (now - LEEWAY_SECONDS > expiry) return 'service account token has expired'
  return now + LEEWAY_SECONDS < issuedAt ? 'service account token is issued in the future' : undefined
}

const INVALIDATED = 'service account token has been invalidated'

function lookupError(claims: ServiceAccountClaims, objects: ObjectApi, now: number): string | undefined {
  const { namespace, serviceAccount, secret, pod, node } = claims
  const get = (resource: string, { name }: ObjectClaim, home = namespace) =>
    objects.get({ group: '', resource }, home, name)
  const { name } = serviceAccount
  const account = get('serviceaccounts', serviceAccount)
  if (account === undefined) return `serviceaccounts "${name}" not found`
  if (account.metadata.uid !== serviceAccount.uid) {
    return `service account UID (${account.metadata.uid}) does not match claim (${serviceAccount.uid})`
  }
  if (isDeleted(account, now)) return `service account ${namespace}/${name} has been deleted`
  return (
    (secret && boundError('secret', get('secrets', secret), secret, now)) ??
    (pod && boundError('pod', get('pods', pod), pod, now)) ??
    // The node of a pod-bound token is information; the pod is what it stands and falls with.
    (node && pod === undefined ? boundError('node', get('nodes', node, ''), node, now) : undefined)
  )
}

function boundError(kind: string, object: KubeObject | undefined, claim: ObjectClaim, now: number): string | undefined {
  if (object === undefined) return INVALIDATED
  if (object.metadata.uid !== claim.uid) {
    return `${kind} UID (${object.metadata.uid}) does not match service account ${kind} ref claim (${claim.uid})`
  }
  return isDeleted(object, now) ? INVALIDATED : undefined
}

/** An object on its way out keeps its tokens good until its grace is over. */
function isDeleted({ metadata: { deletionTimestamp } }: KubeObject, now: number): boolean {
  return deletionTimestamp !== undefined && Date.parse(deletionTimestamp) < now - LEEWAY_SECONDS * 1000
}
