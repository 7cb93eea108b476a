import { createHash } from 'node:crypto'
import type { JsonObject } from '@skep/schema'
import { valueAt } from '../model/paths.ts'

/** The namespace of name-based shard ids. */
const NAMESPACE = '916f9976-e1c0-4afd-b84c-5d5c94fbeaed'

/**
 * The id of a shard whose file gives none: a UUID made of what the shard is, so that reading the file again finds the same
 * shard. Named after the management cluster where there is one.
 */
export function shardIdFor(document: JsonObject): string {
  const managementCluster = valueAt(document, 'azure_shard.aks_management_cluster_resource_id')
  if (typeof managementCluster === 'string') return uuidOf(managementCluster.split('/').at(-1) ?? managementCluster)
  const parts = [
    'cloud_provider.id',
    'region.id',
    'hive_config.server',
    'hypershift_config.server',
    'maestro_config.consumer_name',
  ]
  return uuidOf(parts.map((path) => valueAt(document, path) ?? '').join('/'))
}

/** The form of an id: a part of a path that needs no escapes. */
const ID = /^[A-Za-z0-9](?:[\w.-]{0,98}[A-Za-z0-9])?$/

/** What is wrong with the id of a shard; undefined when nothing is. */
export const complaintAboutId = (id: string): string | undefined =>
  ID.test(id)
    ? undefined
    : `must consist of at most 100 letters, digits, '-', '_' and '.', and start and end with one of the first two`

/** A version 5 UUID (RFC 9562, section 5.5). */
function uuidOf(name: string): string {
  const digest = createHash('sha1')
    .update(Buffer.from(NAMESPACE.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest()
  const bytes = digest.subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
