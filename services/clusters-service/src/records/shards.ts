import { formatTime } from '@skep/base'
import {
  type Database,
  type FindOptions,
  hasDatabaseReason,
  type Queryable,
  type Stored,
  statement,
  type Transaction,
} from '@skep/database'
import { type JsonObject, jsonEqual } from '@skep/schema'
import type { DrivenShards } from '../driver-seam.ts'
import { valueAt } from '../model/paths.ts'
import { conflict, notFound } from '../model/problem.ts'
import { clusterQueue } from './queue.ts'
import type { AzureShard, MaestroConfig, ShardRecord, ShardStatus } from './shard-record.ts'
import { clusterTable, shardTable, UNPLACED } from './tables.ts'

/** Notified when shards were added, changed or removed. */
const CHANNEL = 'provision_shards'

/** The stored shards. Every change has waiting clusters looked at again. */
export interface ShardRecords extends DrivenShards {
  /** As in the API, kubeconfigs included. */
  document(id: string): Promise<JsonObject | undefined>
  find(options: FindOptions): Promise<{ readonly items: readonly JsonObject[]; readonly total: number }>
  /** 409 when the id is taken or a rule of uniqueness broken. */
  create(id: string, document: JsonObject): Promise<JsonObject>
  change(id: string, change: (document: JsonObject) => JsonObject): Promise<JsonObject>
  /** Makes a shard what a file says; false when it was so already. */
  upsert(id: string, document: JsonObject): Promise<boolean>
  /** 409 while clusters are on it. */
  remove(id: string): Promise<void>
}

/** Held by those who place clusters on shards, and by those who remove shards that have none. */
export const PLACEMENT_LOCK = 'placement'

interface ReadShards {
  /** Differs whenever a shard is added, changed or removed. */
  readonly versions: string
  readonly shards: readonly ShardRecord[]
}

/** Shards as they were last read from each database. */
const lastRead = new WeakMap<Database, ReadShards>()

const selectVersions = statement('select id, version, created_at from provision_shards order by created_at, id')

/** All shards. Their kubeconfigs are long and change seldom: whoever has the newest does not read them again. */
export async function listShards(database: Database, on: Queryable = database): Promise<readonly ShardRecord[]> {
  const { rows } = await selectVersions(on, [])
  const versions = JSON.stringify(rows)
  const last = lastRead.get(database)
  if (last?.versions === versions) return last.shards
  const shards = (await shardTable.find(on)).items.map(toRecord)
  lastRead.set(database, { versions, shards })
  return shards
}

/** The shards of a database. */
export function shardRecords(database: Database): ShardRecords {
  return {
    get: async (id) => {
      const row = await shardTable.get(database, id)
      return row && toRecord(row)
    },
    list: () => listShards(database),
    onChange: (listener) => database.onChange(CHANNEL, listener),
    document: async (id) => (await shardTable.get(database, id))?.document,
    find: async (options) => {
      const { items, total } = await shardTable.find(database, options)
      return { items: items.map(({ document }) => document), total }
    },
    create: (id, document) =>
      write(database, id, async (tx) => shardTable.insert(tx, id, { ...document, id, ...stamps(tx) })),
    change: (id, change) =>
      write(database, id, (tx) => shardTable.modify(tx, id, (current) => ({ ...change(current), ...updated(tx) }))),
    upsert: (id, document) => upsert(database, id, document),
    remove: (id) => remove(database, id),
  }
}

const stamps = (tx: Transaction) => ({ creation_timestamp: formatTime(tx.now()), ...updated(tx) })
const updated = (tx: Transaction) => ({ last_update_timestamp: formatTime(tx.now()) })

async function upsert(database: Database, id: string, document: JsonObject): Promise<boolean> {
  const current = (await shardTable.get(database, id))?.document
  if (current) {
    const { creation_timestamp, last_update_timestamp, ...stored } = current
    if (jsonEqual(stored, { ...document, id })) return false
  }
  await write(database, id, async (tx) => {
    if (!current) return shardTable.insert(tx, id, { ...document, id, ...stamps(tx) })
    const { creation_timestamp } = current
    return shardTable.modify(tx, id, () => ({ ...document, id, creation_timestamp, ...updated(tx) }))
  })
  return true
}

async function remove(database: Database, id: string): Promise<void> {
  await write(database, id, async (tx) => {
    await tx.lock(PLACEMENT_LOCK)
    const holds = await clusterTable.count(tx, { where: { 'service.shardId': id } })
    if (holds > 0) throw conflict(`Provision shard '${id}' still holds ${holds} cluster${holds === 1 ? '' : 's'}`)
    const row = await shardTable.get(tx, id)
    if (!row) throw notFound('Provision shard', id)
    await shardTable.remove(tx, id, row.version)
    return row
  })
}

/** Writes, and sees to it that those who wait for a shard look again. */
async function write(
  database: Database,
  id: string,
  change: (tx: Transaction) => Promise<Stored<JsonObject>>,
): Promise<JsonObject> {
  try {
    const row = await database.transaction(async (tx) => {
      const written = await change(tx)
      const waiting = await clusterTable.find(tx, { where: UNPLACED })
      if (waiting.total > 0)
        await clusterQueue.add(
          tx,
          waiting.items.map(({ id }) => id),
        )
      await tx.notify(CHANNEL)
      return written
    })
    return row.document
  } catch (error) {
    if (hasDatabaseReason(error, 'Duplicate')) throw conflict(duplicateReason(error.index))
    if (hasDatabaseReason(error, 'Missing')) throw notFound('Provision shard', id)
    throw error
  }
}

const DUPLICATES: Readonly<Record<string, string>> = {
  shard_management_cluster: 'A provision shard with the same azure_shard.aks_management_cluster_resource_id exists',
  shard_rest_consumer: 'A provision shard with the same maestro_config consumer_name and rest_api_config.url exists',
  shard_grpc_consumer: 'A provision shard with the same maestro_config consumer_name and grpc_api_config.url exists',
}

const duplicateReason = (index: string | undefined): string =>
  DUPLICATES[index ?? ''] ?? 'A provision shard with the same id exists'

function toRecord({ id, version, document }: Stored<JsonObject>): ShardRecord {
  const text = (path: string) => {
    const value = valueAt(document, path)
    return typeof value === 'string' ? value : undefined
  }
  return {
    id,
    version,
    // What is stored was checked when it was written.
    status: (text('status') ?? 'maintenance') as ShardStatus,
    cloudProvider: text('cloud_provider.id') ?? '',
    region: text('region.id') ?? '',
    hiveConfig: text('hive_config.kubeconfig'),
    awsAccountOperatorConfig: text('aws_account_operator_config.kubeconfig'),
    gcpProjectOperatorConfig: text('gcp_project_operator.kubeconfig'),
    hypershiftConfig: text('hypershift_config.kubeconfig'),
    awsBaseDomain: text('aws_base_domain'),
    gcpBaseDomain: text('gcp_base_domain'),
    managementCluster: text('management_cluster'),
    topology: text('topology'),
    maestroConfig: document['maestro_config'] as MaestroConfig | undefined,
    azureShard: document['azure_shard'] as AzureShard | undefined,
    createdAt: text('creation_timestamp') ?? '',
    updatedAt: text('last_update_timestamp') ?? '',
  }
}
