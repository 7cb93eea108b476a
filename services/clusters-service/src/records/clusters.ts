import { formatTime } from '@skep/base'
import { type Database, type Edition, type FindOptions, hasDatabaseReason } from '@skep/database'
import type { JsonObject } from '@skep/schema'
import type { ClusterWishes, DrivenClusters } from '../driver-seam.ts'
import { CLUSTER_STATES, type Cluster } from '../model/cluster/cluster.ts'
import { badRequest, notFound } from '../model/problem.ts'
import type { ChildCollection } from './child-record.ts'
import { insertChild } from './children.ts'
import type { ClusterBookkeeping, ClusterObservation, ClusterRecord, DeletedClusterRecord } from './cluster-record.ts'
import { toDocument, toRecord } from './cluster-row.ts'
import { forgetCluster } from './forget-cluster.ts'
import { applyObservation } from './observe.ts'
import { type ChooseShard, type PlaceOrder, placeCluster, placeNew } from './place-cluster.ts'
import { clusterQueue } from './queue.ts'
import { putSecrets } from './secrets.ts'
import { addToLoad, countOnShard } from './shard-load.ts'
import { clusterTable, deletedClusterTable, type StoredCluster, secretTable, UNPLACED } from './tables.ts'

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
  /**
   * Stores and enqueues a new cluster, with its place if that is to be found. A name that the organisation has already
   * is the caller's mistake.
   */
  create(input: NewCluster, place?: PlaceOrder): Promise<ClusterRecord>
  find(options: FindOptions): Promise<FoundClusters>
  /** Finds a page without reading any cluster. */
  findEditions(
    options: FindOptions & { readonly size: number },
  ): Promise<{ readonly items: readonly Edition[]; readonly total: number }>
  /** Those of the ids that exist, in no particular order. */
  getMany(ids: readonly string[]): Promise<ClusterRecord[]>
  findDeleted(
    options: FindOptions,
  ): Promise<{ readonly items: readonly DeletedClusterRecord[]; readonly total: number }>
  /** Changes and enqueues a cluster, again when somebody else was faster; undefined leaves it alone. */
  change(id: string, change: (record: ClusterRecord) => ClusterChange | undefined): Promise<ClusterRecord>
  /**
   * Stores the shard that is chosen for a cluster that has none, and what is seen of it then, one cluster after the other in all replicas, so that
   * counts are true until then; one that has keeps it. Undefined when none is chosen.
   */
  place(id: string, choose: ChooseShard, observation?: ClusterObservation): Promise<ClusterRecord | undefined>
  countOnShard(shardId: string): Promise<number>
  /** Refuses a name as `create` would. */
  checkNameFree(organizationId: string, name: string): Promise<void>
}

/** The clusters of a database. */
export function clusterRecords(database: Database): ClusterRecords {
  return {
    ...readers(database),
    create: (input, place) => createCluster(database, input, place),
    change: (id, change) => changeCluster(database, id, change),
    observe: (id, observation, seen) => observeCluster(database, id, observation, seen),
    place: (id, choose, observation = {}) =>
      orMissing(id, () => database.transaction((tx) => placeCluster(database, tx, { id, choose, observation }))),
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
    getMany: async (ids: readonly string[]) => (await clusterTable.getMany(database, ids)).map(toRecord),
    find,
    findEditions: (options: FindOptions & { readonly size: number }) => clusterTable.findEditions(database, options),
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

async function createCluster(
  database: Database,
  input: NewCluster,
  place: PlaceOrder | undefined,
): Promise<ClusterRecord> {
  const ordered: StoredCluster = { ...input.cluster, service: input.service }
  try {
    return await database.transaction(async (tx) => {
      const document = place ? await placeNew(database, tx, ordered, place) : ordered
      const row = await clusterTable.insert(tx, input.id, document)
      if (document.service.shardId !== undefined) await addToLoad(tx, document.service.shardId, 1)
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
  seen: ClusterRecord | undefined,
): Promise<ClusterRecord | undefined> {
  const change = (document: StoredCluster) =>
    seen && !sameWishes(seen, document.service) ? undefined : applyObservation(document, observation)
  try {
    return (await changeSeen(database, seen, change)) ?? toRecord(await clusterTable.modify(database, id, change))
  } catch (error) {
    if (hasDatabaseReason(error, 'Missing')) return undefined
    throw error
  }
}

/** Changes a cluster without reading it again; undefined when nothing was seen of it, or not what it is by now. */
async function changeSeen(
  database: Database,
  seen: ClusterRecord | undefined,
  change: (document: StoredCluster) => StoredCluster | undefined,
): Promise<ClusterRecord | undefined> {
  if (!seen) return undefined
  const document = change(toDocument(seen))
  if (!document) return seen
  try {
    return toRecord(await clusterTable.update(database, seen, document))
  } catch (error) {
    if (hasDatabaseReason(error, 'Stale')) return undefined
    throw error
  }
}

const sameWishes = (a: ClusterWishes, b: ClusterWishes): boolean =>
  a.desiredPowerState === b.desiredPowerState && (a.deletion === undefined) === (b.deletion === undefined)

async function orMissing<T>(id: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (hasDatabaseReason(error, 'Missing')) throw notFound('Cluster', id)
    throw error
  }
}
