import { Node, Pod } from '@skep/api'
import type { Clock, Logger } from '@skep/base'
import { type Client, Informer, type ObjectChange } from '@skep/client'
import { concernsMachines } from './node-changes.ts'

/** Told of what happens in a tenant's cluster. */
export interface TenantListener {
  /** A node came, went, or says something else of itself. */
  onNode(change: ObjectChange<Node>): void
  /** All nodes are known. */
  onSynced(): void
  /** A pod of a node that is drained went, or changed. */
  onPod(nodeName: string): void
}

/** The cluster that machines become nodes of, as far as it matters to them. */
export interface Tenant {
  readonly client: Client
  /** Its nodes, with index `provider` by the id of the machine. */
  readonly nodes: Informer<Node>
  /** Pods of a node, followed from the first call on until `forgetPods`. */
  podsOn(nodeName: string): Informer<Pod>
  forgetPods(nodeName: string): void
  close(): void
}

/** What a tenant is opened with. */
export interface TenantServices {
  readonly clock: Clock
  readonly log: Logger
  readonly listener: TenantListener
}

/** Opens a tenant: one watch of its nodes, and one of the pods of each node that is drained. */
export const openTenant = (client: Client, services: TenantServices): Tenant => new OpenTenant(client, services)

class OpenTenant implements Tenant {
  readonly client: Client
  readonly nodes: Informer<Node>
  readonly #services: TenantServices
  readonly #closing = new AbortController()
  readonly #pods = new Map<string, { readonly informer: Informer<Pod>; readonly stop: AbortController }>()

  constructor(client: Client, services: TenantServices) {
    const { listener } = services
    this.client = client
    this.#services = services
    this.nodes = new Informer(client, Node, { ...this.#shared(), indexes: { provider: byProviderId } })
    this.nodes.onChange((change) => {
      if (concernsMachines(change)) listener.onNode(change)
    })
    this.#run(this.nodes, this.#closing.signal, listener.onSynced)
  }

  podsOn(nodeName: string): Informer<Pod> {
    return this.#pods.get(nodeName)?.informer ?? this.#followPods(nodeName)
  }

  forgetPods(nodeName: string): void {
    this.#pods.get(nodeName)?.stop.abort()
    this.#pods.delete(nodeName)
  }

  close(): void {
    this.#closing.abort()
    for (const nodeName of [...this.#pods.keys()]) this.forgetPods(nodeName)
    this.client.close()
  }

  #followPods(nodeName: string): Informer<Pod> {
    const tell = (): void => this.#services.listener.onPod(nodeName)
    const stop = new AbortController()
    const informer = new Informer(this.client, Pod, { ...this.#shared(), fieldSelector: `spec.nodeName=${nodeName}` })
    this.#pods.set(nodeName, { informer, stop })
    informer.onChange(({ type }) => type !== 'added' && tell())
    this.#run(informer, stop.signal, tell)
    return informer
  }

  #run(informer: Informer<Node> | Informer<Pod>, signal: AbortSignal, onSynced: () => void): void {
    const { log } = this.#services
    informer.run(signal).catch((error: unknown) => log.error('Losing sight of a cluster', { error }))
    informer.waitForSync(signal).then(onSynced, () => undefined)
  }

  /** A server must not seem silent because simulated time leaps. */
  #shared() {
    const { clock, log } = this.#services
    return { clock: clock.outside ?? clock, log }
  }
}

const byProviderId = ({ spec }: Node): string[] => (spec?.providerID ? [spec.providerID] : [])
