import type { DriverParts } from '../driver-seam.ts'
import type { ClusterRecord } from '../records/cluster-record.ts'
import type { QueryScope } from './queries.ts'
import type { ShardConnections } from './shard/connections.ts'
import { ShardUnavailable, shardUnavailable } from './shard/failure.ts'

/**
 * Turns a question about a cluster on its shard into one about a record. A cluster without a shard has no answer; one
 * whose shard cannot be used has an error that says why.
 */
export const asker =
  ({ shards, environment }: Pick<DriverParts, 'shards' | 'environment'>, connections: ShardConnections) =>
  <T>(question: (scope: QueryScope) => Promise<T>) =>
  async (record: ClusterRecord, signal: AbortSignal): Promise<T | undefined> => {
    const shard = record.shardId === undefined ? undefined : await shards.get(record.shardId)
    if (shard?.hiveConfig === undefined) return undefined
    const connection = connections.of(shard)
    const { session } = connection
    if (!session) throw connection.error ?? notYet(shard.id)
    try {
      return await question({ order: { record, shard, environment }, session, signal })
    } catch (error) {
      connection.report(error)
      throw shardUnavailable(shard.id, connection.server, error)
    }
  }

const notYet = (shardId: string) => new ShardUnavailable(shardId, `shard ${shardId}: not connected yet, try again`)
