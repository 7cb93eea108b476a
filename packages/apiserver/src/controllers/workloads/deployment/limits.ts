import type { Deployment } from '@skep/api'
import { scaledCount } from '../counts.ts'

/** How far a deployment may go beyond and below its size while it rolls. */
export interface RolloutLimits {
  /** Pods that it wants. */
  readonly replicas: number
  readonly maxSurge: number
  readonly maxUnavailable: number
}

export const isRolling = ({ spec }: Deployment): boolean => spec.strategy?.type === 'RollingUpdate'

/** The limits in numbers of pods. One of the two is at least 1, or nothing could move. */
export function rolloutLimits(deployment: Deployment): RolloutLimits {
  const { replicas = 1, strategy } = deployment.spec
  if (!isRolling(deployment)) return { replicas, maxSurge: 0, maxUnavailable: 0 }
  const maxSurge = scaledCount(strategy?.rollingUpdate?.maxSurge, replicas, 'up')
  const unavailable = scaledCount(strategy?.rollingUpdate?.maxUnavailable, replicas, 'down')
  const maxUnavailable = maxSurge === 0 && unavailable === 0 ? 1 : unavailable
  return { replicas, maxSurge, maxUnavailable: Math.min(maxUnavailable, replicas) }
}
