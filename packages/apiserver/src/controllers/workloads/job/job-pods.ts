import type { Container, Job, Pod, PodTemplateSpec } from '@skep/api'
import type { KubeObject } from '@skep/schema'
import { PODS } from '../../resources.ts'
import { podsToSpare } from '../pods/deletion-order.ts'
import { createPod, deletePod, podFromTemplate } from '../pods/pod-control.ts'
import { isTerminating } from '../pods/pod-state.ts'
import { slowStart } from '../slow-start.ts'
import { remainingBackoff } from './backoff.ts'
import {
  COMPLETION_INDEX,
  completionIndex,
  finishedAt,
  hasFailed,
  isTracked,
  judgeFailure,
  replacesFailedOnly,
  TRACKING_FINALIZER,
} from './pod-outcome.ts'
import { activePods, failsByIndex, failuresBefore, isIndexed, isSuspended, isValid, type JobScope } from './scope.ts'

const BURST = 500
const FAILURE_COUNT = 'batch.kubernetes.io/job-index-failure-count'
const IGNORED_COUNT = 'batch.kubernetes.io/job-index-ignored-failure-count'
const INDEX_VARIABLE = 'JOB_COMPLETION_INDEX'
/** Longest beginning of a generated name. */
const MAX_PREFIX = 58

/** Brings the number of running pods to what the Job wants now. Milliseconds until more may be made, if that is later. */
export async function manageJobPods(scope: JobScope): Promise<number | undefined> {
  const { job, pods } = scope
  const active = activePods(pods)
  const wanted = isSuspended(job) ? 0 : wantedActive(scope, active.length)
  const excess = excessPods(job, active, Math.max(0, active.length - wanted))
  if (excess.length > 0) {
    await Promise.all(excess.slice(0, BURST).map((pod) => dismiss(scope, pod)))
    return undefined
  }
  const leaving = replacesFailedOnly(job) ? pods.filter(isTerminating).length : 0
  const missing = Math.min(wanted - active.length - leaving, BURST)
  return missing > 0 && !isSuspended(job) ? addPods(scope, missing) : undefined
}

function wantedActive({ job, succeeded }: JobScope, active: number): number {
  const { completions, parallelism = 1 } = job.spec
  // Without a number of completions, the first success says that the work is done; the others finish.
  if (completions === undefined) return succeeded > 0 ? active : parallelism
  return Math.max(0, Math.min(completions - succeeded, parallelism))
}

/** Pods to remove: any beyond the one for an index, and then those that can best be spared. */
function excessPods(job: Job, active: readonly Pod[], atLeast: number): Pod[] {
  const spare = isIndexed(job) ? duplicates(job, active) : []
  const left = active.filter((pod) => !spare.includes(pod))
  return [...spare, ...podsToSpare(left, [], Math.max(0, atLeast - spare.length))]
}

function duplicates(job: Job, active: readonly Pod[]): Pod[] {
  const seen = new Set<number>()
  return active.filter((pod) => {
    const index = completionIndex(pod)
    if (index === undefined || !isValid(job, pod) || seen.has(index)) return true
    seen.add(index)
    return false
  })
}

/** Removes a pod that the Job does not need, without counting it as failed. */
async function dismiss(scope: JobScope, pod: Pod): Promise<void> {
  await stopTracking(scope, pod)
  await deletePod(scope.owner, pod)
}

/** Lets go of a pod whose outcome is noted. */
export async function stopTracking({ cluster }: Pick<JobScope, 'cluster'>, { metadata }: Pod): Promise<void> {
  const change = (stored: KubeObject): KubeObject | undefined => {
    const { finalizers = [], ...rest } = stored.metadata
    if (stored.metadata.uid !== metadata.uid || !finalizers.includes(TRACKING_FINALIZER)) return undefined
    const others = finalizers.filter((finalizer) => finalizer !== TRACKING_FINALIZER)
    return { ...stored, metadata: others.length > 0 ? { ...rest, finalizers: others } : rest }
  }
  await cluster.objects.modify(PODS, metadata.namespace ?? '', metadata.name ?? '', change)
}

async function addPods(scope: JobScope, missing: number): Promise<number | undefined> {
  const now = scope.context.clock.now()
  if (!failsByIndex(scope.job)) {
    const wait = remainingBackoff(scope.record, now)
    if (wait > 0) return wait
  }
  if (!isIndexed(scope.job)) {
    await slowStart(missing, () => createPod(scope.owner, newPod(scope, undefined)))
    return undefined
  }
  const pending = pendingIndexes(scope, missing)
  const waits = pending.map((index) => indexBackoff(scope, index, now))
  const due = pending.filter((_, position) => waits[position] === 0)
  await slowStart(due.length, (position) => createPod(scope.owner, newPod(scope, due[position])))
  return due.length === pending.length ? undefined : Math.min(...waits.filter((wait) => wait > 0))
}

