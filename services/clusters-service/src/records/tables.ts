import { type Attributes, type DocumentTable, documentTable, type Migration, workMigrations } from '@skep/database'
import type { JsonObject } from '@skep/schema'
import type { Cluster } from '../model/cluster/cluster.ts'
import { clusterType } from '../model/cluster/cluster-type.ts'
import type { ResourceType } from '../model/resource-type.ts'
import { nestedUnder, searchAttributes } from '../model/search-attributes.ts'
import { provisionShard } from '../model/shard.ts'
import type { ChildCollection } from './child-record.ts'
import type { ClusterBookkeeping } from './cluster-record.ts'
import { shardLoadMigration } from './shard-load.ts'

/** A cluster as a document: its attributes, and below one name what the service keeps for itself. */
export type StoredCluster = Cluster & { readonly service: ClusterBookkeeping }

/** Something that belongs to a cluster as a document. */
export interface StoredChild {
  readonly cluster_id: string
  readonly collection: ChildCollection
  readonly deleting: boolean
  readonly body: JsonObject
}

const clusterAttributes: Attributes = {
  ...searchAttributes(clusterType),
  id: { type: 'string', column: 'id' },
}

const bookkeeping: Attributes = {
  'service.organizationId': 'string',
  'service.shardId': 'string',
  'service.registered': 'boolean',
}

/** The clusters. */
export const clusterTable = documentTable<StoredCluster>('clusters', {
  indexed: [
    'state',
    'service.shardId',
    'external_id',
    'region.id',
    'cloud_provider.id',
    'azure.subscription_id',
    'azure.resource_group_name',
    'name',
    'nodes.compute_machine_type.id',
  ],
  numberIndexed: ['nodes.compute'],
  pageIndexed: [['state', 'region.id'], ['service.organizationId']],
  unique: { cluster_name: ['service.organizationId', 'name'] },
  attributes: clusterAttributes,
  internal: bookkeeping,
})

/** What holds of clusters that wait for a shard: what is absent equals ''. */
export const UNPLACED = { 'service.shardId': '' } as const

const childColumns: Attributes = { cluster_id: 'string', collection: 'string', deleting: 'boolean' }

/** What belongs to clusters. */
export const childTable = documentTable<StoredChild>('cluster_children', {
  indexed: ['cluster_id'],
  internal: childColumns,
})

/** The same table, searched by the attributes of one type. */
export const childTableOf = (type: ResourceType): DocumentTable<StoredChild> =>
  documentTable<StoredChild>('cluster_children', {
    attributes: nestedUnder(searchAttributes(type), 'body'),
    internal: childColumns,
  })

/** Write-only attributes, by the id of what they belong to. */
export const secretTable = documentTable<JsonObject>('secrets')

/** The shards, kubeconfigs included. */
export const shardTable = documentTable<JsonObject>('provision_shards', {
  unique: {
    shard_management_cluster: ['azure_shard.aks_management_cluster_resource_id'],
    shard_rest_consumer: ['maestro_config.consumer_name', 'maestro_config.rest_api_config.url'],
    shard_grpc_consumer: ['maestro_config.consumer_name', 'maestro_config.grpc_api_config.url'],
  },
  attributes: { ...withoutKubeconfigs(searchAttributes(provisionShard)), id: { type: 'string', column: 'id' } },
})

/** Clusters that are gone. */
export const deletedClusterTable = documentTable<StoredCluster>('deleted_clusters', {
  attributes: clusterAttributes,
  internal: bookkeeping,
})

/** What operators set at run time: the environment, and changes of flavours. */
export const settingTable = documentTable<JsonObject>('settings')

/** All tables of the service. */
export const migrations: readonly Migration[] = [
  ...clusterTable.migrations,
  ...childTable.migrations,
  ...secretTable.migrations,
  ...shardTable.migrations,
  ...deletedClusterTable.migrations,
  ...settingTable.migrations,
  ...workMigrations,
  shardLoadMigration,
]

function withoutKubeconfigs<T>(attributes: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !name.endsWith('.kubeconfig')))
}
