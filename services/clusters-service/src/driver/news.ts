import type { Clock, Logger, Timer } from '@skep/base'
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
/**
 * Clusters under way go before orders that are younger than this: who orders many at once has some of them soon, and
 * shards build while others are ordered. No order waits for more than this much longer because of it.
 */
const HEAD_START_MS = 5_000
/** How soon there is news of what was made; mostly long before. */
const EXPECTED_WITHIN_MS = 2_000

/** Puts clusters into the queue: many that come at once with one write, and again when the database was away. */
export class News {
  readonly #parts: NewsParts
  readonly #waiting = new Set<string>()
  /** Until when there should be news, by cluster, the earliest first. */
  readonly #expected = new Map<string, number>()
  #timer: Timer | undefined
  #writing: Promise<void> | undefined

  constructor(parts: NewsParts) {
    this.#parts = parts
    parts.signal.addEventListener('abort', () => this.#timer?.cancel(), { once: true })
  }

  /** Has clusters looked at. */
  add(ids: Iterable<string>): void {
    for (const id of ids) {
      this.#expected.delete(id)
      this.#waiting.add(id)
    }
    if (this.#waiting.size > 0) this.#writing ??= this.#write()
  }

  /** Has a cluster looked at in a moment, unless there is news of it before. Nobody else knows: a restart looks at all. */
  expect(id: string): void {
    const { clock } = this.#parts
    this.#expected.delete(id)
    this.#expected.set(id, clock.now() + EXPECTED_WITHIN_MS)
    this.#timer ??= clock.setTimer(EXPECTED_WITHIN_MS, () => this.#miss())
  }

  /** Looks at those of whom there was no news. */
  #miss(): void {
    const { clock, signal } = this.#parts
    if (signal.aborted) return
    const now = clock.now()
    this.add([...this.#expected].filter(([, until]) => until <= now).map(([id]) => id))
    const [next] = this.#expected.values()
    this.#timer = next === undefined ? undefined : clock.setTimer(next - now, () => this.#miss())
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
        await queue.add(database, ids, { runAt: database.now() - HEAD_START_MS })
      } catch (error) {
        log.error('Failed to enqueue clusters', { clusters: ids.length, error })
        for (const id of ids) this.#waiting.add(id)
        await clock.sleep(RETRY_MS, signal).catch(() => undefined)
      }
    }
    this.#writing = undefined
  }
}
