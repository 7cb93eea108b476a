import { ClusterApiMachine } from '@skep/api'
import type { Stored } from '@skep/client'
import { ensure } from '../../hosted-cluster/ensure.ts'
import type { PoolScope } from '../scope.ts'
import { nodeLabels, taintAnnotation } from './machine-metadata.ts'

/**
 * Brings labels and taints that changed to machines that are there. Their nodes take them once, when they join, so that
 * no node is replaced because of them.
 */
export async function labelMachines({ parts, pool, machines }: PoolScope): Promise<void> {
  const labels = nodeLabels(pool)
  const annotations = taintAnnotation(pool)
  for (const machine of machines) {
    if (machine.metadata.deletionTimestamp !== undefined) continue
    await ensure(parts.client, ClusterApiMachine, machine, wantedMetadata(machine, labels, annotations))
  }
}

const wantedMetadata = (
  { spec }: Stored<ClusterApiMachine>,
  labels: Readonly<Record<string, string>>,
  annotations: Readonly<Record<string, string>>,
) => ({ metadata: { labels, annotations }, spec })
