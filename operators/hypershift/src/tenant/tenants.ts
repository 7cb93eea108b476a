import { CertificateSigningRequest, ClusterVersion, DaemonSet, Node } from '@skep/api'
import type { Clock, Logger, Random } from '@skep/base'
import { type ClientKind, Informer, type InformerOptions, type ObjectChange } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import type { HostedApi, HostedApis } from '@skep/sim'
import { KONNECTIVITY_AGENT } from './config/konnectivity-agent.ts'
import { isForNode, isPending, readNodeRequest } from './machines/node-request.ts'

/** What is followed in the cluster of a tenant: no more than somebody waits for. */
export interface Tenant {
  /** Namespace of its control plane, which is also the id of its API. */
  readonly namespace: string
  readonly api: HostedApi
  readonly nodes: Informer<Node>
  /** Those that nobody has decided on are found by the name of the node that they are for, under `PENDING`. */
  readonly requests: Informer<CertificateSigningRequest>
  /** The one named version. */
  readonly versions: Informer<ClusterVersion>
  /** The one with which the control plane reaches the nodes. */
  readonly agents: Informer<DaemonSet>
}

/** Index of pending requests by the name of their node. */
export const PENDING = 'pendingNode'
/** Under which all of them are found, by the empty text, those among them that no node would make. */
export const ALL_PENDING = 'pending'

function pendingNode(request: CertificateSigningRequest): string[] {
  const wanted = isPending(request) ? readNodeRequest(request) : undefined
  return wanted ? [wanted.nodeName] : []
}

const allPending = (request: CertificateSigningRequest): string[] =>
  isPending(request) && isForNode(request) ? [''] : []

/** Told of changes in the clusters of tenants, by the namespace of the control plane. */
export interface TenantListener {
  /** Everything is known that is followed of a tenant. */
  known(namespace: string): void
  nodeChanged(namespace: string, change: ObjectChange<Node>): void
  requestChanged(namespace: string, change: ObjectChange<CertificateSigningRequest>): void
  versionChanged(namespace: string): void
  agentsChanged(namespace: string): void
}

/** What tenants are followed with. */
export interface TenantsDependencies {
  readonly apis: HostedApis
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
}

interface Followed extends Tenant {
  readonly stop: AbortController
  readonly finished: Promise<unknown>
}

/** The clusters of tenants that are followed. Each is from when its API is first used until that is gone. */
export class Tenants {
  readonly #dependencies: TenantsDependencies
  readonly #followed = new Map<string, Followed>()
  readonly #listeners = new Set<TenantListener>()
  #stopped = false

  constructor(dependencies: TenantsDependencies) {
    this.#dependencies = dependencies
  }

  listen(listener: TenantListener): void {
    this.#listeners.add(listener)
  }

  /** The tenant, once everything that is followed of it is known; undefined while it is not followed. */
  get(namespace: string): Tenant | undefined {
    const tenant = this.#followed.get(namespace)
    return tenant && informersOf(tenant).every(({ synced }) => synced) ? tenant : undefined
  }

  /** The API of a tenant; undefined when it has none. */
  apiOf(namespace: string): HostedApi | undefined {
    return this.#dependencies.apis.get(namespace)
  }

  /**
   * Follows a tenant from now on. Undefined while not all of it is known: nobody waits here for an API that does not
   * answer, since listeners are told once it has.
   */
  async follow(namespace: string, api: HostedApi): Promise<Tenant | undefined> {
    const known = this.#followed.get(namespace)
    if (known && known.api !== api) await this.forget(namespace)
    if (this.#stopped) return undefined
    if (!this.#followed.has(namespace)) this.#start(namespace, api)
    return this.get(namespace)
  }

  /** Lets go of a tenant whose API is gone. */
  async forget(namespace: string): Promise<void> {
    const tenant = this.#followed.get(namespace)
    this.#followed.delete(namespace)
    tenant?.stop.abort()
    await tenant?.finished
  }

  /** Lets go of all of them, for good. */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all([...this.#followed.keys()].map((namespace) => this.forget(namespace)))
  }

  #start(namespace: string, api: HostedApi): void {
    const { clock, random, log } = this.#dependencies
    // A server must not seem silent because simulated time leaps.
    const shared = { clock: clock.outside ?? clock, random, log: log.with({ tenant: namespace }) }
    const informer = <T extends KubeObject>(kind: ClientKind<T>, select: InformerOptions<T> = {}) =>
      new Informer(api.client, kind, { ...shared, ...select })
    const { namespace: agentNamespace, name } = KONNECTIVITY_AGENT
    const parts = {
      nodes: informer(Node),
      requests: informer(CertificateSigningRequest, { indexes: { [PENDING]: pendingNode, [ALL_PENDING]: allPending } }),
      versions: informer(ClusterVersion, { fieldSelector: 'metadata.name=version' }),
      agents: informer(DaemonSet, { namespace: agentNamespace, fieldSelector: `metadata.name=${name}` }),
    }
    const stop = new AbortController()
    const runs = Object.values(parts).map((each: Pick<Informer, 'run'>) => each.run(stop.signal))
    // What cannot be followed for good is an API that is gone; whoever removed it brings the news.
    const finished = Promise.allSettled(runs)
    const tenant = { namespace, api, ...parts, stop, finished }
    this.#followed.set(namespace, tenant)
    const synced = informersOf(tenant).map((each) => each.waitForSync(stop.signal))
    Promise.all(synced).then(
      () => this.#tell(tenant),
      () => undefined,
    )
  }

  /** Of everything that is there, and then of every change: not before, since nobody could do anything about it. */
  #tell({ namespace, nodes, requests, versions, agents }: Tenant): void {
    const each = (tell: (listener: TenantListener) => void) => {
      for (const listener of this.#listeners) tell(listener)
    }
    nodes.onChange((change) => each((listener) => listener.nodeChanged(namespace, change)))
    requests.onChange((change) => each((listener) => listener.requestChanged(namespace, change)))
    versions.onChange(() => each((listener) => listener.versionChanged(namespace)))
    agents.onChange((change) => changesAgents(change) && each((listener) => listener.agentsChanged(namespace)))
    each((listener) => listener.known(namespace))
  }
}

/** Whether there is another number of agents that are ready. They say more of themselves, which nobody needs. */
const changesAgents = (change: ObjectChange<DaemonSet>): boolean =>
  change.type !== 'updated' || change.object.status?.numberReady !== change.previous.status?.numberReady

const informersOf = ({
  nodes,
  requests,
  versions,
  agents,
}: Tenant): readonly Pick<Informer, 'synced' | 'waitForSync'>[] => [nodes, requests, versions, agents]
