import type { KubeObject } from '@skep/schema'
import type { GroupResource } from '../contracts.ts'
import type { ObjectEvent } from './object-event.ts'
import type { Observer } from './runtime.ts'

/** Objects of one cluster by term, and then by `namespace/name`. */
type Terms<T> = Map<string, Map<string, T>>

/**
 * The objects of one resource in all clusters, found by terms of their own: namespace, controller, node. What it finds
 * is as new as the store, and shared: do not change it.
 */
export class ObjectIndex<T extends KubeObject> implements Observer {
  readonly resource: GroupResource
  readonly #termsOf: (object: T) => readonly string[]
  readonly #clusters = new Map<string, Terms<T>>()

  constructor(resource: GroupResource, termsOf: (object: T) => readonly string[]) {
    this.resource = resource
    this.#termsOf = termsOf
  }

  /** The objects that carry a term, oldest writes first. */
  find(clusterId: string, term: string): T[] {
    return [...(this.#clusters.get(clusterId)?.get(term)?.values() ?? [])]
  }

  /** Whether any object carries a term. */
  has(clusterId: string, term: string): boolean {
    return this.#clusters.get(clusterId)?.has(term) ?? false
  }

  observe(event: ObjectEvent): void {
    const key = `${event.namespace}/${event.name}`
    const terms = this.#termsIn(event.clusterId)
    // Buckets hold one kind each, so the events of this resource carry its objects.
    const before = event.previous as T | undefined
    for (const term of before ? this.#termsOf(before) : []) remove(terms, term, key)
    const object = event.object as T
    if (event.type === 'put') for (const term of this.#termsOf(object)) add(terms, term, key, object)
  }

  clusterGone(clusterId: string): void {
    this.#clusters.delete(clusterId)
  }

  #termsIn(clusterId: string): Terms<T> {
    const known = this.#clusters.get(clusterId)
    if (known) return known
    const terms: Terms<T> = new Map()
    this.#clusters.set(clusterId, terms)
    return terms
  }
}

function add<T>(terms: Terms<T>, term: string, key: string, object: T): void {
  const objects = terms.get(term)
  if (objects) objects.set(key, object)
  else terms.set(term, new Map([[key, object]]))
}

function remove<T>(terms: Terms<T>, term: string, key: string): void {
  const objects = terms.get(term)
  objects?.delete(key)
  if (objects?.size === 0) terms.delete(term)
}
