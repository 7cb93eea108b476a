import { scaled } from '../counts.ts'
import { type Deployment, replicasOf } from '../objects.ts'

/** How many machines a deployment wants, and how far a rollout may stray from that. */
export interface Limits {
  readonly desired: number
  readonly maxSurge: number
  readonly maxUnavailable: number
}

export const DEFAULT_MAX_SURGE = 1
export const DEFAULT_MAX_UNAVAILABLE = 0

/** Whether old machines are replaced, or their deletion awaited. */
export const strategyOf = ({ spec }: Deployment): 'RollingUpdate' | 'OnDelete' => spec.strategy?.type ?? 'RollingUpdate'

/** The limits of a deployment, in machines. Surge is rounded up, unavailability down; at least one of them is not zero. */
export function limitsOf(deployment: Deployment): Limits {
  const desired = replicasOf(deployment)
  if (strategyOf(deployment) === 'OnDelete') return { desired, maxSurge: 0, maxUnavailable: 0 }
  const { maxSurge = DEFAULT_MAX_SURGE, maxUnavailable = DEFAULT_MAX_UNAVAILABLE } =
    deployment.spec.strategy?.rollingUpdate ?? {}
  const surge = scaled(maxSurge, desired, 'up')
  const unavailable = scaled(maxUnavailable, desired, 'down')
  const least = surge === 0 && unavailable === 0 ? 1 : unavailable
  return { desired, maxSurge: surge, maxUnavailable: Math.min(least, desired) }
}
