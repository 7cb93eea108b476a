import type { KubeObject } from '@skep/schema'
import type { Stored } from './kind.ts'
import { type ObjectChange, objectKey } from './known-objects.ts'

/** The values under which an object is to be found. */
export type IndexFunction<T extends KubeObject = KubeObject> = (object: Stored<T>) => readonly string[]

/** By namespace; objects without one are under the empty text. */
export const byNamespace: IndexFunction = ({ metadata }) => [metadata.namespace ?? '']

/** By the uids of owners. */
export const byOwner: IndexFunction = ({ metadata }) => (metadata.ownerReferences ?? []).map(({ uid }) => uid)

/** By the value of a label. */
export const byLabel =
  (label: string): IndexFunction =>
  ({ metadata }) => {
    const value = metadata.labels?.[label]
    return value === undefined ? [] : [value]
  }

/** Objects by what an index function says of them; kept up to date change by change. */
export class ObjectIndex<T extends KubeObject> {
  readonly #valuesOf: IndexFunction<T>
  /** Most values lead to one object, which needs no map around it. */
  readonly #byValue = new Map<string, Stored<T> | Map<string, Stored<T>>>()

  constructor(valuesOf: IndexFunction<T>) {
    this.#valuesOf = valuesOf
  }

  /** In the order in which they came. */
  find(value: string): Stored<T>[] {
    const found = this.#byValue.get(value)
    if (found === undefined) return []
    return found instanceof Map ? [...found.values()] : [found]
  }

  take(change: ObjectChange<T>): void {
    const key = objectKey(change.object.metadata)
    if (change.type !== 'added') this.#remove(key, change.previous)
    if (change.type !== 'deleted') this.#add(key, change.object)
  }

  #add(key: string, object: Stored<T>): void {
    for (const value of this.#valuesOf(object)) {
      const found = this.#byValue.get(value)
      if (found instanceof Map) found.set(key, object)
      else if (found === undefined || objectKey(found.metadata) === key) this.#byValue.set(value, object)
      else this.#byValue.set(value, new Map([found, object].map((each) => [objectKey(each.metadata), each])))
    }
  }

  #remove(key: string, object: Stored<T>): void {
    for (const value of this.#valuesOf(object)) {
      const found = this.#byValue.get(value)
      if (found instanceof Map) {
        found.delete(key)
        if (found.size === 0) this.#byValue.delete(value)
      } else if (found && objectKey(found.metadata) === key) this.#byValue.delete(value)
    }
  }
}
