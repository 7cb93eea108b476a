import type { Pod, PodStatus } from '@skep/api'
import type { KubeObject } from '@skep/schema'
import type { ClusterView } from '../../contracts.ts'
import { setPodCondition } from '../../registry/subresources/pod-condition.ts'
import { deleteIfThere } from '../delete-if-there.ts'
import { PODS } from '../resources.ts'

/** Why a pod has to go although it did nothing wrong. */
export interface Disruption {
  readonly reason: string
  readonly message: string
}

interface Removal {
  readonly disruption?: Disruption
  /** Set when nobody is left to say how the pod ended. */
  readonly phase?: PodStatus['phase']
  readonly gracePeriodSeconds?: number
  readonly now: number
}

/** Notes on a pod why it goes, and deletes it. One that is gone already is no failure. */
export async function removePod(cluster: ClusterView, { metadata }: Pod, removal: Removal): Promise<void> {
  const { namespace = '', name = '', uid } = metadata
  const note = (stored: KubeObject) => (stored.metadata.uid === uid ? noted(stored as Pod, removal) : undefined)
  await cluster.objects.modify(PODS, namespace, name, note, { subresource: 'status' })
  const { gracePeriodSeconds } = removal
  await deleteIfThere(cluster, PODS, metadata, { ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }) })
}

function noted(pod: Pod, { disruption, phase, now }: Removal): Pod {
  if (phase !== undefined && pod.status?.phase !== 'Succeeded' && pod.status?.phase !== 'Failed') {
    pod.status = { ...pod.status, phase }
  }
  if (disruption) setPodCondition(pod, { type: 'DisruptionTarget', status: 'True', ...disruption }, now)
  return pod
}
