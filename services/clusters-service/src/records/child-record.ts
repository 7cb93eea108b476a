import type { JsonObject } from '@skep/schema'

/** The collections below a cluster that are stored here, by the path they are served at. */
const CHILD_COLLECTIONS = [
  'machine_pools',
  'node_pools',
  'ingresses',
  'identity_providers',
  'kubelet_configs',
  'tuning_configs',
  'external_configuration/syncsets',
  'external_configuration/labels',
  'external_configuration/manifests',
  'upgrade_policies',
  'control_plane/upgrade_policies',
  'node_pool_upgrade_policies',
  'inflight_checks',
  'break_glass_credentials',
  'limited_support_reasons',
  'kubelet_config',
  'autoscaler',
] as const
/** A collection below a cluster. */
export type ChildCollection = (typeof CHILD_COLLECTIONS)[number]

/** The collections that exist on the shard: what is deleted from them stays, marked, until the driver saw it gone. */
const DRIVEN_COLLECTIONS: readonly ChildCollection[] = [
  'machine_pools',
  'node_pools',
  'external_configuration/syncsets',
  'external_configuration/labels',
  'autoscaler',
]

/** Whether the driver has a say in the end of what is in a collection. */
export const isDriven = (collection: ChildCollection): boolean => DRIVEN_COLLECTIONS.includes(collection)

/** Something that belongs to a cluster, such as a machine pool or an ingress. */
export interface ChildRecord<T extends JsonObject = JsonObject> {
  readonly clusterId: string
  readonly collection: ChildCollection
  /** Unique within its collection of its cluster. */
  readonly id: string
  readonly version: number
  /** Attributes as in the API, without hrefs and without secrets. Not to be changed in place. */
  readonly document: Readonly<T>
  /** Asked to go; kept until the driver has removed it from the shard. */
  readonly deleting: boolean
}
