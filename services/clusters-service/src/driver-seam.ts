import type { Clock, Logger } from '@skep/base'
import type { Database, DurableQueue } from '@skep/database'
import type { JsonObject } from '@skep/schema'
import type { RegionVersions } from './catalog/region-versions.ts'
import type { ChildCollection, ChildRecord } from './records/child-record.ts'
import type { ClusterObservation, ClusterRecord, ClusterSecrets } from './records/cluster-record.ts'
import type { ShardRecord } from './records/shard-record.ts'

/** The durable queue of cluster ids: every change of a record enqueues its cluster in the same transaction. */
export const CLUSTER_QUEUE = 'clusters'

/** What users want to become of a cluster. */
export type ClusterWishes = Pick<ClusterRecord, 'deletion' | 'desiredPowerState'>

/** What the driver reads and writes of clusters. */
export interface DrivenClusters {
  get(id: string): Promise<ClusterRecord | undefined>
  secrets(id: string): Promise<ClusterSecrets>
  /**
   * Writes what was observed over whatever the record is by now; without a difference nothing is written. Answers the
   * record as it is afterwards, or undefined when it is gone. Observing does not enqueue the cluster. With the record as
   * it was when the cluster was looked at, nothing is written once users want something else: their change enqueued it.
   */
  observe(id: string, observation: ClusterObservation, seen?: ClusterRecord): Promise<ClusterRecord | undefined>
  /** The clusters that a shard holds, those being deleted included: whom to look at again after the shard changed. */
  idsOnShard(shardId: string): Promise<string[]>
  /** The clusters that wait for a shard. */
  unplacedIds(): Promise<string[]>
  /** Proof that nothing of the cluster is left on its shard: the record moves to the deleted clusters. */
  finishDeletion(id: string): Promise<void>
  /** How many clusters are in each state, for the metrics. */
  countByState(): Promise<ReadonlyMap<string, number>>
}

/** What the driver reads and writes of that which belongs to clusters. */
export interface DrivenChildren {
  list(clusterId: string, collection: ChildCollection): Promise<ChildRecord[]>
  /** Everything that belongs to a cluster, in one query. */
  listAll(clusterId: string): Promise<ChildRecord[]>
  /**
   * Merges attributes that only the driver writes (such as the status of a node pool) into the document, unless that was
   * changed since it was read.
   */
  observe(child: ChildRecord, attributes: JsonObject): Promise<void>
  /** Stores something that the driver itself found out, such as an inflight check. */
  put(clusterId: string, collection: ChildCollection, id: string, document: JsonObject): Promise<void>
  /** What is kept apart of it, such as a key. */
  secrets(child: ChildRecord): Promise<JsonObject>
  /** Keeps this apart in place of what was. */
  keepSecrets(child: ChildRecord, secrets: JsonObject): Promise<void>
  /** Proof that it is gone from the shard: the record goes too. */
  finishDeletion(child: ChildRecord): Promise<void>
}

/** What the driver reads of shards. */
export interface DrivenShards {
  get(id: string): Promise<ShardRecord | undefined>
  list(): Promise<readonly ShardRecord[]>
  /** Called after any shard was added, changed or removed, by this process or another. */
  onChange(listener: () => void): () => void
}

/** Where a cluster goes, or why it goes nowhere yet, in a sentence for `status.description`. */
export type Placement = { readonly shard: ShardRecord; readonly record: ClusterRecord } | { readonly waiting: string }

/** What `createDriver` is made of. */
export interface DriverParts {
  /** For `runWork`. */
  readonly database: Database
  readonly queue: DurableQueue
  readonly clusters: DrivenClusters
  readonly children: DrivenChildren
  readonly shards: DrivenShards
  /** Chooses a shard by the rules, stores the choice with the namespace and what is seen then, and answers it; idempotent. */
  readonly place: (record: ClusterRecord, observation?: ClusterObservation) => Promise<Placement>
  /** Part of the names of namespaces on shards, and a label: `uhc-<environment>-<id>`. */
  readonly environment: string
  readonly clock: Clock
  readonly log: Logger
}

