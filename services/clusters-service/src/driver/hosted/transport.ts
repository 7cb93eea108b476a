import type { ClusterRecord } from '../../records/cluster-record.ts'
import type { ShardRecord } from '../../records/shard-record.ts'

/** Whether the control plane of a cluster runs in pods of its shard. */
export const isHosted = ({ cluster }: ClusterRecord): boolean => cluster.hypershift?.enabled === true

/**
 * What is missing to build a cluster on a shard; undefined when nothing is. On Azure control planes are hosted through
 * Maestro, to which there is no transport.
 */
export function missingTransport(record: ClusterRecord, shard: ShardRecord): string | undefined {
  if (shard.cloudProvider === 'azure') {
    return `Shard ${shard.id} would host the control plane through Maestro, to which this service has no transport yet: the cluster stays pending`
  }
  if (isHosted(record) && shard.hypershiftConfig === undefined) {
    return `Shard ${shard.id} has no hypershift_config any more, which the control plane would be hosted by: the cluster stays pending`
  }
  return undefined
}

/** The side of a shard on which control planes are hosted, as if it were a shard of its own. */
export const hostingSide = ({
  hiveConfig: _hive,
  awsAccountOperatorConfig: _accounts,
  gcpProjectOperatorConfig: _projects,
  ...shard
}: ShardRecord): ShardRecord => ({
  ...shard,
  ...(shard.hypershiftConfig === undefined ? {} : { hiveConfig: shard.hypershiftConfig }),
})
