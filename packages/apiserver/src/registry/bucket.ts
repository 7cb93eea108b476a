import type { Entry, Expectation, ListOptions, ListResult, Store, StoreEvent, Watch } from '@skep/store'

/** A put that the store may refuse: `base` is what the writer read, undefined for a new key. */
export interface BucketWrite {
  key: string
  base: Entry | undefined
  /** Renders the object with its resource version. */
  value(revision: number): Buffer
  annex?: unknown
}

/** The objects of one resource in one logical cluster, wherever they come from. */
export interface Bucket {
  get(key: string): Entry | undefined
  list(options?: ListOptions): ListResult
  count(): number
  put(write: BucketWrite): Promise<Entry>
  /** Takes the key away. `value` renders the last state, which watchers see. */
  remove(write: BucketWrite & { base: Entry }): Promise<Entry>
  watch(fromRevision: number, onEvent: (event: StoreEvent) => void): Watch
  /** The oldest revision that `watch` and `list` still know. */
  compactedRevision(): number
}

/** A bucket that is just what the store holds. Of a class: there are some for every logical cluster. */
export class StoreBucket implements Bucket {
  readonly #store: Store
  readonly #name: string

  constructor(store: Store, name: string) {
    this.#store = store
    this.#name = name
  }

  get(key: string): Entry | undefined {
    return this.#store.get(this.#name, key)
  }

  list(options?: ListOptions): ListResult {
    return this.#store.list(this.#name, options)
  }

  count(): number {
    return this.#store.count(this.#name)
  }

  put({ key, base, value, annex }: BucketWrite): Promise<Entry> {
    return this.#store.write({ bucket: this.#name, key, type: 'put', expect: expecting(base), value, annex })
  }

  remove({ key, base, value, annex }: BucketWrite): Promise<Entry> {
    return this.#store.write({ bucket: this.#name, key, type: 'delete', expect: expecting(base), value, annex })
  }

  watch(fromRevision: number, onEvent: (event: StoreEvent) => void): Watch {
    return this.#store.watch(this.#name, fromRevision, onEvent)
  }

  compactedRevision(): number {
    return this.#store.compactedRevision(this.#name)
  }
}

const expecting = (base: Entry | undefined): Expectation => (base ? { revision: base.revision } : 'absent')
