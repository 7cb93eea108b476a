import type { Clock, Timer } from '@skep/base'
import type { Bucket } from './bucket.ts'
import type { Garbage } from './garbage.ts'

/** How much history a bucket keeps. */
export interface HistoryLimits {
  /** Never more events than this; 10,000 unless given. */
  maxEvents?: number
  /** Past versions of no more than this size altogether, `minEvents` apart; 16 MiB unless given. */
  maxBytes?: number
  /** Events older than this go, half a minute later at the latest; five minutes unless given. */
  maxAgeMs?: number
  /** So many events stay however old they are; 32 unless given. */
  minEvents?: number
}

const DEFAULTS = { maxEvents: 10_000, maxBytes: 16 << 20, maxAgeMs: 300_000, minEvents: 32 } satisfies HistoryLimits

const SWEEP_INTERVAL_MS = 30_000

/** At this time, this was the newest revision. */
interface Mark {
  readonly time: number
  readonly revision: number
}

/** What forgetting history takes. */
export interface RetentionDependencies {
  clock: Clock
  garbage: Garbage
  currentRevision(): number
  /** Called after a sweep that forgot something. */
  onSwept(): void
}

/**
 * Limits the history of all buckets with one timer, which runs only while there is something that will grow too old.
 * Events carry no time: from time to time the newest revision is noted, and what was there then is at least that old.
 */
export class Retention {
  readonly #deps: RetentionDependencies
  readonly #limits: Required<HistoryLimits>
  /** Those with more than `minEvents` events. */
  readonly #sweepable = new Set<Bucket>()
  #marks: Mark[] = []
  #timer: Timer | undefined

  constructor(deps: RetentionDependencies, limits: HistoryLimits = {}) {
    this.#deps = deps
    this.#limits = { ...DEFAULTS, ...limits }
  }

  /** To be called when a bucket's history has grown. */
  grown(bucket: Bucket): void {
    const { history } = bucket
    const { maxEvents, maxBytes, minEvents } = this.#limits
    while (history.length > maxEvents || (history.bytes > maxBytes && history.length > minEvents)) {
      bucket.forget(1, this.#deps.garbage)
    }
    if (history.length <= minEvents) return
    this.#sweepable.add(bucket)
    this.#arm()
  }

  stop(): void {
    this.#timer?.cancel()
    this.#sweepable.clear()
  }

  #arm(): void {
    if (this.#timer !== undefined) return
    this.#mark()
    this.#timer = this.#deps.clock.setTimer(SWEEP_INTERVAL_MS, () => this.#sweep())
  }

  #mark(): void {
    this.#marks.push({ time: this.#deps.clock.now(), revision: this.#deps.currentRevision() })
  }

  #sweep(): void {
    this.#timer = undefined
    const tooOld = this.#newestTooOld()
    let swept = false
    for (const bucket of this.#sweepable) swept = this.#sweepBucket(bucket, tooOld) || swept
    if (this.#sweepable.size > 0) this.#arm()
    if (swept) this.#deps.onSwept()
  }

  /** The newest revision that is known to be too old; older marks are of no more use. */
  #newestTooOld(): number {
    const horizon = this.#deps.clock.now() - this.#limits.maxAgeMs
    const index = this.#marks.findLastIndex((mark) => mark.time <= horizon)
    if (index < 0) return 0
    this.#marks = this.#marks.slice(index)
    return this.#marks[0]!.revision
  }

  #sweepBucket(bucket: Bucket, tooOld: number): boolean {
    const spare = Math.max(0, bucket.history.length - this.#limits.minEvents)
    const count = Math.min(bucket.history.indexAfter(tooOld), spare)
    bucket.forget(count, this.#deps.garbage)
    if (count === spare) this.#sweepable.delete(bucket)
    return count > 0
  }
}
