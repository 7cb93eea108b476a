import type { ClusterRecord } from '../records/cluster-record.ts'
import type { ShardRecord } from '../records/shard-record.ts'

/**
 * What is missing to build a cluster on a shard; undefined when nothing is. Control planes are hosted through HyperShift,
 * or through Maestro on Azure, and no transport to either is part of this service yet.
 */
export function missingTransport({ cluster }: ClusterRecord, shard: ShardRecord): string | undefined {
  if (shard.cloudProvider === 'azure') {
    return `Shard ${shard.id} would host the control plane through Maestro, to which this service has no transport yet: the cluster stays pending`
  }
  if (cluster.hypershift?.enabled) {
    return `Shard ${shard.id} would host the control plane through HyperShift, to which this service has no transport yet: the cluster stays pending`
  }
  return undefined
}
