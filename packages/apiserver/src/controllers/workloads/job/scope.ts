import type { Job, JobCondition, JobStatus, Pod } from '@skep/api'
import { formatTime } from '@skep/base'
import type { ClusterView } from '../../../contracts.ts'
import type { ControllerContext } from '../../controller.ts'
import { controlledBy, type WorkloadIndexes } from '../indexes.ts'
import type { PodOwner } from '../pods/pod-control.ts'
import { isActive } from '../pods/pod-state.ts'
import type { FailureRecord } from './backoff.ts'
import { parseIndexSet } from './index-set.ts'
import { completionIndex, hasFailed, hasSucceeded, isTracked, judgeFailure } from './pod-outcome.ts'

export const JOB = { group: 'batch', version: 'v1', kind: 'Job' }
export const COMPONENT = 'job-controller'

/** Indexes of an Indexed Job that are done, well or not. */
export interface IndexProgress {
  readonly succeeded: Set<number>
  /** Undefined when indexes do not fail one by one. */
  readonly failed: Set<number> | undefined
}

/** Everything that one look at one Job works with. */
export interface JobScope {
  readonly context: ControllerContext
  readonly indexes: WorkloadIndexes
  readonly cluster: ClusterView
  /** As it was read. */
  readonly job: Job
  /** Its pods as they were at the start; what has ended is counted from these. */
  readonly pods: readonly Pod[]
  readonly newlySucceeded: readonly Pod[]
  readonly newlyFailed: readonly Pod[]
  readonly succeeded: number
  readonly failed: number
  readonly progress: IndexProgress | undefined
  readonly record: FailureRecord
  readonly owner: PodOwner
  /** What becomes of the status. */
  status: JobStatus
  /** The Job with the status that was last written. */
  reported: Job
}

export const isIndexed = ({ spec }: Job): boolean => spec.completionMode === 'Indexed'
export const isSuspended = ({ spec }: Job): boolean => spec.suspend === true
export const failsByIndex = (job: Job): boolean => isIndexed(job) && job.spec.backoffLimitPerIndex !== undefined

/** Pods of a Job as they are now. */
export const presentPods = ({ indexes, cluster, job }: JobScope): Pod[] =>
  indexes.pods.find(cluster.id, controlledBy(job.metadata.uid ?? ''))

export const activePods = (pods: readonly Pod[]): Pod[] => pods.filter(isActive)

/** Whether a pod is one that the Job asked for: of an index that it still has. */
export function isValid({ spec, ...job }: Job, pod: Pod): boolean {
  if (!isIndexed({ spec, ...job } as Job)) return true
  const index = completionIndex(pod)
  return index !== undefined && index < (spec.completions ?? 0)
}

/** Tells the Job's users what happens. */
export function tell(
  { context, cluster, job }: JobScope,
  what: { type?: 'Warning'; reason: string; message: string },
): void {
  context.events.record(cluster, job, { component: COMPONENT, ...what })
}

/** A condition that has just come about. */
export function newCondition(
  { context }: JobScope,
  type: string,
  reason: string,
  message: string,
  status = 'True',
): JobCondition {
  const now = formatTime(context.clock.now())
  return { type, status, lastProbeTime: now, lastTransitionTime: now, reason, message }
}

/** Works out what has happened to a Job's pods since its status was written. */
export function createScope(
  base: Pick<JobScope, 'context' | 'indexes' | 'cluster' | 'job' | 'pods'>,
  recordOf: (succeeded: readonly Pod[], failed: readonly Pod[]) => FailureRecord,
): JobScope {
  const { context, cluster, job, pods } = base
  const { uncountedTerminatedPods = {}, succeeded = 0, failed = 0, ...rest } = job.status ?? {}
  const uncounted = { succeeded: uncountedTerminatedPods.succeeded ?? [], failed: uncountedTerminatedPods.failed ?? [] }
  const isNew = (known: readonly string[]) => (pod: Pod) =>
    isTracked(pod) && isValid(job, pod) && !known.includes(pod.metadata.uid ?? '')
  const newlySucceeded = pods.filter(hasSucceeded).filter(isNew(uncounted.succeeded))
  const newlyFailed = pods.filter((pod) => hasFailed(job, pod)).filter(isNew(uncounted.failed))
  const counting = newlyFailed.filter((pod) => judgeFailure(job, pod).action !== 'Ignore')
  const progress = isIndexed(job) ? indexProgress(job, pods) : undefined
  return {
    ...base,
    newlySucceeded,
    newlyFailed,
    succeeded: progress ? progress.succeeded.size : succeeded + newlySucceeded.length + uncounted.succeeded.length,
    failed: failed + counting.length + uncounted.failed.length,
    progress,
    record: recordOf(newlySucceeded, newlyFailed),
    owner: { cluster, events: context.events, component: COMPONENT, kind: JOB, object: job },
    status: { ...rest, succeeded, failed, uncountedTerminatedPods: uncounted },
    reported: job,
  }
}

const FAILURE_COUNT = 'batch.kubernetes.io/job-index-failure-count'

/** How often an index had failed before this pod. */
export const failuresBefore = ({ metadata }: Pod): number => Number(metadata.annotations?.[FAILURE_COUNT] ?? 0) || 0

function indexProgress(job: Job, pods: readonly Pod[]): IndexProgress {
  const { completions = 0, backoffLimitPerIndex = 0 } = job.spec
  const succeeded = parseIndexSet(job.status?.completedIndexes, completions)
  for (const pod of pods) if (hasSucceeded(pod) && isValid(job, pod)) succeeded.add(completionIndex(pod)!)
  if (!failsByIndex(job)) return { succeeded, failed: undefined }
  const failed = parseIndexSet(job.status?.failedIndexes, completions)
  for (const pod of pods) {
    if (!isTracked(pod) || !hasFailed(job, pod) || !isValid(job, pod)) continue
    const { action } = judgeFailure(job, pod)
    const isFinal = action === 'FailIndex' || (action !== 'Ignore' && failuresBefore(pod) >= backoffLimitPerIndex)
    if (isFinal && !succeeded.has(completionIndex(pod)!)) failed.add(completionIndex(pod)!)
  }
  return { succeeded, failed }
}
