import type { Logger } from '@skep/base'
import type { DriverParts, Placement } from '../driver-seam.ts'
import type { Cluster } from '../model/cluster/cluster.ts'
import { badRequest } from '../model/problem.ts'
import type { ClusterRecord } from '../records/cluster-record.ts'
import type { ClusterRecords } from '../records/clusters.ts'
import type { ChooseShard, PlaceOrder } from '../records/place-cluster.ts'
import type { ShardRecord } from '../records/shard-record.ts'
import type { ShardRecords } from '../records/shards.ts'
import { explainExclusions } from './explain.ts'
import { type Exclusion, isUnsuitable, pinnedShard, selectShard } from './select.ts'

/** What placing clusters takes. */
export interface PlacementParts {
  readonly clusters: ClusterRecords
  readonly shards: ShardRecords
  /** How many clusters a shard may hold. */
  readonly shardClusterLimit: number
  /** Part of the names of namespaces on shards. */
  readonly environment: string
  readonly log: Logger
}

/** The namespace of a cluster on its shard. */
export const clusterNamespace = (environment: string, clusterId: string): string => `uhc-${environment}-${clusterId}`

/** Chooses and stores the shard of a cluster, or says what it waits for. A cluster that has one keeps it. */
export const createPlacement =
  (parts: PlacementParts): DriverParts['place'] =>
  async (record, observation) => {
    const { cluster } = record
    let exclusions: readonly Exclusion[] = []
    let chosen: ShardRecord | undefined
    const choose: ChooseShard = async (now) => {
      ;({ shard: chosen, exclusions } = await selectShard({ cluster, limit: parts.shardClusterLimit, ...now }))
      return chosen && { shardId: chosen.id, namespace: clusterNamespace(parts.environment, record.id) }
    }
    const placed = await parts.clusters.place(record.id, choose, observation)
    if (placed?.shardId === undefined) return waitFor(parts, record, explainExclusions(cluster, exclusions))
    const shard = chosen ?? (await parts.shards.get(placed.shardId))
    return shard
      ? { shard, record: placed }
      : { waiting: `Provision shard '${placed.shardId}' does not exist any more` }
  }

/** Tells the log too, once for each reason: the cluster itself is looked at again and again. */
function waitFor({ log }: PlacementParts, { id, cluster }: ClusterRecord, waiting: string): Placement {
  if (cluster.status?.description !== waiting)
    log.info('A cluster waits for a provision shard', { id, reason: waiting })
  return { waiting }
}

/**
 * Finds the place of a cluster that is being ordered. One without a place waits, and is looked at again; an order that no
 * shard could ever take is refused.
 */
export const placementOf =
  (parts: Omit<PlacementParts, 'clusters' | 'shards'>, id: string, cluster: Cluster): PlaceOrder =>
  async (now) => {
    const pinned = pinnedShard(cluster)
    if (pinned !== undefined && !now.shards.some((shard) => shard.id === pinned)) {
      throw badRequest(`Provision shard '${pinned}' of attribute 'properties.provision_shard_id' doesn't exist`)
    }
    const { shard, exclusions } = await selectShard({ cluster, limit: parts.shardClusterLimit, ...now })
    if (shard) return { shardId: shard.id, namespace: clusterNamespace(parts.environment, id) }
    const waiting = explainExclusions(cluster, exclusions)
    parts.log.info('No provision shard takes an order', { name: cluster.name, reason: waiting })
    if (exclusions.every(isUnsuitable)) throw badRequest(waiting)
    return { waiting }
  }

/** Refuses an order that no shard could ever take, without storing it. */
export async function checkPlaceable(parts: PlacementParts, id: string, cluster: Cluster): Promise<void> {
  const { clusters, shards } = parts
  await placementOf(parts, id, cluster)({ shards: await shards.list(), countOn: clusters.countOnShard })
}
