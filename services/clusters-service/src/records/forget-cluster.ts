import type { Transaction } from '@skep/database'
import { removeChildren } from './children.ts'
import { clusterQueue } from './queue.ts'
import { addToLoad } from './shard-load.ts'
import { clusterTable, deletedClusterTable, type StoredCluster, secretTable, UNPLACED } from './tables.ts'

/** More than the one that there is room for, because some may wait for something else. */
const WOKEN_BY_ROOM = 10

/** Moves a cluster to those that are gone, with nothing left of what belonged to it. */
export async function forgetCluster(tx: Transaction, id: string): Promise<void> {
  const row = await clusterTable.get(tx, id)
  if (!row) return
  // A client that chooses ids may have chosen this one before.
  await deletedClusterTable.remove(tx, id)
  await deletedClusterTable.insert(tx, id, row.document)
  await removeChildren(tx, id)
  await secretTable.remove(tx, id)
  await clusterTable.remove(tx, id)
  const { shardId } = row.document.service
  if (shardId === undefined) return
  await addToLoad(tx, shardId, -1)
  await wakeWaiting(tx, row.document)
}

/** Room for one more: the oldest of those that wait for a shard in the region look again. */
async function wakeWaiting(tx: Transaction, gone: StoredCluster): Promise<void> {
  const place = { 'region.id': gone.region?.id ?? '', 'cloud_provider.id': gone.cloud_provider?.id ?? '' }
  const { items } = await clusterTable.find(tx, { where: { ...UNPLACED, ...place }, page: 1, size: WOKEN_BY_ROOM })
  if (items.length > 0) {
    await clusterQueue.add(
      tx,
      items.map(({ id }) => id),
    )
  }
}
