import type { Clock, Timer } from '@skep/base'
import type { Bucket } from './bucket.ts'
import type { Garbage } from './garbage.ts'
import type { HistorySize } from './history.ts'

/** How much history all buckets keep together; the oldest events go first, whatever bucket they are of. */
export interface HistoryLimits {
  /** Never more events than this; 20,000 unless given. */
  maxEvents?: number
  /** Past versions of no more than this size altogether; 32 MiB unless given. */
  maxBytes?: number
  /** Events older than this go, half a minute later at the latest; five minutes unless given. */
  maxAgeMs?: number
}

const DEFAULTS = { maxEvents: 20_000, maxBytes: 32 << 20, maxAgeMs: 300_000 } satisfies HistoryLimits

const SWEEP_INTERVAL_MS = 30_000
/** How many places at the front of the queue may be of no more use before it is cut. */
const SLACK = 4_096

/** At this time, this was the newest revision. */
interface Mark {
  readonly time: number
  readonly revision: number
}

/** What forgetting history takes. */
export interface RetentionDependencies {
  clock: Clock
  garbage: Garbage
  /** Of the histories of all buckets. */
  size: HistorySize
  currentRevision(): number
  /** Called after a sweep that forgot something. */
  onSwept(): void
}

/**
 * Limits the history of all buckets: one queue has their events in order, and one timer runs while there is anything that
 * will grow too old. Events carry no time: from time to time the newest revision is noted, and what was there then is at
 * least that old.
 */
export class Retention {
  readonly #deps: RetentionDependencies
  readonly #limits: Required<HistoryLimits>
  /** The bucket and the revision of each event, oldest first. Some may be forgotten already. */
  #buckets: Bucket[] = []
  #revisions: number[] = []
  #head = 0
  #marks: Mark[] = []
  #timer: Timer | undefined

  constructor(deps: RetentionDependencies, limits: HistoryLimits = {}) {
    this.#deps = deps
    this.#limits = { ...DEFAULTS, ...limits }
  }

  /** To be called when an event of this revision has joined a bucket's history. */
  grown(bucket: Bucket, revision: number): void {
    this.#buckets.push(bucket)
    this.#revisions.push(revision)
    const { size } = this.#deps
    while (size.events > this.#limits.maxEvents || size.bytes > this.#limits.maxBytes) this.#forgetOldest()
    this.#arm()
  }

  stop(): void {
    this.#timer?.cancel()
  }

  get #isEmpty(): boolean {
    return this.#head === this.#buckets.length
  }

  #forgetOldest(): void {
    const bucket = this.#buckets[this.#head]!
    bucket.forget(bucket.history.indexAfter(this.#revisions[this.#head]!), this.#deps.garbage)
    this.#head++
    if (!this.#isEmpty && (this.#head < SLACK || this.#head * 2 < this.#buckets.length)) return
    this.#buckets = this.#buckets.slice(this.#head)
    this.#revisions = this.#revisions.slice(this.#head)
    this.#head = 0
  }

  #arm(): void {
    if (this.#timer !== undefined) return
    this.#marks.push({ time: this.#deps.clock.now(), revision: this.#deps.currentRevision() })
    this.#timer = this.#deps.clock.setTimer(SWEEP_INTERVAL_MS, () => this.#sweep())
  }

  #sweep(): void {
    this.#timer = undefined
    const tooOld = this.#newestTooOld()
    const { events } = this.#deps.size
    while (!this.#isEmpty && this.#revisions[this.#head]! <= tooOld) this.#forgetOldest()
    if (!this.#isEmpty) this.#arm()
    if (this.#deps.size.events < events) this.#deps.onSwept()
  }

  /** The newest revision that is known to be too old; older marks are of no more use. */
  #newestTooOld(): number {
    const horizon = this.#deps.clock.now() - this.#limits.maxAgeMs
    const index = this.#marks.findLastIndex((mark) => mark.time <= horizon)
    if (index < 0) return 0
    this.#marks = this.#marks.slice(index)
    return this.#marks[0]!.revision
  }
}
