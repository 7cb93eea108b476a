import type { SyncSet } from '@skep/api'
import type { Draft } from '@skep/client'
import { isObject, type JsonObject } from '@skep/schema'
import { isOwnLabel } from '../../model/label-keys.ts'
import type { ChildRecord } from '../../records/child-record.ts'
import { clusterAutoscaler } from './autoscaler.ts'
import { type ClusterOrder, idLabels, nameOf, namespaceOf } from './order.ts'

/** The SyncSets that bring the external configuration of a cluster into it. */
export const syncSets = (order: ClusterOrder, records: readonly ChildRecord[]): Draft<SyncSet>[] =>
  records.filter(({ deleting }) => !deleting).map((record) => syncSet(order, record))

/** The name of the SyncSet that brings a record into the cluster; users choose those of their own. */
export const syncSetName = ({ collection, id }: ChildRecord): string =>
  collection === 'autoscaler' ? 'cluster-service-autoscaler' : id

const syncSet = (order: ClusterOrder, record: ChildRecord): Draft<SyncSet> => ({
  metadata: { namespace: namespaceOf(order), name: syncSetName(record), labels: idLabels(order) },
  spec: {
    clusterDeploymentRefs: [{ name: nameOf(order) }],
    // What leaves the configuration shall leave the cluster too.
    resourceApplyMode: 'Sync',
    resources: resourcesOf(record),
  },
})

function resourcesOf({ collection, document }: ChildRecord): JsonObject[] {
  if (collection === 'autoscaler') return [clusterAutoscaler(document)]
  const { resources } = document
  return Array.isArray(resources) ? resources.filter(isObject) : []
}

/** The labels that the external configuration of a cluster adds to its ClusterDeployment. */
export function externalLabels(records: readonly ChildRecord[]): Record<string, string> {
  const labels: Record<string, string> = {}
  for (const { document, deleting } of records) {
    const { key, value } = document
    if (!deleting && typeof key === 'string' && !isOwnLabel(key)) labels[key] = typeof value === 'string' ? value : ''
  }
  return labels
}
