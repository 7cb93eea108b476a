import { Node, Pod } from '@skep/api'
import type { Clock, Logger } from '@skep/base'
import { type Client, Informer, type ObjectChange } from '@skep/client'
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
export declare function openTenant(client: Client, { clock, log, listener }: TenantServices): Tenant
//# sourceMappingURL=tenant.d.ts.map
