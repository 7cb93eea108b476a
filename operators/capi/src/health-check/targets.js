import { matchesSelector } from '@skep/api'
import { clusterKey } from '../lookups.js'
import { ANNOTATIONS, LABELS } from '../names.js'
/** The machines that a health check selects, without those that somebody keeps it away from. */
export function findTargets(parts, check, cluster) {
  const nodes = parts.tenants.peek(cluster.metadata)?.nodes
  return parts.lookups.machines
    .find('cluster', clusterKey(check.metadata.namespace, check.spec.clusterName))
    .filter((machine) => isSelected(check, machine) && !isExempt(machine))
    .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
    .map((machine) => {
      const name = machine.status?.nodeRef?.name
      const node = name === undefined ? undefined : nodes?.get({ name })
      return { machine, node, isNodeMissing: name !== undefined && !node && nodes?.synced === true }
    })
}
/** Whether a health check looks after a machine. */
export const isSelected = ({ spec }, { metadata }) =>
  metadata.labels?.[LABELS.cluster] === spec.clusterName && matchesSelector(spec.selector, metadata.labels)
const isExempt = ({ metadata: { annotations } }) =>
  annotations?.[ANNOTATIONS.paused] !== undefined || annotations?.[ANNOTATIONS.skipRemediation] !== undefined
//# sourceMappingURL=targets.js.map
