import type { Backoff } from './backoff.ts'
import { createBackoff } from './backoff.ts'
import { type Clock, realClock, type Timer } from './clock.ts'
import { Fifo } from './fifo.ts'
import { RestingKeys } from './rest.ts'

/** What a queue tells time with, and how it backs off. */
export interface WorkQueueOptions {
  clock: Clock
  /** Delays of `addRateLimited` and of keys whose processing failed; `createBackoff()` unless given. */
  backoff?: Backoff
}

/** How a queue works on its keys, and until when. */
export interface WorkQueueRunOptions<K> {
  /** How many keys are in process at the same time; 1 unless given. */
  workers?: number
  /**
   * Works on one key. The queue holds the clock meanwhile, so this must not sleep on it: return, and use `addAfter`.
   * Resolving resets the key's backoff, unless it called `addRateLimited` for the key; rejecting means `addRateLimited`.
   */
  process(key: K, signal: AbortSignal): Promise<void>
  /** Told of every rejection, before the key is put back. */
  onError?(error: unknown, key: K): void
  /** Ends the queue: no key is taken any more, and later ones are ignored. */
  signal: AbortSignal
}

/** A key that keeps coming back by itself for longer than this waits for something that time alone does not bring. */
const PATIENCE_MS = 3_600_000

interface Waiting {
  readonly at: number
  readonly clock: Clock
  readonly timer: Timer
}

/**
 * Keys to work on: each at most once in the queue, each in at most one worker's hands, and one that is added while it
 * is in process is processed again afterwards. While the process has more to do than it can, a key that was worked on a
 * moment ago rests before it is again. The semantics are those of client-go's rate limiting work queue.
 */
export class WorkQueue<K extends string = string> {
  readonly #clock: Clock
  readonly #backoff: Backoff
  readonly #ready = new Fifo<K>()
  /** In need of processing: ready, or in process and added again. */
  readonly #dirty = new Set<K>()
  readonly #processing = new Set<K>()
  /** Only where time is real: elsewhere nothing may depend on how busy the machine is. */
  readonly #resting: RestingKeys<K> | undefined
  readonly #waiting = new Map<K, Waiting>()
  readonly #failures = new Map<K, number>()
  /** Since when keys have been coming back without anybody asking for them. */
  readonly #aloneSince = new Map<K, number>()
  #run: WorkQueueRunOptions<K> | undefined
  #stopped = false
  #onIdle: (() => void) | undefined
  #releaseClock: (() => void) | undefined

  constructor(options: WorkQueueOptions) {
    this.#clock = options.clock
    this.#backoff = options.backoff ?? createBackoff()
    const isReal = (this.#clock.outside ?? this.#clock) === realClock
    this.#resting = isReal ? new RestingKeys((keys) => this.#makeReady(keys)) : undefined
  }

  /** Keys that are ready and not in process. */
  get depth(): number {
    return this.#ready.size
  }

  /** How often the key has failed or been rate limited since it was last forgotten. */
  failures(key: K): number {
    return this.#failures.get(key) ?? 0
  }

  add(key: K): void {
    this.#aloneSince.delete(key)
    this.#enqueue(key)
  }

  #enqueue(key: K): void {
    if (this.#stopped || this.#dirty.has(key)) return
    this.#dirty.add(key)
    if (this.#processing.has(key)) return
    if (this.#resting?.takes(key)) this.#holdClock()
    else this.#makeReady([key])
  }

  #makeReady(keys: readonly K[]): void {
    for (const key of keys) this.#ready.push(key)
    this.#pump()
  }

  /**
   * Adds the key when `ms` have passed; of several calls for a key, the earliest counts. A simulation does not leap for
   * the sake of routine.
   */
  addAfter(key: K, ms: number, { isRoutine = false }: { isRoutine?: boolean } = {}): void {
    if (this.#stopped) return
    if (ms <= 0) {
      this.#enqueue(key)
      return
    }
    const now = this.#clock.now()
    const waiting = this.#waiting.get(key)
    const at = Math.min(now + ms, waiting?.at ?? Number.POSITIVE_INFINITY)
    const clock = waiting?.clock === this.#clock ? this.#clock : this.#clockFor(key, now, isRoutine)
    if (waiting?.at === at && waiting.clock === clock) return
    waiting?.timer.cancel()
    const timer = clock.setTimer(at - now, () => {
      this.#waiting.delete(key)
      this.#enqueue(key)
    })
    this.#waiting.set(key, { at, clock, timer })
  }

  #clockFor(key: K, now: number, isRoutine: boolean): Clock {
    const since = this.#aloneSince.get(key)
    if (since === undefined) this.#aloneSince.set(key, now)
    const isVain = since !== undefined && now - since > PATIENCE_MS
    return isRoutine || isVain ? (this.#clock.background ?? this.#clock) : this.#clock
  }

  /** Adds the key after its backoff, which grows with every call until `forget`. */
  addRateLimited(key: K): void {
    const failures = this.failures(key)
    this.#failures.set(key, failures + 1)
    this.addAfter(key, this.#backoff.delay(failures))
  }

  /** Says that the key is well: its backoff starts over. */
  forget(key: K): void {
    this.#failures.delete(key)
  }

  /** Works until the signal aborts, then resolves when the keys in process are done. A queue runs once. */
  async run(options: WorkQueueRunOptions<K>): Promise<void> {
    if (this.#run !== undefined) throw new Error('this work queue has been run before')
    this.#run = options
    this.#pump()
    await aborted(options.signal)
    this.#stop()
    if (this.#processing.size > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve))
  }

  #pump(): void {
    const run = this.#run
    if (run === undefined) return
    while (!this.#stopped && this.#processing.size < (run.workers ?? 1)) {
      const key = this.#ready.shift()
      if (key === undefined) break
      this.#dirty.delete(key)
      this.#processing.add(key)
      this.#resting?.worked(key)
      void this.#process(run, key)
    }
    this.#holdClock()
  }

  async #process(run: WorkQueueRunOptions<K>, key: K): Promise<void> {
    const failures = this.failures(key)
    try {
      await run.process(key, run.signal)
      if (this.failures(key) === failures) this.forget(key)
    } catch (error) {
      run.onError?.(error, key)
      this.addRateLimited(key)
    }
    this.#done(key)
  }

  #done(key: K): void {
    this.#processing.delete(key)
    if (this.#dirty.has(key) && !this.#resting?.takes(key)) this.#ready.push(key)
    this.#pump()
    if (this.#processing.size === 0) this.#onIdle?.()
  }

  #stop(): void {
    this.#stopped = true
    for (const { timer } of this.#waiting.values()) timer.cancel()
    this.#waiting.clear()
    this.#resting?.clear()
    this.#holdClock()
  }

  /** Virtual time waits while there is something to do and somebody to do it. */
  #holdClock(): void {
    const busy = this.#processing.size > 0 || (!this.#stopped && this.#ready.size + (this.#resting?.size ?? 0) > 0)
    if (busy) {
      this.#releaseClock ??= this.#clock.hold()
    } else {
      this.#releaseClock?.()
      this.#releaseClock = undefined
    }
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
