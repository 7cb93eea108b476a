import { type Database, type FindOptions, hasDatabaseReason, type Queryable, type Stored } from '@skep/database'
import { type JsonObject, jsonEqual } from '@skep/schema'
import type { DrivenChildren } from '../driver-seam.ts'
import { conflict, notFound } from '../model/problem.ts'
import type { ResourceType } from '../model/resource-type.ts'
import { type ChildCollection, type ChildRecord, isDriven } from './child-record.ts'
import { clusterQueue } from './queue.ts'
import { putSecrets } from './secrets.ts'
import { childTable, childTableOf, clusterTable, type StoredChild, secretTable } from './tables.ts'

/** The place of something that belongs to a cluster. */
export interface ChildAddress {
  readonly clusterId: string
  readonly collection: ChildCollection
  readonly id: string
}

/** Something new that belongs to a cluster. */
export interface NewChild extends ChildAddress {
  readonly body: JsonObject
  readonly secrets: JsonObject
}

/** What belongs to clusters, stored. Every change enqueues the cluster. */
export interface ChildRecords extends DrivenChildren {
  /** The one at an address; what is on its way out only for those who ask for it. */
  get(address: ChildAddress): Promise<ChildRecord | undefined>
  find(type: ResourceType, clusterId: string, collection: ChildCollection, options: FindOptions): Promise<FoundChildren>
  create(type: ResourceType, child: NewChild): Promise<ChildRecord>
  change(
    address: ChildAddress,
    noun: string,
    body: JsonObject,
    version: number,
    secrets: JsonObject,
  ): Promise<ChildRecord>
  /** Marks what lives on the shard as going, and removes the rest at once. */
  remove(address: ChildAddress): Promise<void>
}

/** A page of what belongs to a cluster. */
export interface FoundChildren {
  readonly items: readonly ChildRecord[]
  readonly total: number
}

const keyOf = ({ clusterId, collection, id }: ChildAddress): string => `${clusterId}/${collection}/${id}`

/** What belongs to the clusters of a database. */
export function childRecords(database: Database): ChildRecords {
  const inCluster = async (where: Record<string, string>) =>
    (await childTable.find(database, { where })).items.map(toRecord)
  return {
    get: async (address) => {
      const row = await childTable.get(database, keyOf(address))
      return row && toRecord(row)
    },
    list: (clusterId, collection) => inCluster({ cluster_id: clusterId, collection }),
    listAll: (clusterId) => inCluster({ cluster_id: clusterId }),
    find: (type, clusterId, collection, options) => findChildren(database, type, clusterId, collection, options),
    create: (type, child) => createChild(database, type, child),
    change: (address, noun, body, version, secrets) => changeChild(database, address, noun, { body, version, secrets }),
    remove: (address) => removeChild(database, address),
    observe: (child, attributes) => observeChild(database, child, attributes),
    put: (clusterId, collection, id, document) => putChild(database, { clusterId, collection, id }, document),
    secrets: async (child) => ({ ...(await secretTable.get(database, keyOf(child)))?.document }),
    keepSecrets: async (child, secrets) => {
      await secretTable.remove(database, keyOf(child))
      if (await childTable.get(database, keyOf(child))) await putSecrets(database, keyOf(child), secrets)
    },
    finishDeletion: (child) => dropChild(database, child),
  }
}

/** Stores one without telling the driver, for those who do so anyway. */
export async function insertChild(on: Queryable, address: ChildAddress, body: JsonObject): Promise<ChildRecord> {
  const { clusterId, collection, id } = address
  const document: StoredChild = { cluster_id: clusterId, collection, deleting: false, body: { ...body, id } }
  return toRecord(await childTable.insert(on, keyOf(address), document))
}

/** Removes everything that belongs to a cluster. */
export async function removeChildren(on: Queryable, clusterId: string): Promise<void> {
  const { items } = await childTable.find(on, { where: { cluster_id: clusterId } })
  for (const { id } of items) {
    await childTable.remove(on, id)
    await secretTable.remove(on, id)
  }
}

