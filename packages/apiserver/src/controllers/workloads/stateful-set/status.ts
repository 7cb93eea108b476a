import type { StatefulSet } from '@skep/api'
import { withoutZeros } from '../counts.ts'
import { isAvailable, isDeleted, isReady } from '../pods/pod-state.ts'
import { sizeOf } from './ordinals.ts'
import { presentMembers, revisionOf, type SetScope } from './scope.ts'

type StatefulSetStatus = NonNullable<StatefulSet['status']>

/** The status of a set, from its members as they are now. */
export function setStatus(scope: SetScope): StatefulSetStatus {
  const { set, context, currentRevision, updateRevision, collisionCount } = scope
  const pods = [...presentMembers(scope).values()]
  const ready = pods.filter((pod) => pod.status?.phase === 'Running' && isReady(pod))
  const staying = pods.filter((pod) => !isDeleted(pod))
  const ofRevision = (name: string | undefined): number => staying.filter((pod) => revisionOf(pod) === name).length
  const counts = { replicas: pods.length, ready: ready.length, updated: ofRevision(updateRevision.metadata.name) }
  // When all members are of the new revision and well, it is the current one.
  const isDone = Object.values(counts).every((count) => count === sizeOf(set))
  const { conditions } = set.status ?? {}
  return {
    observedGeneration: set.metadata.generation ?? 0,
    replicas: counts.replicas,
    ...withoutZeros({
      readyReplicas: counts.ready,
      currentReplicas: isDone ? counts.updated : ofRevision(currentRevision.metadata.name),
      updatedReplicas: counts.updated,
    }),
    currentRevision: (isDone ? updateRevision : currentRevision).metadata.name ?? '',
    updateRevision: updateRevision.metadata.name ?? '',
    collisionCount,
    availableReplicas: ready.filter((pod) => isAvailable(pod, set.spec.minReadySeconds ?? 0, context.clock.now()))
      .length,
    ...(conditions && { conditions }),
  }
}
