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

/** A bucket that is just what the store holds. */
export function storeBucket(store: Store, bucket: string): Bucket {
  return {
    get: (key) => store.get(bucket, key),
    list: (options) => store.list(bucket, options),
    count: () => store.count(bucket),
    put: ({ key, base, value, annex }) =>
      store.write({ bucket, key, type: 'put', expect: expecting(base), value, annex }),
    remove: ({ key, base, value, annex }) =>
      store.write({ bucket, key, type: 'delete', expect: expecting(base), value, annex }),
    watch: (fromRevision, onEvent) => store.watch(bucket, fromRevision, onEvent),
    compactedRevision: () => store.compactedRevision(bucket),
  }
}

const expecting = (base: Entry | undefined): Expectation => (base ? { revision: base.revision } : 'absent')