async function findChildren(
  database: Database,
  type: ResourceType,
  clusterId: string,
  collection: ChildCollection,
  options: FindOptions,
): Promise<FoundChildren> {
  const where = { ...options.where, cluster_id: clusterId, collection }
  const { items, total } = await tableOf(type).find(database, { ...options, where })
  return { items: items.map(toRecord), total }
}

const tables = new WeakMap<ResourceType, ReturnType<typeof childTableOf>>()

function tableOf(type: ResourceType): ReturnType<typeof childTableOf> {
  let table = tables.get(type)
  if (!table) tables.set(type, (table = childTableOf(type)))
  return table
}

async function createChild(database: Database, type: ResourceType, child: NewChild): Promise<ChildRecord> {
  try {
    return await database.transaction(async (tx) => {
      const record = await insertChild(tx, child, child.body)
      await putSecrets(tx, keyOf(child), child.secrets)
      await clusterQueue.add(tx, child.clusterId)
      return record
    })
  } catch (error) {
    if (!hasDatabaseReason(error, 'Duplicate')) throw error
    const there = await childTable.get(database, keyOf(child))
    const state = there?.document.deleting ? 'is still being deleted' : 'already exists'
    throw conflict(`${type.noun} '${child.id}' ${state}`)
  }
}

async function changeChild(
  database: Database,
  address: ChildAddress,
  noun: string,
  change: { body: JsonObject; version: number; secrets: JsonObject },
): Promise<ChildRecord> {
  const { clusterId, collection, id } = address
  const document: StoredChild = { cluster_id: clusterId, collection, deleting: false, body: { ...change.body, id } }
  try {
    return await database.transaction(async (tx) => {
      const row = await childTable.update(tx, { id: keyOf(address), version: change.version }, document)
      await putSecrets(tx, keyOf(address), change.secrets)
      await clusterQueue.add(tx, clusterId)
      return toRecord(row)
    })
  } catch (error) {
    if (hasDatabaseReason(error, 'Missing')) throw notFound(noun, id)
    if (hasDatabaseReason(error, 'Stale')) throw conflict(`${noun} '${id}' was changed meanwhile, try again`)
    throw error
  }
}

async function removeChild(database: Database, address: ChildAddress): Promise<void> {
  await database.transaction(async (tx) => {
    if (isDriven(address.collection)) {
      await childTable.modify(tx, keyOf(address), (document) => ({ ...document, deleting: true }))
    } else {
      await childTable.remove(tx, keyOf(address))
      await secretTable.remove(tx, keyOf(address))
    }
    await clusterQueue.add(tx, address.clusterId)
  })
}

async function observeChild(database: Database, child: ChildRecord, attributes: JsonObject): Promise<void> {
  try {
    await childTable.modify(database, keyOf(child), (document) => {
      // What users changed meanwhile stays: their change enqueued the cluster.
      if (!jsonEqual(document.body, { ...child.document })) return undefined
      const body = { ...document.body, ...attributes }
      return jsonEqual(body, document.body) ? undefined : { ...document, body }
    })
  } catch (error) {
    if (!hasDatabaseReason(error, 'Missing')) throw error
  }
}

/** Puts it there as long as there is a cluster: nothing outlives that. */
async function putChild(database: Database, address: ChildAddress, body: JsonObject): Promise<void> {
  try {
    await database.transaction(async (tx) => {
      if (!(await clusterTable.get(tx, address.clusterId))) return
      const row = await childTable.get(tx, keyOf(address))
      if (!row) await insertChild(tx, address, body)
      else await childTable.modify(tx, row.id, (document) => ({ ...document, body: { ...body, id: address.id } }))
    })
  } catch (error) {
    // Somebody who was faster put the same there.
    if (!hasDatabaseReason(error, 'Duplicate')) throw error
  }
}

async function dropChild(database: Database, child: ChildRecord): Promise<void> {
  await database.transaction(async (tx) => {
    await childTable.remove(tx, keyOf(child))
    await secretTable.remove(tx, keyOf(child))
  })
}

function toRecord({ version, document }: Stored<StoredChild>): ChildRecord {
  const { cluster_id: clusterId, collection, deleting, body } = document
  return { clusterId, collection, id: String(body['id']), version, document: body, deleting }
}