/** The reachability of a shard, for readiness and metrics. */
export interface ShardHealth {
  readonly shardId: string
  readonly reachable: boolean
  /** The last failure: what was refused, and what to do about it. */
  readonly error?: string
}

/** A log of an installation or of its removal. */
export interface ClusterLog {
  readonly content: string
}

/** The part that turns records into objects on shards, and what is seen there into records. */
export interface Driver {
  /** Everything it can tell about what may be ordered. */
  readonly catalog: Catalog
  /** The admin kubeconfig of an installed cluster; undefined while there is none. */
  credentials(record: ClusterRecord, signal: AbortSignal): Promise<ClusterCredentials | undefined>
  installLog(record: ClusterRecord, signal: AbortSignal): Promise<ClusterLog | undefined>
  uninstallLog(record: ClusterRecord, signal: AbortSignal): Promise<ClusterLog | undefined>
  /** Objects on the shard that belong to the cluster, by `<plural>.<group>/<name>` or similar key, as they are now. */
  liveResources(record: ClusterRecord, signal: AbortSignal): Promise<ReadonlyMap<string, JsonObject>>
  /** Deletes the ClusterDeployment, and only that. */
  deleteClusterDeployment(record: ClusterRecord, signal: AbortSignal): Promise<void>
  health(): readonly ShardHealth[]
  close(): Promise<void>
}

/** How to enter a cluster. */
export interface ClusterCredentials {
  readonly kubeconfig: string
  readonly admin?: { readonly user: string; readonly password: string }
}

/** A version of OpenShift that may be installed. */
export interface CatalogVersion {
  readonly id: string
  readonly raw_id: string
  readonly enabled: boolean
  readonly default: boolean
  readonly channel_group: string
  readonly available_channels: readonly string[]
  readonly rosa_enabled: boolean
  readonly hosted_control_plane_enabled: boolean
  readonly hosted_control_plane_default: boolean
  readonly available_upgrades: readonly string[]
  readonly release_image: string
  readonly end_of_life_timestamp?: string
  readonly gcp_marketplace_enabled: boolean
  readonly wif_enabled: boolean
}

/** A region of a cloud. */
export interface CatalogRegion {
  readonly id: string
  readonly cloud_provider_id: string
  readonly display_name: string
  readonly enabled: boolean
  readonly supports_multi_az: boolean
  readonly ccs_only: boolean
  readonly supports_hypershift: boolean
  readonly govcloud: boolean
  readonly kms_location_id?: string
  readonly kms_location_name?: string
}

/** A cloud that clusters may run in. */
export interface CatalogCloudProvider {
  readonly id: string
  readonly display_name: string
}

/** A kind of machine that nodes may run on. */
export interface CatalogMachineType {
  readonly id: string
  readonly name: string
  readonly cloud_provider_id: string
  readonly category: string
  readonly size: string
  readonly generic_name: string
  readonly architecture: string
  readonly ccs_only: boolean
  readonly enabled: boolean
  readonly cpu_cores: number
  readonly memory_bytes: number
}

/** A set of defaults for new clusters. */
export interface CatalogFlavour {
  readonly id: string
  /** Rendered as they are: `aws`, `gcp`, `nodes`, `network`. */
  readonly attributes: JsonObject
}

/** What a cluster is sold as. */
export interface CatalogProduct {
  readonly id: string
  readonly name: string
}

/** What may be ordered. Everything but versions is fixed while the process runs, unless configuration says otherwise. */
export interface Catalog {
  /** The versions that active shards offer, as last seen; does not wait for a shard. */
  versions(): readonly CatalogVersion[]
  /** The versions that clusters on Azure may have, where a file says so; whatever shards take where none does. */
  azureVersions?(): readonly CatalogVersion[]
  /** The releases that a region takes; undefined when it takes all. */
  versionLimits: RegionVersions
  cloudProviders(): readonly CatalogCloudProvider[]
  /** The regions of one cloud, or all. */
  regions(cloudProviderId?: string): readonly CatalogRegion[]
  machineTypes(): readonly CatalogMachineType[]
  flavours(): readonly CatalogFlavour[]
  products(): readonly CatalogProduct[]
}
