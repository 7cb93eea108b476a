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
  readonly #byValue = new Map<string, Map<string, Stored<T>>>()

  constructor(valuesOf: IndexFunction<T>) {
    this.#valuesOf = valuesOf
  }

  /** In the order in which they came. */
  find(value: string): Stored<T>[] {
    return [...(this.#byValue.get(value)?.values() ?? [])]
  }

  take(change: ObjectChange<T>): void {
    const key = objectKey(change.object.metadata)
    if (change.type !== 'added') this.#remove(key, change.previous)
    if (change.type !== 'deleted') this.#add(key, change.object)
  }

  #add(key: string, object: Stored<T>): void {
    for (const value of this.#valuesOf(object)) {
      let found = this.#byValue.get(value)
      if (!found) this.#byValue.set(value, (found = new Map()))
      found.set(key, object)
    }
  }

  #remove(key: string, object: Stored<T>): void {
    for (const value of this.#valuesOf(object)) {
      const found = this.#byValue.get(value)
      found?.delete(key)
      if (found?.size === 0) this.#byValue.delete(value)
    }
  }
}
