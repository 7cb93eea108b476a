import { parseGoDuration } from '@skep/base'
import { findHiveCondition } from '../../conditions.ts'
import type { Deployment } from '../deployment/scope.ts'

/** When a cluster has run long enough, in milliseconds since the epoch; undefined when it may run on. */
export function hibernatesAt({ spec, status }: Deployment): number | undefined {
  const after = spec.hibernateAfter === undefined ? undefined : parseGoDuration(spec.hibernateAfter)
  if (after === undefined || spec.powerState === 'Hibernating' || isUnclaimed(spec)) return undefined
  const ready = findHiveCondition(status?.conditions, 'Ready')
  const hibernating = findHiveCondition(status?.conditions, 'Hibernating')
  const isRunning = ready?.status === 'True'
  if (!isRunning && hibernating?.status !== 'Unknown') return undefined
  const since = [
    status?.installedTimestamp,
    spec.clusterPoolRef?.claimedTimestamp,
    isRunning ? ready.lastTransitionTime : undefined,
  ].map((time) => (time ? Date.parse(time) : 0))
  return Math.max(...since) + after
}

/** A cluster that waits in a pool for somebody has its power from the pool. */
const isUnclaimed = ({ clusterPoolRef: pool }: Deployment['spec']): boolean =>
  pool !== undefined && pool.poolName !== '' && (!pool.claimName || !pool.claimedTimestamp)
