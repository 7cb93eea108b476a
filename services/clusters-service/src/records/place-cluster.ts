import type { Database, Transaction } from '@skep/database'
import type { ClusterObservation, ClusterRecord } from './cluster-record.ts'
import { toRecord } from './cluster-row.ts'
import { applyObservation } from './observe.ts'
import { addToLoad, countOnShard } from './shard-load.ts'
import type { ShardRecord } from './shard-record.ts'
import { listShards, PLACEMENT_LOCK } from './shards.ts'
import { clusterTable, type StoredCluster } from './tables.ts'

/** Where a cluster shall be. */
export interface ShardChoice {
  readonly shardId: string
  readonly namespace: string
}

/** The shards there are at this moment, and what they hold. */
export interface ShardsNow {
  readonly shards: readonly ShardRecord[]
  countOn(shardId: string): Promise<number>
}

/** Chooses a shard by what there is at this moment. */
export type ChooseShard = (now: ShardsNow) => Promise<ShardChoice | undefined>

/** Chooses a shard for a new cluster, or says what it waits for; throws when there can never be one. */
export type PlaceOrder = (now: ShardsNow) => Promise<ShardChoice | { readonly waiting: string }>

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
  const choice = await choose(await shardsNow(database, tx))
  if (!choice) return undefined
  const row = await clusterTable.modify(tx, current ?? id, (document) =>
    placedAt(applyObservation(document, observation) ?? document, choice),
  )
  await addToLoad(tx, choice.shardId, 1)
  return toRecord(row)
}

/** A new cluster with the shard that is chosen for it, or with what it waits for, to be stored in this transaction. */
export async function placeNew(
  database: Database,
  tx: Transaction,
  document: StoredCluster,
  place: PlaceOrder,
): Promise<StoredCluster> {
  await tx.lock(PLACEMENT_LOCK)
  const choice = await place(await shardsNow(database, tx))
  if ('waiting' in choice) return { ...document, status: { ...document.status, description: choice.waiting } }
  return placedAt(document, choice)
}

const shardsNow = async (database: Database, tx: Transaction): Promise<ShardsNow> => ({
  shards: await listShards(database, tx),
  countOn: (shardId) => countOnShard(tx, shardId),
})

const placedAt = (document: StoredCluster, choice: ShardChoice): StoredCluster => ({
  ...document,
  properties: { ...document.properties, provision_shard_id: choice.shardId },
  service: { ...document.service, ...choice },
})
