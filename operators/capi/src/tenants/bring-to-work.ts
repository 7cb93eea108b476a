import type { Node } from '@skep/api'
import type { Clock } from '@skep/base'
import { gathered } from '@skep/controller'
import type { Enqueues } from '../controllers.ts'
import { clusterKey, type Lookups, nodeKey, providerKey } from '../lookups.ts'
import type { Machine } from '../objects.ts'
import { checksOfMachine } from '../watches.ts'
import type { ClusterName, TenantsListener } from './tenants.ts'

/** Brings to work what happens in tenants' clusters concerns; the controllers may come later than the clusters. */
export function bringToWork(lookups: Lookups, clock: Clock, enqueues: () => Enqueues | undefined): TenantsListener {
  const { machines, sets, healthChecks } = lookups
  // A node that joins is registered, ready and labelled within a moment.
  const lookAtMachine = gathered(clock, (ref) => enqueues()?.machines(ref))
  const lookAtCheck = gathered(clock, (ref) => enqueues()?.healthChecks(ref))
  return {
    onNode: (cluster, { object }) => {
      for (const machine of machinesOfNode(lookups, cluster, object)) {
        lookAtMachine(machine.metadata)
        for (const check of checksOfMachine(lookups)(machine)) lookAtCheck(check)
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
const machinesOfNode = ({ machines }: Lookups, { namespace, name }: ClusterName, { spec }: Node): Machine[] =>
  spec?.providerID ? machines.find('provider', providerKey(namespace, name, spec.providerID)) : []
