import type { Discard, DroppedPrefix } from '../journal.ts'

/** What discards have left to remember, besides which records they were about. */
export class Facts {
  revision = 0
  dropped: readonly DroppedPrefix[] = []
  readonly compacted = new Map<string, number>()
  /** Buckets whose compacted revision went, and has not come back. */
  readonly #forgotten = new Set<string>()

  /** Adds a discard that came later than all before. */
  add({ revision, dropped, compacted, buckets }: Discard): void {
    this.revision = revision
    this.dropped = dropped
    for (const bucket of buckets) {
      this.compacted.delete(bucket)
      this.#forgotten.add(bucket)
    }
    for (const [bucket, at] of compacted) {
      this.compacted.set(bucket, at)
      this.#forgotten.delete(bucket)
    }
  }

  /** One discard that says the same as all that were added, about these records. */
  asDiscard(revisions: readonly number[]): Discard {
    const { revision, dropped, compacted } = this
    return { revision, dropped, compacted, buckets: [...this.#forgotten], revisions }
  }
}
