import { scaled } from '../counts.js'
import { replicasOf } from '../objects.js'
export const DEFAULT_MAX_SURGE = 1
export const DEFAULT_MAX_UNAVAILABLE = 0
/** Whether old machines are replaced, or their deletion awaited. */
export const strategyOf = ({ spec }) => spec.strategy?.type ?? 'RollingUpdate'
/** The limits of a deployment, in machines. Surge is rounded up, unavailability down; at least one of them is not zero. */
export function limitsOf(deployment) {
  const desired = replicasOf(deployment)
  if (strategyOf(deployment) === 'OnDelete') return { desired, maxSurge: 0, maxUnavailable: 0 }
  const { maxSurge = DEFAULT_MAX_SURGE, maxUnavailable = DEFAULT_MAX_UNAVAILABLE } =
    deployment.spec.strategy?.rollingUpdate ?? {}
  const surge = scaled(maxSurge, desired, 'up')
  const unavailable = scaled(maxUnavailable, desired, 'down')
  const least = surge === 0 && unavailable === 0 ? 1 : unavailable
  return { desired, maxSurge: surge, maxUnavailable: Math.min(least, desired) }
}
//# sourceMappingURL=limits.js.map
