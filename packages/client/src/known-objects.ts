import type { KubeObject } from '@skep/schema'
import type { Stored } from './kind.ts'
import type { WatchEvent } from './watch.ts'

/** A change of one object, in terms of what was known of it before. */
export type ObjectChange<T extends KubeObject = KubeObject> =
  | { readonly type: 'added'; readonly object: Stored<T> }
  | { readonly type: 'updated'; readonly object: Stored<T>; readonly previous: Stored<T> }
  /** `object` is the state it was deleted in; when nobody saw that, the last state that is known, as is `previous`. */
  | { readonly type: 'deleted'; readonly object: Stored<T>; readonly previous: Stored<T> }

/** Names an object among those of its kind: `namespace/name`, or just the name. */
export const objectKey = ({ namespace, name }: { namespace?: string; name?: string }): string =>
  namespace ? `${namespace}/${name}` : `${name}`

/**
 * The objects of a list and watch as far as they are known. It turns lists and events into changes, so that whatever
 * comes twice is told once, and what vanished while nobody was looking is told as well.
 */
export class KnownObjects<T extends KubeObject> {
  readonly #objects = new Map<string, Stored<T>>()

  get size(): number {
    return this.#objects.size
  }

  get(key: string): Stored<T> | undefined {
    return this.#objects.get(key)
  }

  values(): IterableIterator<Stored<T>> {
    return this.#objects.values()
  }

  /** The same objects, which from now on change apart from these. */
  copy(): KnownObjects<T> {
    const copy = new KnownObjects<T>()
    for (const [key, object] of this.#objects) copy.#objects.set(key, object)
    return copy
  }

  /** What a complete list says that was not known: deletions first. */
  *replace(items: readonly Stored<T>[]): Generator<ObjectChange<T>> {
    const listed = new Set(items.map(({ metadata }) => objectKey(metadata)))
    for (const [key, object] of this.#objects) {
      if (!listed.has(key)) yield this.#remove(key, object, object)
    }
    for (const item of items) yield* this.#put(item)
  }

  /** What an event says that was not known. */
  *take({ type, object }: WatchEvent<T>): Generator<ObjectChange<T>> {
    if (type === 'BOOKMARK') return
    if (type !== 'DELETED') {
      yield* this.#put(object)
      return
    }
    const key = objectKey(object.metadata)
    const previous = this.#objects.get(key)
    if (previous) yield this.#remove(key, object, previous)
  }

  /** An object of the same name but another uid is another object: the former must have been deleted. */
  *#put(object: Stored<T>): Generator<ObjectChange<T>> {
    const key = objectKey(object.metadata)
    let previous = this.#objects.get(key)
    if (previous?.metadata.resourceVersion === object.metadata.resourceVersion) return
    if (previous && previous.metadata.uid !== object.metadata.uid) {
      yield this.#remove(key, previous, previous)
      previous = undefined
    }
    this.#objects.set(key, object)
    yield previous ? { type: 'updated', object, previous } : { type: 'added', object }
  }

  #remove(key: string, object: Stored<T>, previous: Stored<T>): ObjectChange<T> {
    this.#objects.delete(key)
    return { type: 'deleted', object, previous }
  }
}
