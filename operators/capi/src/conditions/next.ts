import { type ConditionUpdate, setCondition } from '@skep/controller'
import type { Condition, KubeObject } from '@skep/schema'
import { ANNOTATIONS } from '../names.ts'
import { type Cluster, isDeleting } from '../objects.ts'

/** A status that has conditions as the next version of the API states them. */
interface NextConditioned {
  v1beta2?: { conditions?: Condition[] | undefined } | undefined
}

/** States a condition as the next version has it, in place. */
export function setNextCondition(status: NextConditioned, update: ConditionUpdate, now: number): void {
  status.v1beta2 ??= {}
  setCondition((status.v1beta2.conditions ??= []), update, now)
}

/** Why nothing is done to an object at present; undefined when it is not paused. */
export function pauseOf(cluster: Cluster | undefined, object: KubeObject): string | undefined {
  const reasons = [
    ...(cluster?.spec?.paused ? ['Cluster spec.paused is set to true'] : []),
    ...(object.metadata.annotations?.[ANNOTATIONS.paused] === undefined
      ? []
      : [`${object.kind} has the ${ANNOTATIONS.paused} annotation`]),
  ]
  return reasons.length === 0 ? undefined : reasons.join(', ')
}

/** States whether an object is paused. */
export function setPaused(
  object: KubeObject & { status: NextConditioned },
  pause: string | undefined,
  now: number,
): void {
  const observedGeneration = object.metadata.generation
  const generation = observedGeneration === undefined ? {} : { observedGeneration }
  const update: ConditionUpdate =
    pause === undefined
      ? { type: 'Paused', status: 'False', reason: 'NotPaused', ...generation }
      : { type: 'Paused', status: 'True', reason: 'Paused', message: pause, ...generation }
  setNextCondition(object.status, update, now)
}

/** How far a deletion is. */
export interface DeletionProgress {
  readonly reason: string
  readonly message: string
}

/** States what the deletion of an object waits for. Nothing is said of one that stays. */
export function setDeleting(
  object: KubeObject & { status: NextConditioned },
  { reason, message }: DeletionProgress,
  now: number,
): void {
  if (isDeleting(object)) setNextCondition(object.status, { type: 'Deleting', status: 'True', reason, message }, now)
}
