import type { JobCondition, JobStatus, Pod } from '@skep/api'
import { JOBS } from '../../resources.ts'
import { withoutZeros } from '../counts.ts'
import { isReady, isTerminating } from '../pods/pod-state.ts'
import { writeStatus } from '../status-writer.ts'
import { formatIndexSet } from './index-set.ts'
import { podsToReplace, stopTracking } from './job-pods.ts'
import { completionIndex, hasFailed, hasSucceeded, isTracked, judgeFailure } from './pod-outcome.ts'
import { activePods, failsByIndex, isIndexed, isValid, type JobScope, presentPods, tell } from './scope.ts'
import { finalCondition } from './verdict.ts'

/** Pods that are noted at once; each takes room in the status. */
const MAX_UNCOUNTED = 500

interface Uncounted {
  succeeded: string[]
  failed: string[]
}

/**
 * Counts pods that have ended. Each is noted in the status first, then let go of, and then added to the count: so none
 * is lost or counted twice, whenever the server stops. With a verdict, the Job ends when nothing is left to count.
 */
export async function account(scope: JobScope, verdict: JobCondition | undefined): Promise<void> {
  const uncounted = uncountedOf(scope)
  const due = scope.pods.filter((pod) => isTracked(pod) && canLetGo(scope, pod, verdict)).slice(0, MAX_UNCOUNTED)
  for (const pod of due) noteOutcome(scope, pod, verdict, uncounted)
  noteProgress(scope)
  if (verdict) noteVerdict(scope, verdict)
  const isNoted = due.length > 0
  if (isNoted) await write(scope, uncounted)
  await Promise.all(due.map((pod) => stopTracking(scope, pod)))
  settle(scope, uncounted)
  const final = verdict && isAllSettled(scope, uncounted) ? end(scope, verdict) : undefined
  await write(scope, uncounted)
  if (final) tellEnd(scope, final)
}

function uncountedOf({ status }: JobScope): Uncounted {
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {}
  return { succeeded: [...succeeded], failed: [...failed] }
}

function canLetGo(scope: JobScope, pod: Pod, verdict: JobCondition | undefined): boolean {
  const { job } = scope
  if (job.metadata.deletionTimestamp !== undefined || verdict || hasSucceeded(pod)) return true
  if (!hasFailed(job, pod)) return false
  return !failsByIndex(job) || podsToReplace(scope).get(completionIndex(pod) ?? -1) !== pod
}

function noteOutcome({ job }: JobScope, pod: Pod, verdict: JobCondition | undefined, uncounted: Uncounted): void {
  const uid = pod.metadata.uid ?? ''
  if (hasSucceeded(pod)) {
    if (!isIndexed(job) && !uncounted.succeeded.includes(uid)) uncounted.succeeded.push(uid)
    return
  }
  const isLost = hasFailed(job, pod) || verdict?.type === 'FailureTarget'
  const counts = isLost && isValid(job, pod) && judgeFailure(job, pod).action !== 'Ignore'
  if (counts && !uncounted.failed.includes(uid)) uncounted.failed.push(uid)
}

function noteProgress({ job, progress, status }: JobScope): void {
  if (!progress) return
  status.succeeded = progress.succeeded.size
  status.completedIndexes = formatIndexSet(progress.succeeded)
  if (failsByIndex(job)) status.failedIndexes = formatIndexSet(progress.failed ?? new Set())
}

function noteVerdict({ status }: JobScope, verdict: JobCondition): void {
  const conditions = status.conditions ?? []
  if (!conditions.some(({ type }) => type === verdict.type)) status.conditions = [...conditions, verdict]
}

/** Adds what is no longer tracked to the counts. */
function settle(scope: JobScope, uncounted: Uncounted): void {
  const tracked = new Set(
    presentPods(scope)
      .filter(isTracked)
      .map(({ metadata }) => metadata.uid),
  )
  for (const outcome of ['succeeded', 'failed'] as const) {
    const left = uncounted[outcome].filter((uid) => tracked.has(uid))
    scope.status[outcome] = (scope.status[outcome] ?? 0) + uncounted[outcome].length - left.length
    uncounted[outcome] = left
  }
}

function isAllSettled(scope: JobScope, { succeeded, failed }: Uncounted): boolean {
  return succeeded.length + failed.length === 0 && !presentPods(scope).some(isTerminating)
}

function end(scope: JobScope, verdict: JobCondition): JobCondition {
  const final = finalCondition(scope, verdict)
  scope.status.conditions = [...(scope.status.conditions ?? []), final]
  if (final.type === 'Complete') scope.status.completionTime = final.lastTransitionTime ?? ''
  return final
}

function tellEnd(scope: JobScope, { type, reason = '', message = '' }: JobCondition): void {
  if (type === 'Complete') tell(scope, { reason: 'Completed', message: 'Job completed' })
  else tell(scope, { type: 'Warning', reason, message })
}

/** Writes the status with the pods counted as they are now. */
async function write(scope: JobScope, { succeeded, failed }: Uncounted): Promise<void> {
  const pods = presentPods(scope)
  const active = activePods(pods)
  const { active: _active, succeeded: done = 0, failed: lost = 0, completedIndexes, ...rest } = scope.status
  const status: JobStatus = {
    ...rest,
    ...withoutZeros({ active: active.length, succeeded: done, failed: lost }),
    ready: active.filter(isReady).length,
    terminating: pods.filter(isTerminating).length,
    ...(completedIndexes && { completedIndexes }),
    uncountedTerminatedPods: { ...(succeeded.length > 0 && { succeeded }), ...(failed.length > 0 && { failed }) },
  }
  scope.reported = await writeStatus(scope.cluster, JOBS, scope.reported, status)
}
