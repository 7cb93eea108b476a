import type { DaemonSet } from '@skep/api'
import { scaledCount } from '../counts.ts'

/** How many nodes may be without a pod, or have two, during an update. */
export interface DaemonLimits {
  readonly maxUnavailable: number
  readonly maxSurge: number
}

export const isRolling = ({ spec }: DaemonSet): boolean => spec.updateStrategy?.type === 'RollingUpdate'

/** The limits in numbers of nodes, of `desired` that should have a pod. One of the two is at least 1. */
export function daemonLimits(set: DaemonSet, desired: number): DaemonLimits {
  if (!isRolling(set)) return { maxUnavailable: 0, maxSurge: 0 }
  const { maxUnavailable = 1, maxSurge } = set.spec.updateStrategy?.rollingUpdate ?? {}
  const surge = scaledCount(maxSurge, desired, 'up')
  const unavailable = scaledCount(maxUnavailable, desired, 'up')
  return { maxSurge: surge, maxUnavailable: surge === 0 && unavailable === 0 ? 1 : unavailable }
}
