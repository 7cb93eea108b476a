import { ClusterDeployment } from '@skep/api'
import { isOwnLabel } from '../../model/label-keys.ts'
import type { ChildRecord } from '../../records/child-record.ts'
import { externalLabels } from '../manifests/sync-sets.ts'
import { type ClusterScope, refOf } from './scope.ts'

/** Has the ClusterDeployment carry the labels of the external configuration, and none that left it. */
export async function keepLabels(
  { order, session, signal, parts }: ClusterScope,
  { metadata }: Pick<ClusterDeployment, 'metadata'>,
  records: readonly ChildRecord[],
): Promise<void> {
  const wanted = externalLabels(records)
  const leaving = records.filter(({ deleting }) => deleting)
  const labels: Record<string, string | null> = {}
  for (const [key, value] of Object.entries(wanted)) if (metadata.labels?.[key] !== value) labels[key] = value
  for (const { document } of leaving) {
    const { key } = document
    if (typeof key === 'string' && !isOwnLabel(key) && !(key in wanted) && metadata.labels?.[key] !== undefined)
      labels[key] = null
  }
  if (Object.keys(labels).length > 0) {
    const patch = { type: 'merge', body: { metadata: { labels } } } as const
    await session.clients.hive.patch(ClusterDeployment, refOf(order), patch, { signal })
  }
  for (const child of leaving) await parts.children.finishDeletion(child)
}
