import { createBackoff, realClock, silentLogger, type Timer } from '@skep/base'
import type { RunWorkOptions } from './run-work-options.ts'
import type { Claim } from './work-queue.ts'

const DEFAULTS = { concurrency: 8, leaseMs: 30_000, pollMs: 5_000, clock: realClock, log: silentLogger }

/** Works on a queue until the signal aborts, then resolves when the keys in process are done or put back. */
export async function runWork(options: RunWorkOptions): Promise<void> {
  const backoff = options.backoff ?? createBackoff({ baseMs: 1_000, maxMs: 60_000 })
  await new Worker({ ...DEFAULTS, backoff, ...withoutUndefined(options) }).run()
}

/** So that an option that is passed on as undefined has its default. */
const withoutUndefined = (options: RunWorkOptions): RunWorkOptions =>
  // Leaving out what is undefined leaves what the type requires.
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as unknown as RunWorkOptions

type Settings = Required<Omit<RunWorkOptions, 'onError'>> & Pick<RunWorkOptions, 'onError'>

interface Held {
  readonly abort: AbortController
  leaseUntil: number
}

class Worker {
  readonly #settings: Settings
  readonly #held = new Map<Claim, Held>()
  #claiming = false
  /** There may be more to claim than was claimed. */
  #wanted = false
  #next: { readonly at: number; readonly timer: Timer } | undefined
  #renewal: Timer | undefined
  #releaseClock: (() => void) | undefined
  #onIdle: (() => void) | undefined

  constructor(settings: Settings) {
    this.#settings = settings
  }

  async run(): Promise<void> {
    const { database, queue, signal } = this.#settings
    if (signal.aborted) return
    const unsubscribe = database.onChange(queue.channel, () => this.#wake())
    this.#wake()
    this.#scheduleRenewal()
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    unsubscribe()
    this.#next?.timer.cancel()
    for (const { abort } of this.#held.values()) abort.abort(signal.reason)
    if (this.#claiming || this.#held.size > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve))
    this.#renewal?.cancel()
  }

  #wake(): void {
    this.#wanted = true
    if (!this.#claiming) void this.#claim()
  }

  async #claim(): Promise<void> {
    this.#claiming = true
    this.#holdClock()
    // Keys that were put on disk together are done together: wait for all of them, then claim as many at once.
    await new Promise((resolve) => setImmediate(resolve))
    try {
      while (this.#wanted && this.#free() > 0 && !this.#settings.signal.aborted) await this.#claimSome()
    } catch (error) {
      this.#settings.log.error('Failed to claim work', { queue: this.#settings.queue.name, error })
      this.#wakeAt(this.#settings.clock.now() + this.#settings.pollMs)
    }
    this.#claiming = false
    this.#holdClock()
  }

  async #claimSome(): Promise<void> {
    const { database, queue, owner, leaseMs, pollMs, clock } = this.#settings
    const free = this.#free()
    this.#wanted = false
    const { claims, nextDueAt } = await queue.claim(database, free, owner, leaseMs)
    for (const claim of claims) void this.#work(claim)
    if (claims.length === free) this.#wanted = true
    this.#wakeAt(Math.min(nextDueAt ?? Number.POSITIVE_INFINITY, clock.now() + pollMs))
  }

  async #work(claim: Claim): Promise<void> {
    const { process, signal, clock, leaseMs } = this.#settings
    const held = { abort: new AbortController(), leaseUntil: clock.now() + leaseMs }
    this.#held.set(claim, held)
    if (signal.aborted) held.abort.abort(signal.reason)
    try {
      const { requeueAfterMs } = await process(claim.key, held.abort.signal)
      await this.#succeeded(claim, requeueAfterMs)
    } catch (error) {
      await this.#failed(claim, error)
    }
    this.#held.delete(claim)
    if (this.#wanted) this.#wake()
    this.#holdClock()
  }

  async #succeeded(claim: Claim, requeueAfterMs: number | undefined): Promise<void> {
    const { database, queue } = this.#settings
    if (requeueAfterMs === undefined) await queue.done(database, claim)
    else await this.#putBack(claim, requeueAfterMs, false)
  }

  async #failed(claim: Claim, error: unknown): Promise<void> {
    const { signal, backoff, log, onError, queue } = this.#settings
    const stopped = signal.aborted
    if (stopped) log.debug('Putting back work that was stopped', { queue: queue.name, object: claim.key })
    else if (onError) onError(error, claim.key)
    else log.error('Failed to process work', { queue: queue.name, object: claim.key, error })
    try {
      await this.#putBack(claim, stopped ? 0 : backoff.delay(claim.failures), !stopped)
    } catch (cause) {
      // Nothing is lost: the lease runs out, and somebody claims the key.
      log.error('Failed to put work back', { queue: queue.name, object: claim.key, error: cause })
    }
  }

  async #putBack(claim: Claim, delayMs: number, failed: boolean): Promise<void> {
    const { database, queue, clock } = this.#settings
    await queue.retry(database, claim, delayMs, { failed })
    this.#wakeAt(clock.now() + Math.ceil(delayMs))
  }

  #free(): number {
    return this.#settings.concurrency - this.#held.size
  }

  /** Of several times, the earliest counts: each claim says when to look again. */
  #wakeAt(at: number): void {
    const { clock, signal } = this.#settings
    if (signal.aborted || (this.#next && this.#next.at <= at)) return
    this.#next?.timer.cancel()
    const timer = clock.setTimer(Math.max(0, at - clock.now()), () => {
      this.#next = undefined
      this.#wake()
    })
    this.#next = { at, timer }
  }

  #scheduleRenewal(): void {
    const { clock, leaseMs } = this.#settings
    this.#renewal = clock.setTimer(leaseMs / 3, () => {
      void this.#renew().finally(() => this.#scheduleRenewal())
    })
  }

  async #renew(): Promise<void> {
    const { database, queue, leaseMs, clock, log } = this.#settings
    const claims = [...this.#held.keys()]
    const until = clock.now() + leaseMs
    try {
      const kept = await queue.renew(database, claims, leaseMs)
      for (const claim of kept) this.#extend(claim, until)
      for (const claim of claims) if (!kept.has(claim)) this.#lose(claim)
    } catch (error) {
      log.error('Failed to renew leases', { queue: queue.name, error })
      for (const claim of claims) if ((this.#held.get(claim)?.leaseUntil ?? 0) <= clock.now()) this.#lose(claim)
    }
  }

  #extend(claim: Claim, until: number): void {
    const held = this.#held.get(claim)
    if (held) held.leaseUntil = until
  }

  /** Somebody else may be working on the key by now. */
  #lose(claim: Claim): void {
    this.#held.get(claim)?.abort.abort(new Error(`the lease of '${claim.key}' was lost`))
  }

  /** Virtual time waits while there is work. */
  #holdClock(): void {
    if (this.#claiming || this.#held.size > 0) {
      this.#releaseClock ??= this.#settings.clock.hold()
      return
    }
    this.#releaseClock?.()
    this.#releaseClock = undefined
    this.#onIdle?.()
  }
}
