import { clusterKey, nodeKey, providerKey } from '../lookups.js'
import { checksOfMachine } from '../watches.js'
/** Brings to work what happens in tenants' clusters concerns; the controllers may come later than the clusters. */
export function bringToWork(lookups, enqueues) {
  const { machines, sets, healthChecks } = lookups
  return {
    onNode: (cluster, { object }) => {
      for (const machine of machinesOfNode(lookups, cluster, object)) {
        enqueues()?.machines(machine.metadata)
        for (const check of checksOfMachine(lookups)(machine)) enqueues()?.healthChecks(check)
      }
    },
    onSynced: ({ namespace, name }) => {
      const key = clusterKey(namespace, name)
      for (const { metadata } of machines.find('cluster', key)) enqueues()?.machines(metadata)
      for (const { metadata } of sets.find('cluster', key)) enqueues()?.sets(metadata)
      for (const { metadata } of healthChecks.find('cluster', key)) enqueues()?.healthChecks(metadata)
    },
    onPod: ({ namespace, name }, nodeName) => {
      for (const { metadata } of machines.find('node', nodeKey(namespace, name, nodeName)))
        enqueues()?.machines(metadata)
    },
  }
}
/** The machines that a node is, or was. */
const machinesOfNode = ({ machines }, { namespace, name }, { spec }) =>
  spec?.providerID ? machines.find('provider', providerKey(namespace, name, spec.providerID)) : []
//# sourceMappingURL=bring-to-work.js.map
