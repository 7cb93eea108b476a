import type { Discard, DroppedPrefix } from '../journal.ts'
import type { StoreEvent } from '../store.ts'

/** With this many records to remove it is worth a place in the next commit; fewer wait for company. */
const WORTHWHILE = 1024

/** Collects what the journal may forget, to be removed in batches that ride along with commits. */
export class Garbage {
  #revisions: number[] = []
  #compacted = new Map<string, number>()
  #buckets: string[] = []
  #urgent = false

  get due(): boolean {
    return this.#urgent || this.#revisions.length >= WORTHWHILE
  }

  /** Asks for whatever there is to go with the next commit. */
  hurry(): void {
    this.#urgent = true
  }

  /**
   * An event has left the history. Its previous version goes with it. Its own version is still needed: as the current
   * one, or as the previous one of a later event, unless it is a delete.
   */
  eventForgotten({ type, revision, previous }: StoreEvent): void {
    if (previous !== undefined) this.#revisions.push(previous.revision)
    if (type === 'delete') this.#revisions.push(revision)
  }

  compacted(bucket: string, revision: number): void {
    this.#compacted.set(bucket, revision)
  }

  bucketDropped(bucket: string, revisions: Iterable<number>): void {
    for (const revision of revisions) this.#revisions.push(revision)
    this.#compacted.delete(bucket)
    this.#buckets.push(bucket)
  }

  take(revision: number, dropped: readonly DroppedPrefix[]): Discard {
    const discard = {
      revisions: this.#revisions,
      compacted: this.#compacted,
      buckets: this.#buckets,
      dropped,
      revision,
    }
    this.#revisions = []
    this.#compacted = new Map()
    this.#buckets = []
    this.#urgent = false
    return discard
  }
}
