import type { Pod } from '@skep/api'
import type { KubeObject } from '@skep/schema'

export const isDeleted = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp !== undefined

/** Whether a pod has ended, well or not. */
export const isFinished = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed'

/** Whether a pod counts as one of its controller's: it has not ended and is not asked to. */
export const isActive = (pod: Pod): boolean => !isFinished(pod) && !isDeleted(pod)

/** Whether a pod is asked to end and has not yet. */
export const isTerminating = (pod: Pod): boolean => !isFinished(pod) && isDeleted(pod)

const readyCondition = ({ status }: Pod) => status?.conditions?.find(({ type }) => type === 'Ready')

export const isReady = (pod: Pod): boolean => readyCondition(pod)?.status === 'True'

/** When a pod became ready, in ms; undefined when it is not, or does not say. */
export function readySince(pod: Pod): number | undefined {
  const condition = readyCondition(pod)
  const time = condition?.status === 'True' ? Date.parse(condition.lastTransitionTime ?? '') : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** Whether a pod has been ready for long enough to be relied on. */
export function isAvailable(pod: Pod, minReadySeconds: number, now: number): boolean {
  if (!isReady(pod)) return false
  if (minReadySeconds <= 0) return true
  const since = readySince(pod)
  return since !== undefined && since + minReadySeconds * 1000 <= now
}

/** Milliseconds until the next of the pods becomes available by the passing of time alone. */
export function untilNextAvailable(pods: readonly Pod[], minReadySeconds: number, now: number): number | undefined {
  if (minReadySeconds <= 0) return undefined
  const waits = pods.flatMap((pod) => {
    const since = isAvailable(pod, minReadySeconds, now) ? undefined : readySince(pod)
    return since === undefined ? [] : [since + minReadySeconds * 1000 - now]
  })
  return waits.length === 0 ? undefined : Math.max(1, Math.min(...waits))
}
