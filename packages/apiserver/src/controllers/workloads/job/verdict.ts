import type { JobCondition, Pod } from '@skep/api'
import { parseIndexSet } from './index-set.ts'
import { hasFailed, judgeFailure } from './pod-outcome.ts'
import { isSuspended, type JobScope, newCondition } from './scope.ts'

const SUCCESS = 'SuccessCriteriaMet'
const FAILURE = 'FailureTarget'

/** How a Job ends, if it does: a condition of type SuccessCriteriaMet or FailureTarget. */
export function judgeJob(scope: JobScope): JobCondition | undefined {
  return (
    earlierVerdict(scope) ??
    failedByPolicy(scope) ??
    failedByLimits(scope) ??
    failedByIndexes(scope) ??
    succeededByPolicy(scope)
  )
}

const earlierVerdict = ({ job }: JobScope): JobCondition | undefined =>
  [SUCCESS, FAILURE]
    .map((type) => job.status?.conditions?.find((each) => each.type === type && each.status === 'True'))
    .find((condition) => condition !== undefined)

function failedByPolicy(scope: JobScope): JobCondition | undefined {
  const { job, pods } = scope
  if (!job.spec.podFailurePolicy) return undefined
  const verdict = pods
    .filter((pod) => hasFailed(job, pod))
    .map((pod) => judgeFailure(job, pod))
    .find(({ action }) => action === 'FailJob')
  return verdict && newCondition(scope, FAILURE, 'PodFailurePolicy', verdict.message)
}

function failedByLimits(scope: JobScope): JobCondition | undefined {
  const { job, failed } = scope
  const { backoffLimit = 6 } = job.spec
  if (failed > backoffLimit || hasRestartedTooOften(scope)) {
    return newCondition(scope, FAILURE, 'BackoffLimitExceeded', 'Job has reached the specified backoff limit')
  }
  const deadline = deadlineOf(scope)
  if (deadline === undefined || deadline > scope.context.clock.now()) return undefined
  return newCondition(scope, FAILURE, 'DeadlineExceeded', 'Job was active longer than specified deadline')
}

/** When a Job will have been active for too long, in ms. */
export function deadlineOf({ job, status }: JobScope): number | undefined {
  const { activeDeadlineSeconds } = job.spec
  if (activeDeadlineSeconds === undefined || status.startTime === undefined || isSuspended(job)) return undefined
  return Date.parse(status.startTime) + activeDeadlineSeconds * 1000
}

/** Pods that restart in place fail without ever ending; their restarts are what counts. */
function hasRestartedTooOften({ job, pods }: JobScope): boolean {
  if (job.spec.template.spec?.restartPolicy !== 'OnFailure') return false
  const { backoffLimit = 6 } = job.spec
  const restarts = pods.filter(isUnderWay).reduce((sum, pod) => sum + restartsOf(pod), 0)
  return backoffLimit === 0 ? restarts > 0 : restarts >= backoffLimit
}

const isUnderWay = ({ status }: Pod): boolean => status?.phase === 'Running' || status?.phase === 'Pending'

const restartsOf = ({ status }: Pod): number =>
  [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])].reduce(
    (sum, { restartCount }) => sum + restartCount,
    0,
  )

function failedByIndexes(scope: JobScope): JobCondition | undefined {
  const { failed, succeeded = new Set() } = scope.progress ?? {}
  if (!failed || failed.size === 0) return undefined
  const { maxFailedIndexes, completions = 0 } = scope.job.spec
  if (maxFailedIndexes !== undefined && failed.size > maxFailedIndexes) {
    const message = 'Job has exceeded the specified maximal number of failed indexes'
    return newCondition(scope, FAILURE, 'MaxFailedIndexesExceeded', message)
  }
  if (failed.size + succeeded.size < completions) return undefined
  return newCondition(scope, FAILURE, 'FailedIndexes', 'Job has failed indexes')
}

function succeededByPolicy(scope: JobScope): JobCondition | undefined {
  const { succeeded } = scope.progress ?? {}
  const { successPolicy, completions = 0 } = scope.job.spec
  if (!succeeded || succeeded.size === 0) return undefined
  const index = (successPolicy?.rules ?? []).findIndex(({ succeededIndexes, succeededCount }) => {
    if (succeededIndexes === undefined) return succeededCount !== undefined && succeeded.size >= succeededCount
    const required = parseIndexSet(succeededIndexes, completions)
    const met = [...required].filter((each) => succeeded.has(each)).length
    return required.size > 0 && (met === required.size || (succeededCount !== undefined && met >= succeededCount))
  })
  return index < 0 ? undefined : newCondition(scope, SUCCESS, 'SuccessPolicy', `Matched rules at index ${index}`)
}

/** Whether enough pods have succeeded and none is left. */
export function isComplete({ job, succeeded }: JobScope, active: number): boolean {
  const { completions } = job.spec
  if (active > 0) return false
  return completions === undefined ? succeeded > 0 : succeeded >= completions
}

/** The verdict on a Job that has what it wanted. */
export const completion = (scope: JobScope): JobCondition =>
  newCondition(scope, SUCCESS, 'CompletionsReached', 'Reached expected number of succeeded pods')

/** The condition with which a Job ends, after all its pods are accounted for. */
export const finalCondition = (scope: JobScope, { type, reason = '', message = '' }: JobCondition): JobCondition =>
  newCondition(scope, type === SUCCESS ? 'Complete' : 'Failed', reason, message)
