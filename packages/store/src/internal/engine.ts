import { type Clock, ownBytes } from '@skep/base'
import type { Discard, Journal, JournalRecord } from '../journal.ts'
import {
  CompactedError,
  ConflictError,
  type Entry,
  type ListOptions,
  type ListResult,
  type Store,
  type StoreEvent,
  type Watch,
  type Write,
} from '../store.ts'
import type { Batch } from './batch.ts'
import type { Bucket } from './bucket.ts'
import { Committer } from './committer.ts'
import { Directory } from './directory.ts'
import { DroppedPrefixes } from './dropped-prefixes.ts'
import { Garbage } from './garbage.ts'
import { listPast, listPresent } from './list.ts'
import { type Subscriber, tellSubscribers, tellWatchers, type Watcher } from './listeners.ts'
import { type HistoryLimits, Retention } from './retention.ts'
import { Waiters } from './waiters.ts'

/** What an engine is made of. */
export interface EngineDependencies {
  journal: Journal
  clock: Clock
}

/** The store: all of its state in memory, made durable by a journal before it is seen. */
export class Engine implements Store {
  readonly #journal: Journal
  readonly #garbage = new Garbage()
  readonly #dropped: DroppedPrefixes
  readonly #directory: Directory
  readonly #committer: Committer
  readonly #retention: Retention
  readonly #waiters = new Waiters()
  readonly #subscribers = new Set<Subscriber>()
  /** Newest visible revision. */
  #revision: number
  /** Newest revision that was given to a write. */
  #assigned: number
  #closing: Promise<void> | undefined

