import type { Clock } from '@skep/base'
import type { Entry, Store, Watch } from '@skep/store'
import type { ServedResource } from '../contracts.ts'
import type { Bucket } from './bucket.ts'
import { factsOf, fieldsOf } from './facts.ts'
import { type FieldSelector, matchesFields, requiredValue } from './field-selector.ts'
import { LabelIndex } from './label-index.ts'
import { type LabelSelector, matchesLabels } from './label-selector.ts'

/** Namespace and name of an object, as the store's keys spell them. */
export const keyOf = (namespace: string, name: string): string => (namespace === '' ? name : `${namespace}/${name}`)

/** The name at the end of a key. */
export const nameOf = (key: string): string => key.slice(key.indexOf('/') + 1)

/** The namespace at the front of a key; empty for objects of the cluster. */
export const namespaceOf = (key: string): string => key.slice(0, Math.max(0, key.indexOf('/')))

/** Which objects of a collection are meant. */
export interface Selection {
  namespace?: string
  labels?: LabelSelector
  fields?: FieldSelector
}

/**
 * One resource of one logical cluster: its objects and the indexes over them. Versions share it; what differs between
 * them is in the ServedResource that each operation names.
 */
export class Collection {
  readonly store: Store
  readonly clock: Clock
  readonly bucket: Bucket
  /** Nothing is known of changes before this revision: the resource did not exist. */
  readonly since: number
  #labelIndex: LabelIndex | undefined
  #indexFeed: Watch | undefined

  constructor(store: Store, clock: Clock, bucket: Bucket, since = 0) {
    this.store = store
    this.clock = clock
    this.bucket = bucket
    this.since = since
  }

  get(namespace: string, name: string): Entry | undefined {
    return this.bucket.get(keyOf(namespace, name))
  }

  /** The objects of a selection as they are now, in order. */
  select(resource: ServedResource, selection: Selection): Entry[] {
    const candidates = this.#candidates(resource, selection)
    return candidates.filter((entry) => matches(resource, entry, selection))
  }

  /** Forgets the indexes; they are made again when someone selects. */
  close(): void {
    this.#indexFeed?.close()
    this.#indexFeed = undefined
    this.#labelIndex = undefined
  }

  #candidates(resource: ServedResource, { namespace = '', labels = [], fields = [] }: Selection): Entry[] {
    const scope = namespace || (requiredValue(fields, 'metadata.namespace') ?? '')
    const name = requiredValue(fields, 'metadata.name')
    if (name !== undefined && (scope !== '' || !resource.namespaced)) {
      const entry = this.get(resource.namespaced ? scope : '', name)
      return entry ? [entry] : []
    }
    const prefix = scope === '' ? '' : `${scope}/`
    const wanted = labels.find(({ operator }) => operator === 'in')
    if (!wanted) return this.bucket.list({ prefix }).entries
    return this.#index(resource)
      .lookUp(wanted.key, wanted.values)
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => this.bucket.get(key) ?? [])
  }

  #index(resource: ServedResource): LabelIndex {
    if (this.#labelIndex) return this.#labelIndex
    const index = new LabelIndex()
    const { entries, revision } = this.bucket.list()
    for (const entry of entries) index.add(entry.key, factsOf(resource, entry).labels)
    this.#indexFeed = this.bucket.watch(revision, ({ type, entry, previous }) => {
      if (previous) index.remove(entry.key, factsOf(resource, previous).labels)
      if (type === 'put') index.add(entry.key, factsOf(resource, entry).labels)
    })
    this.#labelIndex = index
    return index
  }
}

/** Whether an entry belongs to a selection. */
export function matches(resource: ServedResource, entry: Entry, selection: Selection): boolean {
  const { namespace = '', labels, fields } = selection
  if (namespace !== '' && namespaceOf(entry.key) !== namespace) return false
  if (labels && labels.length > 0 && !matchesLabels(labels, factsOf(resource, entry).labels)) return false
  if (!fields || fields.length === 0) return true
  const values = fieldsOf(resource, entry)
  return matchesFields(fields, { namespace: namespaceOf(entry.key), name: nameOf(entry.key), fields: values })
}
