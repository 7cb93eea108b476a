import type { DriverParts } from '../driver-seam.ts'
import type { ClusterRecord } from '../records/cluster-record.ts'
import type { ShardRecord } from '../records/shard-record.ts'
import type { QueryScope } from './queries.ts'
import type { ShardConnections } from './shard/connections.ts'
import { ShardUnavailable, shardUnavailable } from './shard/failure.ts'
import type { FollowedShard } from './shard/session.ts'

/**
 * Turns a question about a cluster on its shard into one about a record. A cluster without a shard has no answer; one
 * whose shard cannot be used has an error that says why.
 */
export const asker =
  <S extends FollowedShard>(
    { shards, environment }: Pick<DriverParts, 'shards' | 'environment'>,
    connections: ShardConnections<S>,
    sideOf: (shard: ShardRecord) => ShardRecord = (shard) => shard,
  ) =>
  <T>(question: (scope: Omit<QueryScope, 'session'> & { readonly session: S }) => Promise<T>) =>
  async (record: ClusterRecord, signal: AbortSignal): Promise<T | undefined> => {
    const found = record.shardId === undefined ? undefined : await shards.get(record.shardId)
    const shard = found && sideOf(found)
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
