import { setCondition } from '@skep/controller'
import { ANNOTATIONS } from '../names.js'
import { isDeleting } from '../objects.js'
/** States a condition as the next version has it, in place. */
export function setNextCondition(status, update, now) {
  status.v1beta2 ??= {}
  setCondition((status.v1beta2.conditions ??= []), update, now)
}
/** Why nothing is done to an object at present; undefined when it is not paused. */
export function pauseOf(cluster, object) {
  const reasons = [
    ...(cluster?.spec?.paused ? ['Cluster spec.paused is set to true'] : []),
    ...(object.metadata.annotations?.[ANNOTATIONS.paused] === undefined
      ? []
      : [`${object.kind} has the ${ANNOTATIONS.paused} annotation`]),
  ]
  return reasons.length === 0 ? undefined : reasons.join(', ')
}
/** States whether an object is paused. */
export function setPaused(object, pause, now) {
  const observedGeneration = object.metadata.generation
  const generation = observedGeneration === undefined ? {} : { observedGeneration }
  const update =
    pause === undefined
      ? { type: 'Paused', status: 'False', reason: 'NotPaused', ...generation }
      : { type: 'Paused', status: 'True', reason: 'Paused', message: pause, ...generation }
  setNextCondition(object.status, update, now)
}
/** States what the deletion of an object waits for. Nothing is said of one that stays. */
export function setDeleting(object, { reason, message }, now) {
  if (isDeleting(object)) setNextCondition(object.status, { type: 'Deleting', status: 'True', reason, message }, now)
}
//# sourceMappingURL=next.js.map
