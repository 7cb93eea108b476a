import type { DroppedPrefix } from '../journal.ts'

/** How many dropped prefixes are remembered one by one. */
const MAX_REMEMBERED = 1000

/**
 * Remembers which buckets were dropped when, so that a bucket of the same name, made later, does not claim to know the
 * history before. Beyond a number the oldest is remembered as if everything had been dropped then: a watch that is
 * refused for no need starts over, but one that is not refused misses nothing.
 */
export class DroppedPrefixes {
  #dropped: DroppedPrefix[]

  constructor(dropped: readonly DroppedPrefix[]) {
    this.#dropped = [...dropped]
  }

  get all(): readonly DroppedPrefix[] {
    return this.#dropped
  }

  add(prefix: string, revision: number): void {
    this.#dropped = this.#dropped.filter((known) => !known.prefix.startsWith(prefix))
    this.#dropped.push({ prefix, revision })
    if (this.#dropped.length <= MAX_REMEMBERED) return
    const [oldest, next, ...rest] = this.#dropped.sort((a, b) => a.revision - b.revision)
    // Of the two oldest one may be the catch-all already; the newer of their revisions covers both.
    this.#dropped = [{ prefix: '', revision: Math.max(oldest!.revision, next!.revision) }, ...rest]
  }

  /** The revision up to which a bucket of this name can know nothing. */
  floorOf(bucket: string): number {
    let floor = 0
    for (const { prefix, revision } of this.#dropped) {
      if (revision > floor && bucket.startsWith(prefix)) floor = revision
    }
    return floor
  }
}
