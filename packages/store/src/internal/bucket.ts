import type { Entry, StoreEvent } from '../store.ts'
import type { Batch } from './batch.ts'
import type { Garbage } from './garbage.ts'
import { History, type HistorySize } from './history.ts'
import type { Watcher } from './listeners.ts'
import { OrderedMap } from './ordered-map.ts'

/** What a key will be when the write that is on its way to the journal is visible. */
export interface PendingHead {
  readonly revision: number
  /** Absent after a delete. */
  readonly entry: Entry | undefined
  readonly batch: Batch
}

/** One bucket in memory: its keys as they are now, the events that led there, and who wants to know of the next. */
export class Bucket {
  readonly name: string
  readonly entries = new OrderedMap<Entry>()
  readonly history: History
  /** The newest revision whose event is forgotten. */
  compactedRevision: number
  watchers: Set<Watcher> | undefined
  #pending: Map<string, PendingHead> | undefined

  constructor(name: string, compactedRevision: number, size: HistorySize) {
    this.name = name
    this.history = new History(size)
    this.compactedRevision = compactedRevision
  }

  /** Nothing would be lost but the object, if `compactedRevision` is known elsewhere. */
  get isUnused(): boolean {
    return this.isEmpty && this.#pending === undefined && this.watchers === undefined
  }

  get isEmpty(): boolean {
    return this.entries.size === 0 && this.history.length === 0
  }

  pending(key: string): PendingHead | undefined {
    return this.#pending?.get(key)
  }

  setPending(key: string, head: PendingHead): void {
    this.#pending ??= new Map()
    this.#pending.set(key, head)
  }

  /** Makes an event the newest state, and part of the history. */
  apply(event: StoreEvent): void {
    this.#setCurrent(event)
    this.history.push(event)
    const { key } = event.entry
    if (this.#pending?.get(key)?.revision !== event.revision) return
    this.#pending.delete(key)
    if (this.#pending.size === 0) this.#pending = undefined
  }

  /** Applies an event of the journal; what was forgotten before, but not yet removed there, is garbage again. */
  replay(event: StoreEvent, garbage: Garbage): void {
    if (event.revision > this.compactedRevision) {
      this.apply(event)
    } else {
      this.#setCurrent(event)
      garbage.eventForgotten(event)
    }
  }

  /** Forgets the oldest `count` events. */
  forget(count: number, garbage: Garbage): void {
    for (let i = 0; i < count; i++) {
      const event = this.history.shift()
      if (event === undefined) break
      garbage.eventForgotten(event)
      this.compactedRevision = event.revision
    }
    if (count > 0) garbage.compacted(this.name, this.compactedRevision)
  }

  /** Forgets everything, and that there was anything to be known up to the revision. */
  drop(revision: number, garbage: Garbage): void {
    garbage.bucketDropped(this.name, this.#revisions())
    this.entries.clear()
    this.history.clear()
    this.compactedRevision = revision
  }

  #setCurrent({ type, entry }: StoreEvent): void {
    if (type === 'put') this.entries.set(entry.key, entry)
    else this.entries.delete(entry.key)
  }

  /** Revisions of all records that the journal keeps for this bucket. */
  #revisions(): Set<number> {
    const revisions = new Set<number>()
    for (const entry of this.entries.values({ from: '', to: undefined })) revisions.add(entry.revision)
    for (let i = 0; i < this.history.length; i++) {
      const { revision, previous } = this.history.at(i)!
      revisions.add(revision)
      if (previous !== undefined) revisions.add(previous.revision)
    }
    return revisions
  }
}
