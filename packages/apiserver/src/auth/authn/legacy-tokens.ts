import { timingSafeEqual } from 'node:crypto'
import type { Secret, ServiceAccount } from '@skep/api'
import type { ObjectApi, UserInfo } from '../../contracts.ts'
import { parseServiceAccountUser, serviceAccountGroups, serviceAccountUser } from '../user-names.ts'
import { signJwt, type TokenKey } from './jwt.ts'
import type { Claims } from './jwt-verifier.ts'
import type { TokenRefusal } from './token-result.ts'

/** Names the kind of token, not who made it. */
export const LEGACY_ISSUER = 'kubernetes/serviceaccount'
const INVALID_SINCE_LABEL = 'kubernetes.io/legacy-token-invalid-since'

const CLAIM = {
  namespace: 'kubernetes.io/serviceaccount/namespace',
  secretName: 'kubernetes.io/serviceaccount/secret.name',
  serviceAccountName: 'kubernetes.io/serviceaccount/service-account.name',
  serviceAccountUID: 'kubernetes.io/serviceaccount/service-account.uid',
} as const

/** The token for a secret of type `kubernetes.io/service-account-token`: it lasts as long as the secret. */
export function issueLegacyToken(key: TokenKey, account: ServiceAccount, secretName: string): string {
  const { name = '', namespace = '', uid = '' } = account.metadata
  return signJwt(key, {
    iss: LEGACY_ISSUER,
    [CLAIM.namespace]: namespace,
    [CLAIM.secretName]: secretName,
    [CLAIM.serviceAccountName]: name,
    [CLAIM.serviceAccountUID]: uid,
    sub: serviceAccountUser({ namespace, name }),
  })
}

/** Whose a well-signed token that is kept in a secret is: the secret must hold it, and the account be the same one. */
export function legacyTokenResult(objects: ObjectApi, signed: Claims, token: string): UserInfo | TokenRefusal {
  const claims = readClaims(signed)
  if ('error' in claims) return claims
  const error = secretError(claims, objects, token) ?? accountError(claims, objects)
  if (error !== undefined) return { error }
  const { namespace, serviceAccountName: name, serviceAccountUID: uid } = claims
  return { name: serviceAccountUser({ namespace, name }), uid, groups: serviceAccountGroups(namespace) }
}

type LegacyClaims = Readonly<Record<keyof typeof CLAIM, string>>

function readClaims(claims: Claims): LegacyClaims | { error: string } {
  const text = (key: string) => (typeof claims[key] === 'string' ? claims[key] : '')
  const read: LegacyClaims = {
    namespace: text(CLAIM.namespace),
    secretName: text(CLAIM.secretName),
    serviceAccountName: text(CLAIM.serviceAccountName),
    serviceAccountUID: text(CLAIM.serviceAccountUID),
  }
  const missing = Object.entries({ sub: text('sub'), ...read }).find(([, value]) => value === '')
  if (missing !== undefined) return { error: `${missing[0]} claim is missing` }
  const subject = parseServiceAccountUser(text('sub'))
  const fits = subject?.namespace === read.namespace && subject.name === read.serviceAccountName
  return fits ? read : { error: 'sub claim is invalid' }
}

function secretError(claims: LegacyClaims, objects: ObjectApi, token: string): string | undefined {
  const { namespace, secretName, serviceAccountName } = claims
  // The store gives back what it was given, and only secrets are kept there.
  const secret = objects.get({ group: '', resource: 'secrets' }, namespace, secretName) as Secret | undefined
  if (secret === undefined || secret.metadata.deletionTimestamp !== undefined) return 'Token has been invalidated'
  if (!sameText(Buffer.from(secret.data?.['token'] ?? '', 'base64'), token)) return "Token does not match server's copy"
  if (!secret.metadata.labels?.[INVALID_SINCE_LABEL]) return undefined
  return `the token in secret ${namespace}/${secretName} for service account ${namespace}/${serviceAccountName} has been marked invalid. Use tokens from the TokenRequest API or manually created secret-based tokens, or remove the '${INVALID_SINCE_LABEL}' label from the secret to temporarily allow use of this token`
}

function sameText(kept: Buffer, given: string): boolean {
  const bytes = Buffer.from(given)
  return kept.length === bytes.length && timingSafeEqual(kept, bytes)
}

function accountError(claims: LegacyClaims, objects: ObjectApi): string | undefined {
  const { namespace, serviceAccountName: name, serviceAccountUID } = claims
  const account = objects.get({ group: '', resource: 'serviceaccounts' }, namespace, name)
  if (account === undefined) return `serviceaccounts "${name}" not found`
  const { uid, deletionTimestamp } = account.metadata
  if (deletionTimestamp !== undefined) return `ServiceAccount ${namespace}/${name} has been deleted`
  return uid === serviceAccountUID
    ? undefined
    : `ServiceAccount UID (${uid}) does not match claim (${serviceAccountUID})`
}
