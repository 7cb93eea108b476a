import { formatTime } from '@skep/base'
import { forbidden } from '../model/problem.ts'
import type { ClusterDeletion, ClusterRecord } from '../records/cluster-record.ts'
import type { ApiParts } from './parts.ts'

/** Refuses the end of a cluster that is protected from it. */
export function checkDeletable({ id, cluster }: ClusterRecord): void {
  if (cluster.delete_protection?.enabled) {
    throw forbidden(`Cluster '${id}' is protected from deletion; set delete_protection.enabled to false first`)
  }
}

/** Asks for the end of a cluster. The first request decides how; one that is on its way out already stays so. */
export async function requestDeletion(
  parts: Pick<ApiParts, 'clusters' | 'clock'>,
  id: string,
  how: Pick<ClusterDeletion, 'deprovision' | 'bestEffort'>,
): Promise<void> {
  const requestedAt = formatTime(parts.clock.now())
  const record = await parts.clusters.change(id, ({ cluster, deletion }) =>
    deletion
      ? undefined
      : {
          cluster: { ...cluster, state: 'uninstalling', status: { ...cluster.status, state: 'uninstalling' } },
          service: { deletion: { requestedAt, ...how } },
        },
  )
  if (record.registered) await parts.clusters.finishDeletion(id)
}
