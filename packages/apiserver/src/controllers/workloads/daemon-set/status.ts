import type { DaemonSet, Node } from '@skep/api'
import { withoutZeros } from '../counts.ts'
import { isAvailable, isReady } from '../pods/pod-state.ts'
import { isUpdated, oldestFirst } from './daemon-pods.ts'
import { eligibilityOf } from './eligibility.ts'
import type { DaemonView } from './plan.ts'

type DaemonSetStatus = NonNullable<DaemonSet['status']>

/** The status of a set, from the nodes and its pods on them. */
export function daemonStatus(view: Omit<DaemonView, 'limits'>, collisionCount: number): DaemonSetStatus {
  const { set, nodes, pods, hash, now } = view
  const onNode = ({ metadata }: Node) => oldestFirst(pods.get(metadata.name ?? '') ?? [])[0]
  const eligible = nodes.filter((node) => eligibilityOf(set, node).shouldRun)
  const current = eligible.flatMap((node) => onNode(node) ?? [])
  const ready = current.filter(isReady)
  const available = ready.filter((pod) => isAvailable(pod, set.spec.minReadySeconds ?? 0, now))
  const misplaced = nodes.filter((node) => !eligible.includes(node) && onNode(node))
  return {
    currentNumberScheduled: current.length,
    numberMisscheduled: misplaced.length,
    desiredNumberScheduled: eligible.length,
    numberReady: ready.length,
    observedGeneration: set.metadata.generation ?? 0,
    ...withoutZeros({
      updatedNumberScheduled: current.filter((pod) => isUpdated(pod, hash)).length,
      numberAvailable: available.length,
      numberUnavailable: eligible.length - available.length,
      collisionCount,
    }),
    ...(set.status?.conditions && { conditions: set.status.conditions }),
  }
}
