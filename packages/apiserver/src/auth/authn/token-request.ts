import type { BoundObjectReference, TokenRequest, TokenRequestSpec } from '@skep/api'
import { type Clock, formatTime, uid } from '@skep/base'
import { type FieldError, fieldError, type KubeObject, type ObjectMeta } from '@skep/schema'
import type { ObjectApi } from '../../contracts.ts'
import { conflict, invalid, notFound } from '../../registry/errors.ts'
import { resolveBoundObject } from './bound-object.ts'
import { signJwt, type TokenKey } from './jwt.ts'
import { type BoundObjects, claimOf, encodeClaims } from './service-account-claims.ts'

/** What tokens of one logical cluster are made with. */
export interface TokenIssuer {
  readonly objects: ObjectApi
  readonly clock: Clock
  readonly key: TokenKey
  readonly issuer: string
  readonly apiAudiences: readonly string[]
  /** Makes ids of tokens; random unless given. */
  readonly newId?: () => string
}

/** The answer to a TokenRequest. */
export interface IssuedToken extends KubeObject {
  readonly metadata: ObjectMeta
  readonly spec: Omit<TokenRequestSpec, 'boundObjectRef'> & { boundObjectRef: BoundObjectReference | null }
  readonly status: { token: string; expirationTimestamp: string }
}

const KIND = 'TokenRequest'
const GROUP = 'authentication.k8s.io'
const DEFAULT_SECONDS = 3600
const MIN_SECONDS = 600
const MAX_SECONDS = 2 ** 32
/** What kubelets ask for pods that know nothing of expiring tokens: it really lasts a year, and warns after this. */
const WARN_ONLY_SECONDS = 3607
const EXTENDED_SECONDS = 365 * 24 * 60 * 60

/** Makes a token for a service account, bound to another object if the request says so. Throws StatusError. */
export function issueServiceAccountToken(
  tokens: TokenIssuer,
  namespace: string,
  name: string,
  request: TokenRequest,
): IssuedToken {
  checkMetadata(request, namespace, name)
  const account = tokens.objects.get({ group: '', resource: 'serviceaccounts' }, namespace, name)
  if (account === undefined) throw notFound({ group: '', resource: 'serviceaccounts' }, name)
  checkUid(request, account, name)
  const spec = { ...request.spec, ...defaults(request.spec ?? {}, tokens.apiAudiences) }
  const errors = validateSpec(spec)
  if (errors.length > 0) throw invalid({ group: GROUP, kind: KIND }, '', errors)
  const bound =
    spec.boundObjectRef === undefined ? {} : resolveBoundObject(tokens.objects, namespace, name, spec.boundObjectRef)
  const now = tokens.clock.now()
  return {
    apiVersion: `${GROUP}/v1`,
    kind: KIND,
    metadata: { ...request.metadata, ...identityOf(account), creationTimestamp: formatTime(now) },
    spec: { ...spec, boundObjectRef: spec.boundObjectRef ?? null },
    status: {
      token: sign(tokens, account, spec, bound),
      expirationTimestamp: formatTime(now + spec.expirationSeconds * 1000),
    },
  }
}

const identityOf = ({ metadata: { name, namespace, uid: id } }: KubeObject): ObjectMeta => ({
  ...(name === undefined ? {} : { name }),
  ...(namespace === undefined ? {} : { namespace }),
  ...(id === undefined ? {} : { uid: id }),
})

function checkMetadata({ metadata = {} }: TokenRequest, namespace: string, name: string): void {
  const wrong = (field: 'name' | 'namespace', wanted: string) =>
    metadata[field] && metadata[field] !== wanted
      ? [
          fieldError.invalid(
            `metadata.${field}`,
            metadata[field],
            `must match the service account ${field} if specified`,
          ),
        ]
      : []
  const error = [...wrong('name', name), ...wrong('namespace', namespace)].slice(0, 1)
  if (error.length > 0) throw invalid({ group: GROUP, kind: KIND }, name, error)
}

function checkUid({ metadata = {} }: TokenRequest, { metadata: { uid: actual } }: KubeObject, name: string): void {
  if (!metadata.uid || metadata.uid === actual) return
  const why = `the UID in the token request (${metadata.uid}) does not match the UID of the service account (${actual})`
  throw conflict({ group: GROUP, resource: KIND }, name, why)
}

type CompleteSpec = TokenRequestSpec & { audiences: string[]; expirationSeconds: number }

const defaults = ({ audiences = [], expirationSeconds }: TokenRequestSpec, apiAudiences: readonly string[]) => ({
  audiences: audiences.length === 0 ? [...apiAudiences] : audiences,
  expirationSeconds: expirationSeconds ?? DEFAULT_SECONDS,
})

function validateSpec({ expirationSeconds }: CompleteSpec): FieldError[] {
  const wrong = (detail: string) => [fieldError.invalid('spec.expirationSeconds', expirationSeconds, detail)]
  if (expirationSeconds < MIN_SECONDS) return wrong('may not specify a duration less than 10 minutes')
  return expirationSeconds > MAX_SECONDS ? wrong('may not specify a duration larger than 2^32 seconds') : []
}

function sign(tokens: TokenIssuer, account: KubeObject, spec: CompleteSpec, bound: BoundObjects): string {
  const { clock, key, issuer, apiAudiences, newId = uid } = tokens
  const now = Math.floor(clock.now() / 1000)
  const { audiences, expirationSeconds } = spec
  const forApi = audiences.every((audience) => apiAudiences.includes(audience))
  const extended = bound.pod !== undefined && expirationSeconds === WARN_ONLY_SECONDS && forApi
  const claims = {
    namespace: account.metadata.namespace ?? '',
    serviceAccount: claimOf(account.metadata),
    audiences,
    id: newId(),
    issuedAt: now,
    notBefore: now,
    expiry: now + (extended ? EXTENDED_SECONDS : expirationSeconds),
    ...(extended ? { warnAfter: now + WARN_ONLY_SECONDS } : {}),
    ...bound,
  }
  return signJwt(key, encodeClaims(issuer, claims))
}
