import { performance } from 'node:perf_hooks'
import { type Clock, realClock, type Timer } from './clock.ts'

/** Nobody rests longer, however much there is to do. */
const LONGEST_REST_MS = 200
/** How often it is looked whether the process has time again. */
const LOOK_MS = 10
/** A process that is at work for more than this part of its time is behind. */
const BUSY = 0.7

/**
 * Keys that are to be worked on again, right after they were: what comes of that is mostly told by the next change, too.
 * So they rest while the process has more to do than it can, and what changes meanwhile is seen at once.
 */
export class RestingKeys<K> {
  readonly #wake: (keys: readonly K[]) => void
  readonly #clock: Clock
  readonly #isBehind: () => boolean
  /** Since when each rests, the longest first. */
  readonly #resting = new Map<K, number>()
  /** Worked on in this period, and in the one before. */
  #recent = new Set<K>()
  #former = new Set<K>()
  #periodEnd = 0
  #timer: Timer | undefined

  /** `wake` is told of keys that have rested. */
  constructor(wake: (keys: readonly K[]) => void, clock: Clock = realClock, isBehind = isProcessBehind) {
    this.#wake = wake
    this.#clock = clock
    this.#isBehind = isBehind
  }

  get size(): number {
    return this.#resting.size
  }

  /** Notes that a key is worked on now. */
  worked(key: K): void {
    this.#turnPeriod()
    this.#recent.add(key)
  }

  /** Lets a key rest if it should; `wake` is told when it has. */
  takes(key: K): boolean {
    this.#turnPeriod()
    if (!(this.#recent.has(key) || this.#former.has(key)) || !this.#isBehind()) return false
    this.#resting.set(key, this.#clock.now())
    this.#timer ??= this.#clock.setTimer(LOOK_MS, this.#look)
    return true
  }

  /** Forgets all of them. */
  clear(): void {
    this.#resting.clear()
    this.#timer?.cancel()
    this.#timer = undefined
  }

  readonly #look = (): void => {
    const isBehind = this.#isBehind()
    const rested: K[] = []
    for (const [key, since] of this.#resting) {
      if (isBehind && this.#clock.now() - since < LONGEST_REST_MS) break
      rested.push(key)
      this.#resting.delete(key)
    }
    this.#timer = this.#resting.size === 0 ? undefined : this.#clock.setTimer(LOOK_MS, this.#look)
    if (rested.length > 0) this.#wake(rested)
  }

  #turnPeriod(): void {
    const now = this.#clock.now()
    if (now < this.#periodEnd) return
    const isFollowing = now < this.#periodEnd + LONGEST_REST_MS
    this.#former = isFollowing ? this.#recent : new Set()
    this.#recent = new Set()
    this.#periodEnd = now + LONGEST_REST_MS
  }
}

let seen = { at: 0, use: performance.eventLoopUtilization(), isBehind: false }

/** Whether this process was at work for most of the last moment. */
function isProcessBehind(): boolean {
  const at = performance.now()
  if (at - seen.at >= LOOK_MS) {
    const use = performance.eventLoopUtilization()
    seen = { at, use, isBehind: performance.eventLoopUtilization(use, seen.use).utilization > BUSY }
  }
  return seen.isBehind
}
