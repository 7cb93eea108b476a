import { DaemonSet, Deployment, Job, PersistentVolumeClaim, Pod, ReplicaSet, StatefulSet } from '@skep/api'
import type { Stored } from '@skep/client'
import { conditionOf } from '../conditions.ts'
import { type Explainer, isOwnedBy, type Part, partsOf } from '../explainer.ts'
import { type Explained, failing, good, KUBELET, operator, user, type Verdict, waiting } from '../model.ts'
import type { Reader } from '../reader.ts'

const ownPods = async (owner: Stored, read: Reader): Promise<Part[]> => {
  const pods = await read.list(Pod, { namespace: owner.metadata.namespace })
  return partsOf(read, pods.filter(isOwnedBy(owner)))
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
    : operator('replica sets', 'retries')
  return failing({ state, waitsFor: message, since, nextActor })
}

/** A Deployment and its pods; the sets between them say nothing of interest. */
const deployment: Explainer<Deployment> = {
  kind: Deployment,
  parts: async (object, read) => {
    const { namespace } = object.metadata
    const [sets, pods] = await Promise.all([read.list(ReplicaSet, { namespace }), read.list(Pod, { namespace })])
    const own = sets.filter(isOwnedBy(object))
    return partsOf(
      read,
      own.flatMap((set) => pods.filter(isOwnedBy(set))),
    )
  },
  verdict: (object, children) =>
    verdictOfReplicas(object, object.status?.availableReplicas ?? 0, object.spec?.replicas ?? 1, children),
}

const replicaSet: Explainer<ReplicaSet> = {
  kind: ReplicaSet,
  parts: ownPods,
  verdict: (object, children) =>
    verdictOfReplicas(object, object.status?.readyReplicas ?? 0, object.spec?.replicas ?? 1, children),
}

/** A StatefulSet, its pods, and claims that are not bound. */
const statefulSet: Explainer<StatefulSet> = {
  kind: StatefulSet,
  parts: ownPods,
  verdict: (object, children) =>
    verdictOfReplicas(object, object.status?.readyReplicas ?? 0, object.spec?.replicas ?? 1, children),
}

const daemonSet: Explainer<DaemonSet> = {
  kind: DaemonSet,
  parts: ownPods,
  verdict: (object, children) =>
    verdictOfReplicas(object, object.status?.numberReady ?? 0, object.status?.desiredNumberScheduled ?? 0, children),
}

const job: Explainer<Job> = {
  kind: Job,
  parts: ownPods,
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
export const WORKLOAD_EXPLAINERS: readonly Explainer[] = [deployment, replicaSet, statefulSet, daemonSet, job, claim]
