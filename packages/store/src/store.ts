/** One version of one key. Never changed after it is made; `annex` apart. */
export interface Entry {
  readonly bucket: string
  readonly key: string
  /** Revision of the write that made this version. */
  readonly revision: number
  readonly value: Buffer
  /**
   * Whatever the reader wants to keep beside the value in memory, such as its parsed labels. The store carries it and
   * never looks; it is not persisted, so whoever needs it makes it again when it is absent.
   */
  annex?: unknown
}

/** One change of one entry. */
export interface StoreEvent {
  readonly type: 'put' | 'delete'
  readonly revision: number
  /** The new version; for a delete, the last state as the deleter rendered it (its revision is the delete's). */
  readonly entry: Entry
  /** The version before, absent for a create. */
  readonly previous: Entry | undefined
  /** As `Entry.annex`: shared by all watchers of this event, such as its encoded watch frame. */
  annex?: unknown
}

/** What a write expects to find; anything else is a conflict. A delete that finds nothing is one, whatever it expects. */
export type Expectation = 'absent' | 'present' | 'any' | { revision: number }

/** One change to be made. */
export interface Write {
  /** At most 512 characters; a longer name is a `RangeError`. */
  bucket: string
  key: string
  type: 'put' | 'delete'
  expect: Expectation
  /**
   * Renders the value, which may carry its own revision. Called once, synchronously, when the revision is given out; it
   * must not write itself. The buffer is the store's from then on.
   */
  value(revision: number): Buffer
  /** Becomes the entry's annex. */
  annex?: unknown
}

/** Which part of a bucket to list, and as of when. */
export interface ListOptions {
  /** Only keys that start with this. */
  prefix?: string
  /** Only keys after this one. */
  after?: string
  limit?: number
  /**
   * The state as of this revision instead of now. Throws `CompactedError` when it is gone, `RangeError` when it is not
   * there yet: use `waitFor`.
   */
  revision?: number
}

/** A part of a bucket at one revision. */
export interface ListResult {
  entries: Entry[]
  /** Revision the list is of. */
  revision: number
  /** How many more keys follow beyond `limit`. */
  remaining: number
}

/** A watch that is open. */
export interface Watch {
  close(): void
}

/**
 * A revisioned key-value store: buckets of ordered keys, one counter of revisions for all, one ordered log of changes.
 * Reads answer from memory. A write is acknowledged only when it is durable, and visible only then. Knows no kinds.
 */
export interface Store {
  /** Revision of the newest visible write. */
  readonly revision: number
  /** Whether writes are taken: not when the store is closed or its disk has failed. */
  readonly available: boolean
  get(bucket: string, key: string): Entry | undefined
  /** Keys in order (UTF-16 code units). */
  list(bucket: string, options?: ListOptions): ListResult
  count(bucket: string): number
  /** Names of buckets that hold keys or history, with this prefix. */
  buckets(prefix?: string): string[]
  /**
   * Resolves when durable and visible. Rejects with `ConflictError` (holding what is there, visible by then) when
   * `expect` fails, and with `UnavailableError` when the store is closed or its disk has failed.
   */
  write(write: Write): Promise<Entry>
  /** Resolves when `revision` is visible. Rejects with the signal's reason, or `UnavailableError`, when it will not be. */
  waitFor(revision: number, signal?: AbortSignal): Promise<void>
  /**
   * Calls `onEvent` for every change of the bucket after `fromRevision`, in order, none missing, none twice: first the
   * history (synchronously), then what happens. Throws `CompactedError` when the history does not reach back so far.
   * A callback that throws is an uncaught error of the process; the other watchers are told all the same.
   */
  watch(bucket: string, fromRevision: number, onEvent: (event: StoreEvent) => void): Watch
  /** Every change of every bucket from now on, one call per group commit, in order, before any watcher is told. */
  subscribe(onEvents: (events: readonly StoreEvent[]) => void): Watch
  /** The oldest revision that `watch` and `list` of this bucket still know. */
  compactedRevision(bucket: string): number
  /** Forgets history of the bucket up to and including `revision`. */
  compact(bucket: string, revision: number): void
  /**
   * Removes every bucket with the prefix, keys and history, without events. Durable when resolved. Its watchers stay,
   * and a bucket of the same name made later knows nothing of before: `watch` and `list` of then are compacted.
   */
  drop(prefix: string): Promise<void>
  /** Waits for writes under way, then releases everything. */
  close(): Promise<void>
}

/** Thrown when an entry is not at the revision that a write expects. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError'
  /** What is there instead, as of the write. */
  readonly current: Entry | undefined

  constructor(write: Pick<Write, 'bucket' | 'key'>, current: Entry | undefined) {
    super(`write of ${write.bucket} ${write.key} expected another version than ${current?.revision ?? 'none'}`)
    this.current = current
  }
}

/** Thrown when history that is no longer kept is asked for. */
export class CompactedError extends Error {
  override readonly name = 'CompactedError'
  readonly compactedRevision: number

  constructor(bucket: string, asked: number, compactedRevision: number) {
    super(`revision ${asked} of ${bucket} is compacted; the oldest known is ${compactedRevision}`)
    this.compactedRevision = compactedRevision
  }
}

/** The store is closed, or could not make a write durable and therefore takes no more. Reads go on. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError'
}
