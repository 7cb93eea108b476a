import { PersistentVolumeClaim, Pod } from '@skep/api'
import type { Stored } from '@skep/client'
import { POD_ANNOTATIONS } from '@skep/sim'
import { conditionOf } from '../conditions.ts'
import { explainDeletion } from '../deletion.ts'
import { type Explainer, partsOf } from '../explainer.ts'
import { type Actor, failing, good, KUBELET, operator, user, type Verdict, waiting } from '../model.ts'

/** Reasons for which a container does not start, and which pass only if somebody changes something. */
const NEEDS_USER = /ImagePull|InvalidImageName|CreateContainerConfigError|CreateContainerError/

/** A pod, and the volumes that it waits for. */
export const pod: Explainer<Pod> = {
  kind: Pod,
  parts: async ({ metadata: { namespace = '' }, spec }, read) => {
    const names = (spec?.volumes ?? []).map(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName)
    const wanted = names.filter((name) => name !== undefined)
    const claims = wanted.map((name) => read.get(PersistentVolumeClaim, { namespace, name }))
    return partsOf(read, await Promise.all(claims))
  },
  verdict: (object) => {
    const { status } = object
    if (status?.phase === 'Succeeded') return good('Completed', sinceReady(object))
    if (status?.phase === 'Failed') return failed(object)
    return isReady(object) ? good('Running', sinceReady(object)) : starting(object)
  },
  deletion: (object, children) =>
    (object.metadata.finalizers ?? []).length > 0
      ? explainDeletion(object, children)
      : waiting({
          state: 'Terminating',
          waitsFor: `its containers to stop${object.spec?.nodeName ? ` on node ${object.spec.nodeName}` : ''}`,
          since: object.metadata.deletionTimestamp,
          nextActor: KUBELET,
        }),
}

const isReady = (object: Pod): boolean => conditionOf(object, 'Ready')?.status === 'True'

const sinceReady = (object: Pod): string | undefined => conditionOf(object, 'Ready')?.lastTransitionTime

const failed = ({ status, metadata }: Stored<Pod>): Verdict =>
  failing({
    state: status?.reason || 'Failed',
    waitsFor: status?.message || 'nothing: it has failed',
    since: metadata.creationTimestamp,
    nextActor: operator('owner of the pod', 'makes another one'),
  })

/** A pod that a simulation was told to keep from becoming ready. */
function keptBack({ metadata }: Stored<Pod>, since: string | undefined): Verdict | undefined {
  if (metadata.annotations?.[POD_ANNOTATIONS.neverReady] !== 'true') return undefined
  const nextActor = user('take the failure back with `skep sim clear` or `skep sim reset`')
  return failing({ state: 'NeverReady', waitsFor: 'the simulation, which was told to let it fail', since, nextActor })
}

function starting(object: Stored<Pod>): Verdict {
  const scheduled = conditionOf(object, 'PodScheduled')
  const since = conditionOf(object, 'Ready')?.lastTransitionTime ?? object.metadata.creationTimestamp
  if (scheduled?.status !== 'True') return unscheduled(object)
  const blocked = blockedContainer(object)
  if (blocked) {
    const { name, reason, message } = blocked
    const nextActor: Actor = NEEDS_USER.test(reason) ? user(`see that container ${name} can start`) : KUBELET
    return failing({ state: reason, waitsFor: message || `container ${name} to start`, since, nextActor })
  }
  const kept = keptBack(object, since)
  if (kept) return kept
  const names = unreadyContainers(object)
  const waitsFor = names.length === 0 ? 'its containers to start' : `container ${names.join(', ')} to be ready`
  return waiting({ state: 'NotReady', waitsFor, since, nextActor: KUBELET })
}

function unscheduled(object: Stored<Pod>): Verdict {
  const scheduled = conditionOf(object, 'PodScheduled')
  const cannot = scheduled?.reason === 'Unschedulable'
  return (cannot ? failing : waiting)({
    state: scheduled?.reason || 'Pending',
    waitsFor: scheduled?.message || 'a node to run on',
    since: scheduled?.lastTransitionTime ?? object.metadata.creationTimestamp,
    nextActor: cannot ? user('add nodes that the pod fits on, or make room') : operator('scheduler'),
  })
}

/** The first container that is held up by more than its start. */
function blockedContainer({ status }: Pod): { name: string; reason: string; message: string } | undefined {
  for (const { name, state } of [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])]) {
    const { reason = '', message = '' } = state?.waiting ?? {}
    if (reason !== '' && reason !== 'ContainerCreating' && reason !== 'PodInitializing')
      return { name, reason, message }
  }
  return undefined
}

const unreadyContainers = ({ status }: Pod): string[] =>
  (status?.containerStatuses ?? []).filter(({ ready }) => !ready).map(({ name }) => name)
