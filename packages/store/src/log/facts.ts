import { DroppedPrefixes } from '../internal/dropped-prefixes.ts'
import type { Discard, DroppedPrefix } from '../journal.ts'

/** What discards have left to remember, besides which records they were about. */
export class Facts {
  revision = 0
  dropped: readonly DroppedPrefix[] = []
  readonly #compacted = new Map<string, number>()
  #isEmpty = true

  /** Whether nothing was added. */
  get isEmpty(): boolean {
    return this.#isEmpty
  }

  /** How far the history of buckets is forgotten, apart from what was forgotten by dropping them. */
  get compacted(): ReadonlyMap<string, number> {
    const dropped = new DroppedPrefixes(this.dropped)
    return new Map([...this.#compacted].filter(([bucket, revision]) => revision > dropped.floorOf(bucket)))
  }

  /** Adds a discard that came later than all before. */
  add({ revision, dropped, compacted, buckets }: Discard): void {
    this.#isEmpty = false
    this.revision = revision
    this.dropped = dropped
    for (const bucket of buckets) this.#compacted.delete(bucket)
    for (const [bucket, at] of compacted) this.#compacted.set(bucket, at)
  }

  /** One discard that says the same as all that were added, about these records. */
  asDiscard(revisions: readonly number[]): Discard {
    const { revision, dropped, compacted } = this
    // Buckets that were dropped need not be named for ever: `dropped` tells, whatever was said of them before.
    return { revision, dropped, compacted, buckets: [], revisions }
  }
}
