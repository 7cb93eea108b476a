import type { ClusterApiMachineSet } from '@skep/api'
import type { Informer } from '@skep/client'
import type { BehaviourChange, Behaviours } from '@skep/sim'
import { controlPlaneNamespace } from '../naming.ts'
import type { Enqueue } from './changes.ts'
import type { ControlPlanes } from './control-planes.ts'

/** Who goes by how simulated objects behave. */
export interface BehaviourAudience {
  readonly controlPlanes: ControlPlanes
  readonly machineSets: Informer<ClusterApiMachineSet>
  /** A control plane. */
  readonly configure: Enqueue
  /** A set of machines. */
  readonly upgrade: Enqueue
}

/** Brings those to work whose behaviour somebody has changed. Returns how to stop it. */
export function followBehaviours(behaviours: Behaviours, audience: BehaviourAudience): () => void {
  return behaviours.onChange((change) => {
    if (concerns(change, 'HostedCluster'))
      for (const { metadata } of affected(audience, change)) audience.configure(metadata)
    // Which cluster a pool belongs to is not known here; there are few sets that are updated at the same time.
    if (concerns(change, 'NodePool')) for (const { metadata } of audience.machineSets.list()) audience.upgrade(metadata)
  })
}

const concerns = ({ kind }: BehaviourChange, mine: string): boolean => kind === undefined || kind === mine

function affected({ controlPlanes }: BehaviourAudience, { object }: BehaviourChange) {
  if (!object) return controlPlanes.informer.list()
  const { namespace = '', name } = object
  return controlPlanes.informer.list(controlPlaneNamespace({ namespace, name }))
}
