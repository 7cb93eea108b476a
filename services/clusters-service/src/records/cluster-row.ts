import type { Stored } from '@skep/database'
import type { ClusterRecord } from './cluster-record.ts'
import type { StoredCluster } from './tables.ts'

/** The record of a stored cluster. */
export function toRecord({ id, version, document: { service, ...cluster } }: Stored<StoredCluster>): ClusterRecord {
  return { id, version, cluster, ...service }
}

/** The document that a record was read from. */
export function toDocument({ id, version, cluster, ...service }: ClusterRecord): StoredCluster {
  return { ...cluster, service }
}