/** The first indexes that are neither done nor being worked on. */
function pendingIndexes({ job, pods, progress }: JobScope, count: number): number[] {
  const taken = new Set([...(progress?.succeeded ?? []), ...(progress?.failed ?? [])])
  const busy = replacesFailedOnly(job) ? [...activePods(pods), ...pods.filter(isTerminating)] : activePods(pods)
  for (const pod of busy) taken.add(completionIndex(pod) ?? -1)
  const pending: number[] = []
  for (let index = 0; index < (job.spec.completions ?? 0) && pending.length < count; index++) {
    if (!taken.has(index)) pending.push(index)
  }
  return pending
}

function indexBackoff(scope: JobScope, index: number, now: number): number {
  const last = failsByIndex(scope.job) ? podsToReplace(scope).get(index) : undefined
  if (!last) return 0
  const failures = failuresBefore(last) + ignoredBefore(last) + 1
  return remainingBackoff({ failures, lastAt: finishedAt(last) }, now)
}

const ignoredBefore = ({ metadata }: Pod): number => Number(metadata.annotations?.[IGNORED_COUNT] ?? 0) || 0

/** The last failed pod of each index that will be tried again. It is kept until then, for it carries the count. */
export function podsToReplace({ job, pods, progress }: JobScope): Map<number, Pod> {
  const replaced = new Map<number, Pod>()
  const busy = new Set(activePods(pods).map(completionIndex))
  for (const pod of pods) {
    const index = completionIndex(pod)
    if (index === undefined || !isTracked(pod) || !hasFailed(job, pod) || !isValid(job, pod)) continue
    if (busy.has(index) || progress?.succeeded.has(index) || progress?.failed?.has(index)) continue
    const known = replaced.get(index)
    if (!known || failuresBefore(known) + ignoredBefore(known) <= failuresBefore(pod) + ignoredBefore(pod)) {
      replaced.set(index, pod)
    }
  }
  return replaced
}

function newPod(scope: JobScope, index: number | undefined): Pod {
  const { job } = scope
  const template = index === undefined ? job.spec.template : templateFor(scope, index)
  const pod = podFromTemplate(scope.owner, template)
  const finalizers = [...(pod.metadata.finalizers ?? []), TRACKING_FINALIZER]
  const ending = `-${index}-`
  const generateName =
    index === undefined
      ? pod.metadata.generateName
      : `${(job.metadata.name ?? '').slice(0, MAX_PREFIX - ending.length)}${ending}`
  return {
    ...pod,
    metadata: { ...pod.metadata, generateName: generateName ?? '', finalizers: [...new Set(finalizers)] },
  }
}

function templateFor(scope: JobScope, index: number): PodTemplateSpec {
  const { metadata, spec } = scope.job.spec.template
  const { initContainers, containers } = spec!
  return {
    metadata: {
      ...metadata,
      labels: { ...metadata?.labels, [COMPLETION_INDEX]: String(index) },
      annotations: { ...metadata?.annotations, [COMPLETION_INDEX]: String(index), ...failureCounts(scope, index) },
    },
    spec: {
      ...spec!,
      hostname: `${scope.job.metadata.name}-${index}`,
      containers: containers.map(withIndexVariable),
      ...(initContainers && { initContainers: initContainers.map(withIndexVariable) }),
    },
  }
}

function failureCounts(scope: JobScope, index: number): Record<string, string> {
  if (!failsByIndex(scope.job)) return {}
  const last = podsToReplace(scope).get(index)
  const isIgnored = last !== undefined && judgeFailure(scope.job, last).action === 'Ignore'
  const counted = last ? failuresBefore(last) + (isIgnored ? 0 : 1) : 0
  const ignored = last ? ignoredBefore(last) + (isIgnored ? 1 : 0) : 0
  return { [FAILURE_COUNT]: String(counted), ...(ignored > 0 && { [IGNORED_COUNT]: String(ignored) }) }
}

/** Programs learn their index from a variable. */
function withIndexVariable<T extends Container>(container: T): T {
  if (container.env?.some(({ name }) => name === INDEX_VARIABLE)) return container
  const fieldRef = { fieldPath: `metadata.labels['${COMPLETION_INDEX}']` }
  return { ...container, env: [...(container.env ?? []), { name: INDEX_VARIABLE, valueFrom: { fieldRef } }] }
}
