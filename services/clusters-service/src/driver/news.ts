import type { Clock, Logger } from '@skep/base'
import type { Database, DurableQueue } from '@skep/database'

/** Where news of clusters goes, and how failures to write it are waited out. */
export interface NewsParts {
  readonly database: Database
  readonly queue: DurableQueue
  readonly clock: Clock
  readonly log: Logger
  /** Ends the waiting. */
  readonly signal: AbortSignal
}

/** How soon to try again to write when the database did not take it. */
const RETRY_MS = 1_000
/** Operators write several things of a cluster one after the other: who waits for a moment looks at all of them at once. */
const GATHER_MS = 25

/** Puts clusters into the queue: many that come at once with one write, and again when the database was away. */
export class News {
  readonly #parts: NewsParts
  readonly #waiting = new Set<string>()
  #writing: Promise<void> | undefined

  constructor(parts: NewsParts) {
    this.#parts = parts
  }

  /** Has clusters looked at. */
  add(ids: Iterable<string>): void {
    for (const id of ids) this.#waiting.add(id)
    if (this.#waiting.size > 0) this.#writing ??= this.#write()
  }

  /** Resolves when nothing waits to be written. */
  async settle(): Promise<void> {
    await this.#writing
  }

  async #write(): Promise<void> {
    const { database, queue, clock, log, signal } = this.#parts
    while (this.#waiting.size > 0 && !signal.aborted) {
      await clock.sleep(GATHER_MS, signal).catch(() => undefined)
      const ids = [...this.#waiting]
      this.#waiting.clear()
      try {
        await queue.add(database, ids)
      } catch (error) {
        log.error('Failed to enqueue clusters', { clusters: ids.length, error })
        for (const id of ids) this.#waiting.add(id)
        await clock.sleep(RETRY_MS, signal).catch(() => undefined)
      }
    }
    this.#writing = undefined
  }
}
