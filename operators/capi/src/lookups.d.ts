import {
  ClusterApiCluster,
  ClusterApiMachine,
  ClusterApiMachineSet,
  MachineDeployment,
  MachineHealthCheck,
  Secret,
} from '@skep/api'
import { type Informer } from '@skep/client'
import type { Manager } from '@skep/controller'
/** The copies that all controllers read, with the ways in which they find objects. */
export interface Lookups {
  readonly clusters: Informer<ClusterApiCluster>
  readonly deployments: Informer<MachineDeployment>
  readonly sets: Informer<ClusterApiMachineSet>
  readonly machines: Informer<ClusterApiMachine>
  readonly healthChecks: Informer<MachineHealthCheck>
  /** Secrets of clusters, among them their kubeconfigs. */
  readonly secrets: Informer<Secret>
}
/** What is of a cluster: by its namespace and name. */
export declare const clusterKey: (namespace: string | undefined, clusterName: string) => string
/** A machine by its id at the provider, within its cluster. */
export declare const providerKey: (namespace: string | undefined, clusterName: string, providerId: string) => string
/** A machine by the name of its node, within its cluster. */
export declare const nodeKey: typeof providerKey
/** Which kubeconfigs are followed. */
export declare const CLUSTER_SECRETS: {
  readonly labelSelector: 'cluster.x-k8s.io/cluster-name'
}
/** Adds the indexes to the copies of a manager. */
export declare function createLookups(manager: Manager): Lookups
//# sourceMappingURL=lookups.d.ts.map
