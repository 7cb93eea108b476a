import { type Node } from '@skep/api'
import type { ObjectChange } from '@skep/client'
import { type Lookups } from '../lookups.ts'
import type { Cluster } from '../objects.ts'
import type { ClusterApiDependencies } from '../parts.ts'
import { type Tenant } from './tenant.ts'
/** Names a cluster. */
export interface ClusterName {
  readonly namespace?: string | undefined
  readonly name: string
}
/** Told of what happens in the clusters that are open. */
export interface TenantsListener {
  onNode(cluster: ClusterName, change: ObjectChange<Node>): void
  onSynced(cluster: ClusterName): void
  onPod(cluster: ClusterName, nodeName: string): void
}
/** The clusters that machines become nodes of. Each is opened when a machine of it needs its node for the first time. */
export interface Tenants {
  /** Opens a cluster by its kubeconfig, or finds the one that is open; undefined while there is no kubeconfig. */
  open(cluster: Cluster): Promise<Tenant | undefined>
  /** The cluster, if it is open. */
  peek(cluster: ClusterName): Tenant | undefined
  close(cluster: ClusterName): void
  closeAll(): void
}
/** Opens clusters by the Secret that holds their kubeconfig. */
export declare function createTenants(
  dependencies: ClusterApiDependencies,
  lookups: Lookups,
  listener: TenantsListener,
): Tenants
//# sourceMappingURL=tenants.d.ts.map
