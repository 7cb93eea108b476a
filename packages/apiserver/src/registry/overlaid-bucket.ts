import type { Entry, Expectation, ListOptions, ListResult, Store, StoreEvent, Watch } from '@skep/store'
import type { Bucket, BucketWrite } from './bucket.ts'
import { InheritedEntry, originOf, type Stamp } from './inherited-entry.ts'

/** Objects that every logical cluster has from the start, by key. Shared by all of them, never changed. */
export type Overlay = ReadonlyMap<string, Entry>

/**
 * Marks a record that takes an overlay object away: this byte, then the last state of the object. It is a put, so that
 * the key and the event are one write; no JSON starts with it.
 */
const WHITEOUT = Buffer.from([0])
/** Whether a record only says that an overlay object is gone. */
export const isWhiteout = ({ value }: Pick<Entry, 'value'>): boolean => value[0] === 0

/** How a cluster sees what it has inherited: as all do, unless it has a stamp of its own. */
export const inherit = <Shared extends Entry | undefined>(shared: Shared, stamp: Stamp | undefined): Shared | Entry =>
  shared && stamp ? new InheritedEntry(shared, stamp) : shared

/** A bucket whose keys start out with what the overlay holds; a cluster's own version of a key hides it. */
export class OverlaidBucket implements Bucket {
  readonly #store: Store
  readonly #name: string
  readonly #overlay: Overlay
  readonly #stamp: Stamp | undefined

  constructor(store: Store, name: string, overlay: Overlay, stamp?: Stamp) {
    this.#store = store
    this.#name = name
    this.#overlay = overlay
    this.#stamp = stamp
  }

  get(key: string): Entry | undefined {
    const own = this.#store.get(this.#name, key)
    if (own === undefined) return inherit(this.#overlay.get(key), this.#stamp)
    return isWhiteout(own) ? undefined : own
  }

  list(options?: ListOptions): ListResult {
    return listOverlaid(this.#store, this.#name, this.#overlay, this.#stamp, options)
  }

  count(): number {
    return countOverlaid(this.#store, this.#name, this.#overlay)
  }

  put({ key, base, value, annex }: BucketWrite): Promise<Entry> {
    return this.#store.write({ bucket: this.#name, key, type: 'put', expect: this.#expect(key, base), value, annex })
  }

  async remove({ key, base, value, annex }: BucketWrite & { base: Entry }): Promise<Entry> {
    const common = { bucket: this.#name, key, expect: this.#expect(key, base) }
    if (!this.#overlay.has(key)) return this.#store.write({ ...common, value, annex, type: 'delete' })
    // The annex is about the bytes as they were rendered, which these are not any more.
    const marked = (revision: number) => Buffer.concat([WHITEOUT, value(revision)])
    const entry = await this.#store.write({ ...common, type: 'put', value: marked })
    return { ...entry, value: entry.value.subarray(1) }
  }

  watch(fromRevision: number, onEvent: (event: StoreEvent) => void): Watch {
    const tell = (event: StoreEvent) => onEvent(visibleEvent(event, this.#overlay, this.#stamp))
    return this.#store.watch(this.#name, fromRevision, tell)
  }

  compactedRevision(): number {
    return this.#store.compactedRevision(this.#name)
  }

  /** An overlay object is there as long as there is no record; nothing is there without a record, or with a whiteout. */
  #expect(key: string, base: Entry | undefined): Expectation {
    if (base !== undefined) return this.#overlay.get(key) === originOf(base) ? 'absent' : { revision: base.revision }
    const own = this.#store.get(this.#name, key)
    return own && isWhiteout(own) ? { revision: own.revision } : 'absent'
  }
}

/** The event as it looks to someone who cannot tell overlay objects and whiteouts from others. */
export function visibleEvent(event: StoreEvent, overlay: Overlay, stamp: Stamp | undefined): StoreEvent {
  const previous = event.previous ?? inherit(overlay.get(event.entry.key), stamp)
  const visible = previous && !isWhiteout(previous) ? previous : undefined
  if (!isWhiteout(event.entry)) return visible === event.previous ? event : { ...event, previous: visible }
  const entry = { ...event.entry, value: event.entry.value.subarray(1) }
  return { ...event, type: 'delete', entry, previous: visible }
}

function countOverlaid(store: Store, bucket: string, overlay: Overlay): number {
  let count = store.count(bucket)
  for (const key of overlay.keys()) {
    const record = store.get(bucket, key)
    if (record === undefined) count++
    else if (isWhiteout(record)) count--
  }
  return count
}

/**
 * Merges a page of the cluster's own records with what it inherits. The overlay is small and the records may be many,
 * so that only the records of the page are read, and one more for each overlay object at most.
 */
function listOverlaid(
  store: Store,
  bucket: string,
  overlay: Overlay,
  stamp: Stamp | undefined,
  options: ListOptions = {},
): ListResult {
  const { prefix = '', after = '', limit, revision } = options
  const inRange = [...overlay.values()].filter(({ key }) => key.startsWith(prefix) && key > after)
  const records = inRange.map(({ key }) => recordAt(store, bucket, key, revision))
  const whiteouts = records.filter((record) => record !== undefined && isWhiteout(record)).length
  const inherited = inRange.filter((_, index) => records[index] === undefined).map((entry) => inherit(entry, stamp))
  const own = store.list(bucket, limit === undefined ? options : { ...options, limit: limit + whiteouts })
  const merged = merge(
    own.entries.filter((entry) => !isWhiteout(entry)),
    inherited,
  )
  const entries = limit === undefined ? merged : merged.slice(0, limit)
  const total = own.entries.length + own.remaining - whiteouts + inherited.length
  return { entries, revision: own.revision, remaining: total - entries.length }
}

/** The cluster's own record of a key, now or at a revision. */
function recordAt(store: Store, bucket: string, key: string, revision: number | undefined): Entry | undefined {
  if (revision === undefined) return store.get(bucket, key)
  const [found] = store.list(bucket, { prefix: key, limit: 1, revision }).entries
  return found?.key === key ? found : undefined
}

/** Two lists in order, as one in order. */
function merge(own: readonly Entry[], inherited: readonly Entry[]): Entry[] {
  return inherited.length === 0 ? [...own] : [...own, ...inherited].sort(byKey)
}

const byKey = (left: Entry, right: Entry): number => (left.key < right.key ? -1 : 1)
