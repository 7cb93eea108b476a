import { ServiceError } from '@skep/service'
import type { ClusterRecord } from '../records/cluster-record.ts'

/** Asks something of a cluster's shard. A shard that does not answer is a passing failure that names the shard. */
export async function askShard<T>(record: ClusterRecord, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ServiceError) throw error
    const message = error instanceof Error ? error.message : String(error)
    const prefix = `shard ${record.shardId}: `
    throw new ServiceError(503, message.startsWith(prefix) ? message : `${prefix}${message}`, { cause: error })
  }
}
