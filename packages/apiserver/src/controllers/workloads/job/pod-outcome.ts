import type { ContainerStatus, Job, Pod, PodFailurePolicyOnExitCodesRequirement, PodFailurePolicyRule } from '@skep/api'
import { isDeleted } from '../pods/pod-state.ts'

export const COMPLETION_INDEX = 'batch.kubernetes.io/job-completion-index'
export const TRACKING_FINALIZER = 'batch.kubernetes.io/job-tracking'

/** Whether a pod is replaced only when it has failed, and not already when it is asked to go. */
export const replacesFailedOnly = ({ spec }: Job): boolean => spec.podReplacementPolicy === 'Failed'

export const hasSucceeded = ({ status }: Pod): boolean => status?.phase === 'Succeeded'

/** Whether a pod counts as failed for its Job. */
export function hasFailed(job: Job, pod: Pod): boolean {
  if (pod.status?.phase === 'Failed') return true
  return !replacesFailedOnly(job) && isDeleted(pod) && !hasSucceeded(pod)
}

/** Whether the Job has still to count the pod. */
export const isTracked = ({ metadata }: Pod): boolean => metadata.finalizers?.includes(TRACKING_FINALIZER) ?? false

/** The index that a pod of an Indexed Job works on. */
export function completionIndex({ metadata }: Pod): number | undefined {
  const text = metadata.annotations?.[COMPLETION_INDEX]
  return text !== undefined && /^[0-9]+$/.test(text) ? Number(text) : undefined
}

/** When a pod ended, in ms, as well as can be told. */
export function finishedAt({ metadata, status }: Pod): number {
  const ends = (status?.containerStatuses ?? []).map(({ state }) => Date.parse(state?.terminated?.finishedAt ?? ''))
  if (ends.length > 0 && ends.every((end) => !Number.isNaN(end))) return Math.max(...ends)
  const unready = status?.conditions?.find(({ type, status: value }) => type === 'Ready' && value === 'False')
  const unreadyAt = Date.parse(unready?.lastTransitionTime ?? '')
  if (!Number.isNaN(unreadyAt)) return unreadyAt
  const deletedAt = Date.parse(metadata.deletionTimestamp ?? '') - (metadata.deletionGracePeriodSeconds ?? 0) * 1000
  return Number.isNaN(deletedAt) ? Date.parse(metadata.creationTimestamp ?? '') : deletedAt
}

/** What a Job's failure policy makes of a failed pod. */
export interface FailureVerdict {
  readonly action: 'FailJob' | 'FailIndex' | 'Ignore' | 'Count'
  /** Why the Job fails, for FailJob. */
  readonly message: string
}

const COUNTED: FailureVerdict = { action: 'Count', message: '' }

/** The first rule that matches decides; without one, a failure counts. */
export function judgeFailure({ spec }: Job, pod: Pod): FailureVerdict {
  for (const [index, rule] of (spec.podFailurePolicy?.rules ?? []).entries()) {
    const found = matchOf(rule, pod)
    if (found === undefined) continue
    const action = rule.action as FailureVerdict['action']
    return { action, message: `${found} matching ${rule.action} rule at index ${index}` }
  }
  return COUNTED
}

/** What about a pod a rule matches. */
function matchOf({ onExitCodes, onPodConditions }: PodFailurePolicyRule, pod: Pod): string | undefined {
  const place = `${pod.metadata.namespace}/${pod.metadata.name}`
  if (onExitCodes) {
    const { containerStatuses = [], initContainerStatuses = [] } = pod.status ?? {}
    const container = [...containerStatuses, ...initContainerStatuses].find((each) => exitsLike(onExitCodes, each))
    const code = container?.state?.terminated?.exitCode
    return container && `Container ${container.name} for pod ${place} failed with exit code ${code}`
  }
  const condition = pod.status?.conditions?.find(({ type, status }) =>
    onPodConditions?.some((pattern) => pattern.type === type && (pattern.status || 'True') === status),
  )
  return condition && `Pod ${place} has condition ${condition.type}`
}

function exitsLike(
  { containerName, operator, values }: PodFailurePolicyOnExitCodesRequirement,
  { name, state }: ContainerStatus,
): boolean {
  const code = state?.terminated?.exitCode ?? 0
  if (code === 0 || (containerName !== undefined && containerName !== name)) return false
  return operator === 'In' ? values.includes(code) : operator === 'NotIn' && !values.includes(code)
}
