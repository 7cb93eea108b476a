import { formatTime } from '@skep/base'
import { type Database, type FindOptions, hasDatabaseReason, type Transaction } from '@skep/database'
import type { JsonObject } from '@skep/schema'
import type { DrivenClusters } from '../driver-seam.ts'
import { CLUSTER_STATES, type Cluster } from '../model/cluster/cluster.ts'
import { badRequest, notFound } from '../model/problem.ts'
import type { ChildCollection } from './child-record.ts'
import { insertChild, removeChildren } from './children.ts'
import type { ClusterBookkeeping, ClusterObservation, ClusterRecord, DeletedClusterRecord } from './cluster-record.ts'
import { toRecord } from './cluster-row.ts'
import { applyObservation } from './observe.ts'
import { type ChooseShard, countOnShard, placeCluster } from './place-cluster.ts'
import { clusterQueue } from './queue.ts'
import { putSecrets } from './secrets.ts'
import { clusterTable, deletedClusterTable, type StoredCluster, secretTable, UNPLACED } from './tables.ts'

/** More than the one that there is room for, because some may wait for something else. */
const WOKEN_BY_ROOM = 10

/** A cluster to be stored, with what comes with it. */
export interface NewCluster {
  readonly id: string
  readonly cluster: Cluster
  readonly service: ClusterBookkeeping
  readonly secrets: JsonObject
  readonly children: readonly { readonly collection: ChildCollection; readonly id: string; readonly body: JsonObject }[]
}

/** What a change may write: attributes of the cluster, or what the service keeps about it. */
export interface ClusterChange {
  readonly cluster?: Cluster
  readonly service?: Partial<ClusterBookkeeping>
  readonly secrets?: JsonObject
}

/** A page of clusters. */
export interface FoundClusters {
  readonly items: readonly ClusterRecord[]
  readonly total: number
}

/** The stored clusters. */
export interface ClusterRecords extends DrivenClusters {
  /** Stores and enqueues a new cluster. A name that the organisation has already is the caller's mistake. */
  create(input: NewCluster): Promise<ClusterRecord>
  find(options: FindOptions): Promise<FoundClusters>
  findDeleted(
    options: FindOptions,
  ): Promise<{ readonly items: readonly DeletedClusterRecord[]; readonly total: number }>
  /** Changes and enqueues a cluster, again when somebody else was faster; undefined leaves it alone. */
  change(id: string, change: (record: ClusterRecord) => ClusterChange | undefined): Promise<ClusterRecord>
  /**
   * Stores the shard that is chosen for a cluster that has none, one cluster after the other in all replicas, so that
   * counts are true until then; one that has keeps it. Undefined when none is chosen.
   */
  place(id: string, choose: ChooseShard): Promise<ClusterRecord | undefined>
  countOnShard(shardId: string): Promise<number>
  /** Refuses a name as `create` would. */
  checkNameFree(organizationId: string, name: string): Promise<void>
}

/** The clusters of a database. */
export function clusterRecords(database: Database): ClusterRecords {
  return {
    ...readers(database),
    create: (input) => createCluster(database, input),
    change: (id, change) => changeCluster(database, id, change),
    observe: (id, observation) => observeCluster(database, id, observation),
    place: (id, choose) => orMissing(id, () => database.transaction((tx) => placeCluster(tx, id, choose))),
    finishDeletion: (id) => database.transaction((tx) => forgetCluster(tx, id)),
  }
}

function readers(database: Database) {
  const find = async (options: FindOptions): Promise<FoundClusters> => {
    const { items, total } = await clusterTable.find(database, options)
    return { items: items.map(toRecord), total }
  }
  const idsWhere = async (options: FindOptions) =>
    (await clusterTable.find(database, options)).items.map(({ id }) => id)
  return {
    get: async (id: string) => {
      const row = await clusterTable.get(database, id)
      return row && toRecord(row)
    },
    secrets: async (id: string) => (await secretTable.get(database, id))?.document ?? {},
    find,
    findDeleted: async (options: FindOptions) => {
      const { items, total } = await deletedClusterTable.find(database, options)
      return { items: items.map((row) => ({ ...toRecord(row), deletedAt: formatTime(row.createdAt) })), total }
    },
    idsOnShard: (shardId: string) => idsWhere({ where: { 'service.shardId': shardId } }),
    unplacedIds: () => idsWhere({ where: UNPLACED }),
    countOnShard: (shardId: string) => countOnShard(database, shardId),
    checkNameFree: async (organizationId: string, name: string) => {
      const where = { 'service.organizationId': organizationId, name }
      if ((await clusterTable.count(database, { where })) > 0) throw nameTaken(name)
    },
    countByState: async () => {
      const counts = CLUSTER_STATES.map(
        async (state) => [state, await clusterTable.count(database, { where: { state } })] as const,
      )
      return new Map(await Promise.all(counts))
    },
  }
}

async function createCluster(database: Database, input: NewCluster): Promise<ClusterRecord> {
  const document: StoredCluster = { ...input.cluster, service: input.service }
  try {
    return await database.transaction(async (tx) => {
      const row = await clusterTable.insert(tx, input.id, document)
      await putSecrets(tx, input.id, input.secrets)
      for (const { collection, id, body } of input.children)
        await insertChild(tx, { clusterId: input.id, collection, id }, body)
      await clusterQueue.add(tx, input.id)
      return toRecord(row)
    })
  } catch (error) {
    if (!hasDatabaseReason(error, 'Duplicate')) throw error
    const taken = error.index === 'cluster_name' ? input.cluster.name : input.id
    throw nameTaken(taken ?? '')
  }
}

const nameTaken = (name: string) => badRequest(`Cluster '${name}' already exists`)

async function changeCluster(
  database: Database,
  id: string,
  change: (record: ClusterRecord) => ClusterChange | undefined,
): Promise<ClusterRecord> {
  let secrets: JsonObject | undefined
  const row = await orMissing(id, () =>
    database.transaction(async (tx) => {
      const changed = await clusterTable.modify(tx, id, (document, current) => {
        const wanted = change(toRecord(current))
        secrets = wanted?.secrets
        return wanted && changedDocument(document, wanted)
      })
      if (secrets) await putSecrets(tx, id, secrets)
      await clusterQueue.add(tx, id)
      return changed
    }),
  )
  return toRecord(row)
}

function changedDocument({ service, ...cluster }: StoredCluster, change: ClusterChange): StoredCluster {
  return { ...(change.cluster ?? cluster), service: { ...service, ...change.service } }
}

async function observeCluster(
  database: Database,
  id: string,
  observation: ClusterObservation,
): Promise<ClusterRecord | undefined> {
  try {
    return toRecord(await clusterTable.modify(database, id, (document) => applyObservation(document, observation)))
  } catch (error) {
    if (hasDatabaseReason(error, 'Missing')) return undefined
    throw error
  }
}

async function forgetCluster(tx: Transaction, id: string): Promise<void> {
  const row = await clusterTable.get(tx, id)
  if (!row) return
  // A client that chooses ids may have chosen this one before.
  await deletedClusterTable.remove(tx, id)
  await deletedClusterTable.insert(tx, id, row.document)
  await removeChildren(tx, id)
  await secretTable.remove(tx, id)
  await clusterTable.remove(tx, id)
  if (row.document.service.shardId !== undefined) await wakeWaiting(tx, row.document)
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

async function orMissing<T>(id: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (hasDatabaseReason(error, 'Missing')) throw notFound('Cluster', id)
    throw error
  }
}
