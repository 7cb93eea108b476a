import type { ObjectMeta } from '@skep/schema'
import type { UserInfo } from '../../contracts.ts'
import { CREDENTIAL_ID_KEY, NODE_NAME_KEY, serviceAccountGroups, serviceAccountUser } from '../user-names.ts'
import { isRecord } from './jwt.ts'
import type { Claims } from './jwt-verifier.ts'

/** An object as a token remembers it. */
export interface ObjectClaim {
  readonly name: string
  readonly uid?: string
}

/** What the token of a service account is bound to, beside the account. */
export interface BoundObjects {
  readonly pod?: ObjectClaim
  readonly secret?: ObjectClaim
  readonly node?: ObjectClaim
}

/** What the token of a service account says. Times in seconds since the Unix epoch. */
export interface ServiceAccountClaims extends BoundObjects {
  readonly namespace: string
  readonly serviceAccount: ObjectClaim
  readonly audiences: readonly string[]
  readonly id: string
  readonly issuedAt: number
  readonly notBefore: number
  readonly expiry: number
  readonly warnAfter?: number
}

/** An object the way a token names it. */
export const claimOf = ({ name = '', uid }: ObjectMeta): ObjectClaim => ({
  name,
  ...(uid === undefined ? {} : { uid }),
})

/** The claims as they stand in a token. */
export function encodeClaims(issuer: string, claims: ServiceAccountClaims): object {
  const { namespace, serviceAccount, pod, secret, node, warnAfter } = claims
  return {
    aud: claims.audiences,
    exp: claims.expiry,
    iat: claims.issuedAt,
    iss: issuer,
    jti: claims.id,
    'kubernetes.io': {
      namespace,
      ...(node === undefined ? {} : { node }),
      ...(pod === undefined ? {} : { pod }),
      ...(secret === undefined ? {} : { secret }),
      serviceaccount: serviceAccount,
      ...(warnAfter === undefined ? {} : { warnafter: warnAfter }),
    },
    nbf: claims.notBefore,
    sub: serviceAccountUser({ namespace, name: serviceAccount.name }),
  }
}

/** Reads the claims of a well-signed token; what is missing is empty, and so matches no object. */
export function decodeClaims(claims: Claims): ServiceAccountClaims {
  const kubernetes = isRecord(claims['kubernetes.io']) ? claims['kubernetes.io'] : {}
  const { pod, secret, node, serviceaccount } = kubernetes
  const bound = { pod: objectClaim(pod), secret: objectClaim(secret), node: objectClaim(node) }
  const warnAfter = kubernetes['warnafter']
  return {
    namespace: text(kubernetes['namespace']),
    serviceAccount: objectClaim(serviceaccount) ?? { name: '' },
    audiences: audiencesOf(claims),
    id: text(claims['jti']),
    issuedAt: seconds(claims['iat'], Number.NEGATIVE_INFINITY),
    notBefore: seconds(claims['nbf'], Number.NEGATIVE_INFINITY),
    expiry: seconds(claims['exp'], Number.POSITIVE_INFINITY),
    ...(typeof warnAfter === 'number' ? { warnAfter } : {}),
    ...withoutUndefined(bound),
  }
}

/** The audiences of a token, which may be a single text. */
export function audiencesOf({ aud }: Claims): string[] {
  if (typeof aud === 'string') return [aud]
  return Array.isArray(aud) ? aud.filter((each) => typeof each === 'string') : []
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const seconds = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise)

function objectClaim(value: unknown): ObjectClaim | undefined {
  if (!isRecord(value)) return undefined
  return { name: text(value['name']), ...(typeof value['uid'] === 'string' ? { uid: value['uid'] } : {}) }
}

function withoutUndefined(bound: { [K in keyof BoundObjects]: BoundObjects[K] | undefined }): BoundObjects {
  return Object.fromEntries(Object.entries(bound).filter(([, value]) => value !== undefined))
}

/** Who a token's holder is. */
export function userOfClaims({ namespace, serviceAccount, pod, node, id }: ServiceAccountClaims): UserInfo {
  const key = (name: string) => `authentication.kubernetes.io/${name}`
  const extra: Record<string, string[]> = {
    ...(pod?.uid === undefined ? {} : { [key('pod-name')]: [pod.name], [key('pod-uid')]: [pod.uid] }),
    ...(id === '' ? {} : { [CREDENTIAL_ID_KEY]: [`JTI=${id}`] }),
    ...(node === undefined ? {} : { [NODE_NAME_KEY]: [node.name] }),
    ...(node?.uid === undefined ? {} : { [key('node-uid')]: [node.uid] }),
  }
  return {
    name: serviceAccountUser({ namespace, name: serviceAccount.name }),
    ...(serviceAccount.uid === undefined ? {} : { uid: serviceAccount.uid }),
    groups: serviceAccountGroups(namespace),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  }
}
