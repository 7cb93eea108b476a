import type { DriverParts } from '../driver-seam.ts'
import type { Cluster } from '../model/cluster/cluster.ts'
import { badRequest } from '../model/problem.ts'
import type { ClusterRecords } from '../records/clusters.ts'
import type { ShardRecords } from '../records/shards.ts'
import { explainExclusions } from './explain.ts'
import { pinnedShard, type Selection, selectShard } from './select.ts'

/** What placing clusters takes. */
export interface PlacementParts {
  readonly clusters: ClusterRecords
  readonly shards: ShardRecords
  /** How many clusters a shard may hold. */
  readonly shardClusterLimit: number
  /** Part of the names of namespaces on shards. */
  readonly environment: string
}

/** The namespace of a cluster on its shard. */
export const clusterNamespace = (environment: string, clusterId: string): string => `uhc-${environment}-${clusterId}`

/** Chooses and stores the shard of a cluster, or says what it waits for. A cluster that has one keeps it. */
export const createPlacement =
  (parts: PlacementParts): DriverParts['place'] =>
  async (record) => {
    const selection = record.shardId === undefined ? await selectFor(parts, record.cluster) : undefined
    const chosen = record.shardId ?? selection?.shard?.id
    if (chosen === undefined) return { waiting: explainExclusions(record.cluster, selection?.exclusions ?? []) }
    const placed = await parts.clusters.place(record.id, chosen, clusterNamespace(parts.environment, record.id))
    const shard = await parts.shards.get(placed.shardId ?? chosen)
    return shard ? { shard, record: placed } : { waiting: `Provision shard '${chosen}' does not exist any more` }
  }

/** Refuses an order that no shard could ever take. Answers what a cluster that must wait is waiting for. */
export async function checkPlaceable(parts: PlacementParts, cluster: Cluster): Promise<string | undefined> {
  const pinned = pinnedShard(cluster)
  if (pinned !== undefined && !(await parts.shards.get(pinned))) {
    throw badRequest(`Provision shard '${pinned}' of attribute 'properties.provision_shard_id' doesn't exist`)
  }
  const { shard, exclusions } = await selectFor(parts, cluster)
  if (shard) return undefined
  const explanation = explainExclusions(cluster, exclusions)
  if (exclusions.every(({ unsuitable }) => unsuitable)) throw badRequest(explanation)
  return explanation
}

const selectFor = async (parts: PlacementParts, cluster: Readonly<Cluster>): Promise<Selection> =>
  selectShard({
    cluster,
    shards: await parts.shards.list(),
    countOn: parts.clusters.countOnShard,
    limit: parts.shardClusterLimit,
  })
