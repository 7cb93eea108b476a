import type { Job, JobCondition, Pod } from '@skep/api'
import { formatTime } from '@skep/base'
import type { ClusterView } from '../../../contracts.ts'
import {
  type ControllerContext,
  type ControllerDefinition,
  forgetCluster,
  isResource,
  type ObjectKey,
  type Outcome,
  ownKey,
  serviceAccount,
} from '../../controller.ts'
import type { ObjectEvent } from '../../object-event.ts'
import { JOBS, PODS } from '../../resources.ts'
import { dependentKeys } from '../dependent-keys.ts'
import { candidatesFor, controlledBy, inNamespace, type WorkloadIndexes } from '../indexes.ts'
import { claimObjects, controllerOf, isControlledByKind } from '../ownership.ts'
import { deletePod } from '../pods/pod-control.ts'
import { isDeleted } from '../pods/pod-state.ts'
import { account } from './accounting.ts'
import { extendRecord, type FailureRecord } from './backoff.ts'
import { manageJobPods, stopTracking } from './job-pods.ts'
import { isTracked } from './pod-outcome.ts'
import { activePods, createScope, isSuspended, JOB, type JobScope, newCondition, presentPods, tell } from './scope.ts'
import { completion, deadlineOf, isComplete, judgeJob } from './verdict.ts'

const OWN_NAME = 'kubernetes.io/job-controller'
/** Marks the key of a pod whose Job no longer counts it; no object's name has a space. */
const LEFTOVER = 'leftover '

/** Runs pods until enough of them have succeeded. */
export function jobController(context: ControllerContext, indexes: WorkloadIndexes): ControllerDefinition {
  /** Failures of unfinished Jobs since their last success, by `cluster/uid`. */
  const records = new Map<string, FailureRecord>()
  const dependents = {
    kind: JOB,
    inNamespace: (clusterId: string, namespace: string) => indexes.jobs.find(clusterId, inNamespace(namespace)),
    selectorOf: ({ spec }: Job) => spec.selector,
  }
  return {
    name: 'job',
    identity: serviceAccount('job-controller'),
    watches: [JOBS, PODS],
    keysOf: (event) =>
      isResource(event, PODS) ? [...dependentKeys(event, dependents), ...leftoverKeys(event)] : keysOfJob(event),
    reconcile: async ({ namespace, name }, cluster) => {
      if (name.startsWith(LEFTOVER)) return releaseLeftover(cluster, namespace, name.slice(LEFTOVER.length))
      const job = cluster.objects.get(JOBS, namespace, name) as Job | undefined
      if (!job || !isOurs(job)) return undefined
      return isFinished(job) ? undefined : sync(cluster, job)
    },
    clusterGone: (clusterId) => forgetCluster(records, clusterId),
  }

  function keysOfJob(event: ObjectEvent): ObjectKey[] {
    const job = event.object as Job
    const isOver = event.type === 'delete' || isFinished(job)
    if (!isOver) return [ownKey(event)]
    records.delete(recordKey(event.clusterId, job))
    const left = indexes.pods.find(event.clusterId, controlledBy(job.metadata.uid ?? '')).filter(isTracked)
    return left.map((pod) => leftoverKey(event.clusterId, pod))
  }

  async function sync(cluster: ClusterView, job: Job): Promise<Outcome | undefined> {
    const key = recordKey(cluster.id, job)
    const claimant = { kind: JOB, owner: job, selector: job.spec.selector ?? {} }
    const pods = await claimObjects(cluster, PODS, claimant, candidatesFor(indexes.pods, cluster.id, job))
    const scope = createScope({ context, indexes, cluster, job, pods }, (succeeded, failed) =>
      extendRecord(records.get(key), succeeded, failed),
    )
    records.set(key, scope.record)
    return run(scope)
  }
}

const recordKey = (clusterId: string, { metadata }: Job): string => `${clusterId}/${metadata.uid}`

const isOurs = ({ spec }: Job): boolean => spec.managedBy === undefined || spec.managedBy === OWN_NAME

/** Whether a Job has ended, well or not. */
export const isFinished = ({ status }: Job): boolean =>
  status?.conditions?.some(
    ({ type, status: value }) => (type === 'Complete' || type === 'Failed') && value === 'True',
  ) ?? false

/** A pod that no Job counts any more must not be held for one. */
function leftoverKeys({ type, clusterId, object }: ObjectEvent): ObjectKey[] {
  const pod = object as Pod
  const isHeld = type === 'put' && isTracked(pod) && (isDeleted(pod) || !controllerOf(pod))
  return isHeld ? [leftoverKey(clusterId, pod)] : []
}

const leftoverKey = (clusterId: string, { metadata }: Pod): ObjectKey => ({
  clusterId,
  namespace: metadata.namespace ?? '',
  name: `${LEFTOVER}${metadata.name}`,
})

async function releaseLeftover(cluster: ClusterView, namespace: string, name: string): Promise<undefined> {
  const pod = cluster.objects.get(PODS, namespace, name) as Pod | undefined
  if (!pod || !isTracked(pod)) return undefined
  const owner = controllerOf(pod)
  if (owner && !isControlledByKind(owner, JOB)) return undefined
  const job = owner && (cluster.objects.get(JOBS, namespace, owner.name) as Job | undefined)
  const isCounted = job && job.metadata.uid === owner.uid && (!isFinished(job) || !isOurs(job))
  if (!isCounted) await stopTracking({ cluster }, pod)
  return undefined
}

async function run(scope: JobScope): Promise<Outcome | undefined> {
  const { job, context } = scope
  if (scope.status.startTime === undefined && !isSuspended(job)) {
    scope.status.startTime = formatTime(context.clock.now())
  }
  const step = await moveOn(scope)
  await account(scope, step.verdict)
  if (step.failure !== undefined) throw step.failure
  const deadline = step.verdict ? undefined : deadlineOf(scope)
  const waits = [step.wait, deadline && deadline - context.clock.now()].filter((wait) => wait !== undefined)
  return waits.length === 0 ? undefined : { requeueAfterMs: Math.max(0, Math.min(...waits)) }
}

interface Step {
  readonly verdict?: JobCondition | undefined
  readonly wait?: number | undefined
  /** What went wrong; the status is written all the same. */
  readonly failure?: unknown
}

async function moveOn(scope: JobScope): Promise<Step> {
  try {
    const verdict = judgeJob(scope)
    if (verdict) {
      await Promise.all(activePods(scope.pods).map((pod) => deletePod(scope.owner, pod)))
      return { verdict }
    }
    if (isDeleted(scope.job)) return {}
    const wait = await manageJobPods(scope)
    if (isComplete(scope, activePods(presentPods(scope)).length)) return { verdict: completion(scope) }
    noteSuspension(scope)
    return { wait }
  } catch (failure) {
    return { failure }
  }
}

/** Says when a Job is suspended or resumed; resuming starts its clock anew. */
function noteSuspension(scope: JobScope): void {
  const { job, status, context } = scope
  const conditions = status.conditions ?? []
  const before = conditions.find(({ type }) => type === 'Suspended')
  const suspended = isSuspended(job)
  if ((before?.status === 'True') === suspended) return
  const [value, reason, message] = suspended
    ? (['True', 'JobSuspended', 'Job suspended'] as const)
    : (['False', 'JobResumed', 'Job resumed'] as const)
  const others = conditions.filter((condition) => condition !== before)
  status.conditions = [...others, newCondition(scope, 'Suspended', reason, message, value)]
  if (suspended) delete status.startTime
  else status.startTime = formatTime(context.clock.now())
  tell(scope, { reason: suspended ? 'Suspended' : 'Resumed', message })
}