  constructor({ journal, clock }: EngineDependencies, limits?: HistoryLimits) {
    const state = journal.load()
    this.#journal = journal
    this.#revision = state.revision
    this.#dropped = new DroppedPrefixes(state.dropped)
    this.#directory = new Directory(this.#dropped)
    this.#committer = new Committer({
      journal,
      clock,
      publish: (batch) => this.#publish(batch),
      takeDiscard: () => this.#takeDiscard(),
      onFailure: (error) => this.#waiters.failAll(error),
    })
    this.#retention = new Retention(
      {
        clock,
        garbage: this.#garbage,
        size: this.#directory.historySize,
        currentRevision: () => this.#revision,
        // When this fails, writers are told.
        onSwept: () => void this.#discardSoon().catch(() => {}),
      },
      limits,
    )
    for (const [name, revision] of state.compacted) this.#directory.ensure(name).compactedRevision = revision
    for (const record of state.records) this.#replay(record)
    this.#assigned = this.#revision
  }

  get revision(): number {
    return this.#revision
  }

  get available(): boolean {
    return this.#committer.unavailable === undefined
  }

  get(bucket: string, key: string): Entry | undefined {
    return this.#directory.get(bucket)?.entries.get(key)
  }

  list(bucket: string, options: ListOptions = {}): ListResult {
    const { revision = this.#revision } = options
    if (revision > this.#revision) {
      throw new RangeError(`revision ${revision} is not visible yet; the newest is ${this.#revision}`)
    }
    this.#assertKnown(bucket, revision)
    const found = this.#directory.get(bucket)
    if (found === undefined) return { entries: [], revision, remaining: 0 }
    const page = revision === this.#revision ? listPresent(found, options) : listPast(found, revision, options)
    return { ...page, revision }
  }

  count(bucket: string): number {
    return this.#directory.get(bucket)?.entries.size ?? 0
  }

  buckets(prefix = ''): string[] {
    return this.#directory
      .withPrefix(prefix)
      .filter((bucket) => !bucket.isEmpty)
      .map((bucket) => bucket.name)
  }

  async write(write: Write): Promise<Entry> {
    if (this.#committer.unavailable !== undefined) throw this.#committer.unavailable
    const found = this.#directory.get(write.bucket)
    const pending = found?.pending(write.key)
    const current = pending === undefined ? found?.entries.get(write.key) : pending.entry
    if (!isExpected(write, current)) {
      // Whoever reads again after this error must see what it was about.
      await pending?.batch.visible
      throw new ConflictError(write, current)
    }
    const { entry, batch } = this.#accept(write, current)
    await batch.visible
    return entry
  }

  waitFor(revision: number, signal?: AbortSignal): Promise<void> {
    if (revision <= this.#revision) return Promise.resolve()
    if (this.#committer.unavailable !== undefined) return Promise.reject(this.#committer.unavailable)
    return this.#waiters.add(revision, signal)
  }

  watch(bucketName: string, fromRevision: number, onEvent: (event: StoreEvent) => void): Watch {
    this.#assertKnown(bucketName, fromRevision)
    const bucket = this.#directory.ensure(bucketName)
    const { history } = bucket
    for (let i = history.indexAfter(fromRevision); i < history.length; i++) onEvent(history.at(i)!)
    // A batch that is being told right now has been told by the history.
    const watcher: Watcher = { after: Math.max(fromRevision, this.#revision), onEvent }
    bucket.watchers ??= new Set()
    bucket.watchers.add(watcher)
    return { close: () => this.#unwatch(bucket, watcher) }
  }

  subscribe(onEvents: Subscriber): Watch {
    // A function of its own, so that the same callback may subscribe twice.
    const subscriber: Subscriber = (events) => onEvents(events)
    this.#subscribers.add(subscriber)
    return { close: () => this.#subscribers.delete(subscriber) }
  }

  compactedRevision(bucket: string): number {
    return this.#directory.compactedRevision(bucket)
  }

  compact(bucketName: string, revision: number): void {
    const bucket = this.#directory.get(bucketName)
    const through = Math.min(revision, this.#revision)
    if (bucket === undefined || through <= bucket.compactedRevision) return
    bucket.forget(bucket.history.indexAfter(through), this.#garbage)
    bucket.compactedRevision = through
    this.#garbage.compacted(bucketName, through)
  }

  async drop(prefix: string): Promise<void> {
    await this.#committer.flush()
    this.#dropped.add(prefix, this.#revision)
    for (const bucket of this.#directory.withPrefix(prefix)) {
      bucket.drop(this.#revision, this.#garbage)
      this.#directory.release(bucket)
    }
    await this.#discardSoon()
  }

  close(): Promise<void> {
    this.#closing ??= this.#shutDown()
    return this.#closing
  }

  async #shutDown(): Promise<void> {
    this.#retention.stop()
    this.#garbage.hurry()
    await this.#committer.close()
    this.#waiters.failAll(this.#committer.unavailable!)
    this.#subscribers.clear()
    await this.#journal.close()
  }

  /** Gives the write its revision and a place in the batch that is collecting. */
  #accept(write: Write, previous: Entry | undefined): { entry: Entry; batch: Batch } {
    const revision = ++this.#assigned
    const value = ownBytes(write.value(revision))
    const bucket = this.#directory.ensure(write.bucket)
    const entry: Entry = { bucket: bucket.name, key: write.key, revision, value, annex: write.annex }
    const event: StoreEvent = { type: write.type, revision, entry, previous, annex: undefined }
    const batch = this.#committer.join(bucket, event)
    bucket.setPending(write.key, { revision, entry: write.type === 'put' ? entry : undefined, batch })
    return { entry, batch }
  }

  /** Makes durable writes visible: first all state, then everybody is told. */
  #publish({ events, buckets }: Batch): void {
    for (let i = 0; i < events.length; i++) {
      buckets[i]!.apply(events[i]!)
      this.#retention.grown(buckets[i]!, events[i]!.revision)
    }
    const last = events.at(-1)
    if (last === undefined) return
    this.#revision = last.revision
    tellSubscribers(this.#subscribers, events)
    for (let i = 0; i < events.length; i++) tellWatchers(buckets[i]!.watchers, events[i]!)
    this.#waiters.reached(this.#revision)
  }

  #replay({ type, entry: read }: JournalRecord): void {
    const bucket = this.#directory.ensure(read.bucket)
    // All entries of a bucket share its name, rather than keep the text that each record was read with.
    const entry: Entry = { ...read, bucket: bucket.name }
    const previous = bucket.entries.get(entry.key)
    bucket.replay({ type, revision: entry.revision, entry, previous, annex: undefined }, this.#garbage)
    this.#retention.grown(bucket, entry.revision)
    this.#revision = Math.max(this.#revision, entry.revision)
  }

  #unwatch(bucket: Bucket, watcher: Watcher): void {
    if (!bucket.watchers?.delete(watcher) || bucket.watchers.size > 0) return
    bucket.watchers = undefined
    this.#directory.release(bucket)
  }

  #assertKnown(bucket: string, revision: number): void {
    const compacted = this.#directory.compactedRevision(bucket)
    if (revision < compacted) throw new CompactedError(bucket, revision, compacted)
  }

  /** Has everything that is forgotten removed from the journal with the next commit. */
  #discardSoon(): Promise<void> {
    this.#garbage.hurry()
    return this.#committer.flush()
  }

  #takeDiscard(): Discard | undefined {
    return this.#garbage.due ? this.#garbage.take(this.#revision, this.#dropped.all) : undefined
  }
}

function isExpected({ expect, type }: Write, current: Entry | undefined): boolean {
  if (type === 'delete' && current === undefined) return false
  if (expect === 'any') return true
  if (expect === 'absent') return current === undefined
  if (expect === 'present') return current !== undefined
  return current?.revision === expect.revision
}
