import type { SyncSet } from '@skep/api'
import type { Draft } from '@skep/client'
import { isObject, type JsonObject } from '@skep/schema'
import { isOwnLabel } from '../../model/label-keys.ts'
import type { ChildRecord } from '../../records/child-record.ts'
import { type ClusterOrder, idLabels, nameOf, namespaceOf } from './order.ts'

/** The SyncSets that bring the external configuration of a cluster into it. */
export const syncSets = (order: ClusterOrder, records: readonly ChildRecord[]): Draft<SyncSet>[] =>
  records.filter(({ deleting }) => !deleting).map((record) => syncSet(order, record))

const syncSet = (order: ClusterOrder, { id, document }: ChildRecord): Draft<SyncSet> => ({
  metadata: { namespace: namespaceOf(order), name: id, labels: idLabels(order) },
  spec: {
    clusterDeploymentRefs: [{ name: nameOf(order) }],
    // What leaves the configuration shall leave the cluster too.
    resourceApplyMode: 'Sync',
    resources: resourcesOf(document),
  },
})

const resourcesOf = ({ resources }: JsonObject): JsonObject[] =>
  Array.isArray(resources) ? resources.filter(isObject) : []

/** The labels that the external configuration of a cluster adds to its ClusterDeployment. */
export function externalLabels(records: readonly ChildRecord[]): Record<string, string> {
  const labels: Record<string, string> = {}
  for (const { document, deleting } of records) {
    const { key, value } = document
    if (!deleting && typeof key === 'string' && !isOwnLabel(key)) labels[key] = typeof value === 'string' ? value : ''
  }
  return labels
}
