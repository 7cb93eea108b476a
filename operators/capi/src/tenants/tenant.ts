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
export function openTenant(client: Client, { clock, log, listener }: TenantServices): Tenant {
  const closing = new AbortController()
  const pods = new Map<string, { informer: Informer<Pod>; stop: AbortController }>()
  const shared = { clock: clock.outside ?? clock, log }
  const run = (informer: Informer<Node> | Informer<Pod>, signal: AbortSignal): void => {
    informer.run(signal).catch((error: unknown) => log.error('Losing sight of a cluster', { error }))
  }
  const nodes = new Informer(client, Node, { ...shared, indexes: { provider: byProviderId } })
  nodes.onChange((change) => {
    if (concernsMachines(change)) listener.onNode(change)
  })
  run(nodes, closing.signal)
  nodes.waitForSync(closing.signal).then(listener.onSynced, () => undefined)

  const forgetPods = (nodeName: string): void => {
    pods.get(nodeName)?.stop.abort()
    pods.delete(nodeName)
  }
  const followPods = (nodeName: string): Informer<Pod> => {
    const stop = new AbortController()
    const informer = new Informer(client, Pod, { ...shared, fieldSelector: `spec.nodeName=${nodeName}` })
    pods.set(nodeName, { informer, stop })
    informer.onChange(({ type }) => type !== 'added' && listener.onPod(nodeName))
    run(informer, stop.signal)
    informer.waitForSync(stop.signal).then(
      () => listener.onPod(nodeName),
      () => undefined,
    )
    return informer
  }
  return {
    client,
    nodes,
    podsOn: (nodeName) => pods.get(nodeName)?.informer ?? followPods(nodeName),
    forgetPods,
    close: () => {
      closing.abort()
      for (const nodeName of [...pods.keys()]) forgetPods(nodeName)
      client.close()
    },
  }
}

const byProviderId = ({ spec }: Node): string[] => (spec?.providerID ? [spec.providerID] : [])
