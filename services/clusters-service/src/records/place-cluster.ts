import type { Database, Transaction } from '@skep/database'
import type { ClusterObservation, ClusterRecord } from './cluster-record.ts'
import { toRecord } from './cluster-row.ts'
import { applyObservation } from './observe.ts'
import { addToLoad, countOnShard } from './shard-load.ts'
import type { ShardRecord } from './shard-record.ts'
import { listShards, PLACEMENT_LOCK } from './shards.ts'
import { clusterTable } from './tables.ts'

/** Where a cluster shall be. */
export interface ShardChoice {
  readonly shardId: string
  readonly namespace: string
}

/** Chooses a shard by what there is at this moment. */
export type ChooseShard = (now: {
  readonly shards: readonly ShardRecord[]
  countOn(shardId: string): Promise<number>
}) => Promise<ShardChoice | undefined>

/** What is to be stored for a cluster that has no shard yet. */
export interface NewPlace {
  readonly id: string
  readonly choose: ChooseShard
  /** What is seen of it once it has a shard. */
  readonly observation?: ClusterObservation
}

/** Stores the shard that is chosen for a cluster; nobody else places one, or removes a shard, until that is done. */
export async function placeCluster(
  database: Database,
  tx: Transaction,
  { id, choose, observation = {} }: NewPlace,
): Promise<ClusterRecord | undefined> {
  await tx.lock(PLACEMENT_LOCK)
  const current = await clusterTable.get(tx, id)
  if (current?.document.service.shardId !== undefined) return toRecord(current)
  const choice = await choose({
    shards: await listShards(database, tx),
    countOn: (shardId) => countOnShard(tx, shardId),
  })
  if (!choice) return undefined
  const row = await clusterTable.modify(tx, current ?? id, (document) => ({
    ...(applyObservation(document, observation) ?? document),
    properties: { ...document.properties, provision_shard_id: choice.shardId },
    service: { ...document.service, ...choice },
  }))
  await addToLoad(tx, choice.shardId, 1)
  return toRecord(row)
}
