import type { Clock, Timer } from './clock.ts'
import { sleepOn } from './clock.ts'

/** How many turns of the event loop must pass without new timers or holds before work counts as drained. */
const QUIET_TURNS = 2

/** The first of January 2030, so that nobody takes virtual time for real time. */
const DEFAULT_START = Date.UTC(2030, 0, 1)

/** Where virtual time starts. */
export interface VirtualClockOptions {
  /** Milliseconds since the Unix epoch; 2030-01-01T00:00:00Z unless given. */
  start?: number
}

interface PendingTimer {
  readonly at: number
  readonly sequence: number
  readonly fn: () => void
}

/**
 * Time that stands still until told to advance. Timers fire in order of their time and, at the same time, of their
 * making; before each one, all work that the one before set off has drained. So the same program gives the same history.
 */
export class VirtualClock implements Clock {
  #now: number
  #sequence = 0
  #holds = 0
  /** Counts what could mean that work is still going on. */
  #activity = 0
  #onRelease: (() => void)[] = []
  /** Latest first, so that the next one due is taken off the end. */
  readonly #timers: PendingTimer[] = []
  #advancing: Promise<void> = Promise.resolve()

  constructor(options: VirtualClockOptions = {}) {
    this.#now = options.start ?? DEFAULT_START
  }

  now(): number {
    return this.#now
  }

  setTimer(ms: number, fn: () => void): Timer {
    this.#activity++
    const timer: PendingTimer = { at: this.#now + Math.max(0, ms), sequence: this.#sequence++, fn }
    this.#timers.splice(this.#position(timer), 0, timer)
    return { cancel: () => this.#cancel(timer) }
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return sleepOn(this, ms, signal)
  }

  hold(): () => void {
    this.#activity++
    this.#holds++
    let held = true
    return () => {
      if (!held) return
      held = false
      this.#release()
    }
  }

  /**
   * Lets `ms` pass, firing every timer on the way. Calls add up: one that is made while another is under way starts
   * where that one ends. Rejects when a timer's function throws.
   */
  advance(ms: number): Promise<void> {
    const advanced = this.#advancing.then(() => this.#advanceTo(this.#now + ms))
    this.#advancing = advanced.catch(() => undefined)
    return advanced
  }

  /** Resolves when nothing holds the clock and no work is left that could go on without time passing. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; ) {
      const before = this.#activity
      await (this.#holds > 0 ? this.#released() : nextTurn())
      quiet = this.#holds === 0 && this.#activity === before ? quiet + 1 : 0
    }
  }

  async #advanceTo(target: number): Promise<void> {
    await this.settle()
    for (let next = this.#timers.at(-1); next !== undefined && next.at <= target; next = this.#timers.at(-1)) {
      this.#timers.pop()
      this.#now = next.at
      next.fn()
      await this.settle()
    }
    this.#now = target
  }

  #release(): void {
    this.#activity++
    this.#holds--
    if (this.#holds > 0) return
    const waiting = this.#onRelease
    this.#onRelease = []
    for (const resolve of waiting) resolve()
  }

  #released(): Promise<void> {
    return new Promise((resolve) => this.#onRelease.push(resolve))
  }

  #cancel(timer: PendingTimer): void {
    const index = this.#position(timer)
    if (this.#timers[index] === timer) this.#timers.splice(index, 1)
  }

  /** Where the timer is, or would be. */
  #position(timer: PendingTimer): number {
    let low = 0
    let high = this.#timers.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isLater(this.#timers[middle]!, timer)) low = middle + 1
      else high = middle
    }
    return low
  }
}

const isLater = (a: PendingTimer, b: PendingTimer): boolean => a.at > b.at || (a.at === b.at && a.sequence > b.sequence)

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
