import type { DrivenChildren } from '../driver-seam.ts'
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

/** Says of the node pools of such a cluster that they wait, and lets those go that shall: nothing of them is anywhere. */
export async function keepNodePools(children: DrivenChildren, clusterId: string, missing: string): Promise<void> {
  for (const pool of await children.list(clusterId, 'node_pools')) {
    if (pool.deleting) await children.finishDeletion(pool)
    else
      await children.observe(pool, { status: { state: { value: 'pending' }, current_replicas: 0, message: missing } })
  }
}
