import { type LabelSelector, matchesSelector } from '@skep/api'
import type { KubeObject } from '@skep/schema'
import type { GroupVersionKind } from '../../contracts.ts'
import type { ObjectKey } from '../controller.ts'
import type { ObjectEvent } from '../object-event.ts'
import { controllerOf, isControlledByKind } from './ownership.ts'

/** How a controller finds out whom a change of a dependent concerns. */
export interface Dependents<T extends KubeObject> {
  /** Kind of the controller objects. */
  readonly kind: GroupVersionKind
  /** All controller objects of a namespace. */
  inNamespace(clusterId: string, namespace: string): readonly T[]
  selectorOf(object: T): LabelSelector | undefined
}

/**
 * Keys of the controller objects that a change of a dependent concerns: the one it names, the one it named before, or,
 * when it is nobody's and newly so, all that select it and may take it in.
 */
export function dependentKeys<T extends KubeObject>(event: ObjectEvent, dependents: Dependents<T>): ObjectKey[] {
  const { clusterId, namespace, object, previous } = event
  const current = controllerOf(object)
  const before = previous && controllerOf(previous)
  const names = new Set<string>()
  for (const reference of [current, before]) {
    if (reference && isControlledByKind(reference, dependents.kind)) names.add(reference.name)
  }
  if (!current && event.type === 'put' && mayBeTakenIn(event)) {
    for (const owner of dependents.inNamespace(clusterId, namespace)) {
      const selector = dependents.selectorOf(owner)
      if (selector && matchesSelector(selector, object.metadata.labels)) names.add(owner.metadata.name ?? '')
    }
  }
  return [...names].map((name) => ({ clusterId, namespace, name }))
}

/** An orphan is looked at when it appears, is orphaned or changes its labels; its other changes are its own affair. */
function mayBeTakenIn({ object, previous }: ObjectEvent): boolean {
  if (!previous || controllerOf(previous)) return true
  return JSON.stringify(object.metadata.labels) !== JSON.stringify(previous.metadata.labels)
}
