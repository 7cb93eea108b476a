import type { Clock } from '@skep/base'
import type { Store, StoreEvent, Watch } from '@skep/store'
import { type Authenticator, createAuthenticator } from '../auth/authn/authenticator.ts'
import { impersonate, wantedUser } from '../auth/authn/impersonation.ts'
import { createTokenKey, type TokenKey } from '../auth/authn/jwt.ts'
import { createJwtVerifier, type JwtVerifier } from '../auth/authn/jwt-verifier.ts'
import { DEFAULT_ISSUER } from '../auth/authn/service-account-tokens.ts'
import type { Authorize } from '../auth/authz/attributes.ts'
import { bootstrapIndex } from '../auth/authz/bootstrap-policy/index.ts'
import { forbiddenError } from '../auth/authz/forbidden.ts'
import { createNodeAuthorizer } from '../auth/authz/node-authorizer.ts'
import { RbacIndex } from '../auth/authz/rbac-index.ts'
import { anyOf } from '../auth/authz/union.ts'
import type { Pki } from '../auth/pki/pki.ts'
import type { ClusterView, RequestInfo, UserInfo } from '../contracts.ts'
import type { Exchange } from '../http/exchange.ts'
import { ROOT_CLUSTER } from '../http/request-info.ts'
import { bucketName, CLUSTERS_BUCKET } from './bucket-names.ts'
import type { ClientAuthorities } from './client-authorities.ts'
import { readSettings } from './cluster-settings.ts'
import type { ClusterTemplates } from './cluster-templates.ts'
import type { LogicalCluster } from './logical-cluster.ts'
import { isRbacBucket, loadRbac, noteRbacEvent } from './rbac-feed.ts'

export interface SecurityOptions {
  readonly store: Store
  readonly pki: Pki
  readonly clock: Clock
  /** For certificates, which live in real time whatever the server's clock says. */
  readonly certificateClock: Clock
  readonly authorities: ClientAuthorities
  /** Bearer tokens of the root cluster. */
  readonly tokens: ReadonlyMap<string, UserInfo>
  readonly templates: ClusterTemplates
}

/** Authentication and authorization of all logical clusters; each has its own, made when it is first asked for. */
export class Security {
  readonly tokenKey: TokenKey
  readonly #options: SecurityOptions
  readonly #verifier: JwtVerifier
  readonly #authenticators = new Map<string, Authenticator>()
  readonly #rbac = new Map<string, RbacIndex>()
  readonly #authorizers = new Map<string, Authorize>()
  readonly #feed: Watch
  /** Roles and bindings that clusters begin with, by their template; under the empty name those that all have. */
  readonly #policies = new Map<string, RbacIndex>()

  constructor(options: SecurityOptions) {
    this.#options = options
    this.tokenKey = createTokenKey(options.pki.serviceAccountKey)
    this.#verifier = createJwtVerifier([this.tokenKey])
    this.#feed = options.store.subscribe((events) => this.#noteEvents(events))
  }

  /** Who asks; throws Unauthorized. */
  authenticate(cluster: LogicalCluster, exchange: Exchange, info: RequestInfo): UserInfo {
    const user =
      exchange.trustedUser ??
      this.authenticatorOf(cluster).authenticate({
        certificate: exchange.peerCertificate,
        authorization: exchange.header('authorization'),
      })
    const wanted = wantedUser(exchange.rawHeaders)
    return wanted ? impersonate(this.authorizerOf(cluster), user, wanted, info) : user
  }

  /** Throws Forbidden. */
  authorize(cluster: LogicalCluster, user: UserInfo, info: RequestInfo): void {
    const { allowed, reason } = this.authorizerOf(cluster)(user, info)
    if (!allowed) throw forbiddenError(user, info, reason)
  }

  /** What decides in a cluster: the limits of kubelets first, then roles and bindings. */
  authorizerOf({ id, objects }: Pick<ClusterView, 'id' | 'objects'>): Authorize {
    const known = this.#authorizers.get(id)
    if (known) return known
    const byRole: Authorize = (user, attributes) => this.rbacOf(id).authorize(user, attributes)
    const authorizer = anyOf(createNodeAuthorizer(objects), byRole)
    this.#authorizers.set(id, authorizer)
    return authorizer
  }

  authenticatorOf(cluster: LogicalCluster): Authenticator {
    const known = this.#authenticators.get(cluster.id)
    if (known) return known
    const { clock, certificateClock, tokens, authorities } = this.#options
    const authenticator = createAuthenticator({
      objects: cluster.objects,
      clientCa: () => authorities.certificateOf(cluster.id),
      ...(cluster.id === ROOT_CLUSTER ? { staticTokens: tokens } : {}),
      verifier: this.#verifier,
      issuer: issuerOf(cluster.id),
      apiAudiences: [issuerOf(cluster.id)],
      clock,
      certificateClock,
    })
    this.#authenticators.set(cluster.id, authenticator)
    return authenticator
  }

  /** The roles and bindings of a cluster, over those that all have. */
  rbacOf(clusterId: string): RbacIndex {
    const known = this.#rbac.get(clusterId)
    if (known) return known
    const { store } = this.#options
    const index = new RbacIndex(this.#policyOf(readSettings(store, clusterId).template))
    loadRbac(index, (at) => store.list(bucketName(clusterId, at)).entries)
    this.#rbac.set(clusterId, index)
    return index
  }

  #policyOf(template = ''): RbacIndex {
    const known = this.#policies.get(template)
    if (known) return known
    const policy = template === '' ? bootstrapIndex() : this.#templatePolicy(template)
    this.#policies.set(template, policy)
    return policy
  }

  #templatePolicy(template: string): RbacIndex {
    const policy = new RbacIndex(this.#policyOf())
    const own = this.#options.templates.own(template)
    loadRbac(policy, ({ group, resource }) => own.get(`${group}/${resource}`)?.values() ?? [])
    return policy
  }

  /** Forgets a cluster that is gone. */
  forget(clusterId: string): void {
    this.#authenticators.delete(clusterId)
    this.#authorizers.delete(clusterId)
    this.#rbac.delete(clusterId)
  }

  close(): void {
    this.#feed.close()
  }

  #noteEvents(events: readonly StoreEvent[]): void {
    for (const event of events) {
      const { bucket, key } = event.entry
      if (bucket === CLUSTERS_BUCKET && event.type === 'delete') this.forget(key)
      else if (isRbacBucket(bucket)) noteRbacEvent((clusterId) => this.#rbac.get(clusterId), event)
    }
  }
}

/**
 * Who a cluster's tokens say made them. All clusters share one signing key, and accounts that every cluster has from
 * the start share their uid; the issuer and the audience are what makes a token of one worthless in another.
 */
export const issuerOf = (clusterId: string): string =>
  clusterId === ROOT_CLUSTER ? DEFAULT_ISSUER : `${DEFAULT_ISSUER}/clusters/${clusterId}`
