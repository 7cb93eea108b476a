import { CronJob, DaemonSet, Deployment, Job, PersistentVolumeClaim, Pod, ReplicaSet, StatefulSet } from '@skep/api'
import type { Stored } from '@skep/client'
import { conditionOf } from '../conditions.ts'
import { type Explainer, isOwnedBy, missingPart, type Part, partsOf } from '../explainer.ts'
import { type Explained, failing, good, KUBELET, operator, user, type Verdict, waiting } from '../model.ts'
import type { Reader } from '../reader.ts'

/** The pods of an owner; if there are too few, why no more are made. */
async function ownPods(owner: Stored, wanted: number, read: Reader): Promise<Part[]> {
  const pods = (await read.list(Pod, { namespace: owner.metadata.namespace })).filter(isOwnedBy(owner))
  const refusal = pods.length < wanted ? await refusalPart(owner, read) : []
  return [...refusal, ...partsOf(read, pods)]
}

/** Conditions keep the first refusal; what is so now is in the newest event. */
async function refusalPart(owner: Stored, read: Reader): Promise<Part[]> {
  const warning = await read.warningOf(owner)
  if (warning?.reason !== 'FailedCreate' || !warning.message) return []
  const { namespace, name } = owner.metadata
  const ref = { name: `of ${name}`, ...(namespace ? { namespace } : {}) }
  return [missingPart(read, Pod, ref, refusedPods('Refused', warning.message, warning.lastTimestamp))]
}

/** How many of how many pods are ready, and who acts while some are not. */
function verdictOfReplicas(object: Stored, ready: number, wanted: number, children: readonly Explained[]): Verdict {
  const stated = conditionOf(object, 'Available')
  const since = stated?.lastTransitionTime ?? object.metadata.creationTimestamp
  const count = `${ready}/${wanted} ready`
  if (ready >= wanted) return good(count, since)
  const refused = conditionOf(object, 'ReplicaFailure')
  if (refused?.status === 'True') return refusedPods(count, refused.message ?? '', refused.lastTransitionTime)
  const worst = children.find(({ health }) => health !== 'good')
  const waitsFor = `${wanted - ready} of ${wanted} pods to be ready`
  return waiting({ state: count, waitsFor, since, nextActor: worst?.nextActor ?? KUBELET })
}

function refusedPods(state: string, message: string, since: string | undefined): Verdict {
  const nextActor = /quota/.test(message)
    ? user('raise the quota of the namespace')
    : operator('owner of the pod', 'tries again')
  return failing({ state, waitsFor: message, since, nextActor })
}

/** A Deployment and its pods; the sets between them say nothing of interest. */
const deployment: Explainer<Deployment> = {
  kind: Deployment,
  parts: async (object, read) => {
    const { namespace } = object.metadata
    const own = (await read.list(ReplicaSet, { namespace })).filter(isOwnedBy(object))
    const parts = await Promise.all(own.map((set) => ownPods(set, set.spec?.replicas ?? 1, read)))
    return parts.flat()
  },
  verdict: (object, children) =>
    verdictOfReplicas(object, object.status?.availableReplicas ?? 0, object.spec?.replicas ?? 1, children),
}

const replicaSet: Explainer<ReplicaSet> = {
  kind: ReplicaSet,
  parts: (object, read) => ownPods(object, object.spec?.replicas ?? 1, read),
  verdict: (object, children) =>
    verdictOfReplicas(object, object.status?.readyReplicas ?? 0, object.spec?.replicas ?? 1, children),
}

/** A StatefulSet, its pods, and claims that are not bound. */
const statefulSet: Explainer<StatefulSet> = {
  kind: StatefulSet,
  parts: (object, read) => ownPods(object, object.spec?.replicas ?? 1, read),
  verdict: (object, children) =>
    verdictOfReplicas(object, object.status?.readyReplicas ?? 0, object.spec?.replicas ?? 1, children),
}

const daemonSet: Explainer<DaemonSet> = {
  kind: DaemonSet,
  parts: (object, read) => ownPods(object, object.status?.desiredNumberScheduled ?? 0, read),
  verdict: (object, children) =>
    verdictOfReplicas(object, object.status?.numberReady ?? 0, object.status?.desiredNumberScheduled ?? 0, children),
}

const job: Explainer<Job> = {
  kind: Job,
  // One that has ended made all the pods that it wanted.
  parts: (object, read) => ownPods(object, object.status?.completionTime ? 0 : 1, read),
  verdict: (object, children) => {
    const failure = conditionOf(object, 'Failed')
    if (failure?.status === 'True') {
      return failing({
        state: failure.reason || 'Failed',
        waitsFor: failure.message || 'nothing: it has failed',
        since: failure.lastTransitionTime,
        nextActor: operator('owner of the job', 'tries again or gives up'),
      })
    }
    const complete = conditionOf(object, 'Complete')
    if (complete?.status === 'True') return good('Complete', complete.lastTransitionTime)
    const since = object.status?.startTime ?? object.metadata.creationTimestamp
    const nextActor = children.find(({ health }) => health !== 'good')?.nextActor ?? KUBELET
    return waiting({ state: 'Running', waitsFor: 'its pod to complete', since, nextActor })
  },
}

const cronJob: Explainer<CronJob> = {
  kind: CronJob,
  verdict: ({ metadata, spec }) => good(spec?.suspend ? 'Suspended' : 'Scheduled', metadata.creationTimestamp),
}

const claim: Explainer<PersistentVolumeClaim> = {
  kind: PersistentVolumeClaim,
  verdict: ({ metadata, status }) =>
    status?.phase === 'Bound'
      ? good('Bound', metadata.creationTimestamp)
      : waiting({
          state: status?.phase ?? 'Pending',
          waitsFor: 'a volume',
          since: metadata.creationTimestamp,
          nextActor: operator('storage'),
        }),
}

/** What runs pods, and what they keep their data in. */
export const WORKLOAD_EXPLAINERS: readonly Explainer[] = [
  deployment,
  replicaSet,
  statefulSet,
  daemonSet,
  job,
  cronJob,
  claim,
]
