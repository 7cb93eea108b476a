import { type Clock, realClock, sleepOn, type Timer } from '@skep/base'
import { Quiet } from './quiet.ts'
import { TimerQueue } from './timer-queue.ts'

/** How fast simulated time passes: as real time, so many times as fast, or from one event to the next without waiting. */
export type Speed = 'real' | 'instant' | number

/** A clock whose rate can be changed while timers wait, and that can be put forward. */
export interface SimulationClock extends Clock {
  readonly speed: Speed
  /** Takes effect at once, also for timers that wait. At 0 time stands still. */
  setSpeed(speed: Speed): void
  /** Lets that much time pass at once, firing every timer on the way in order. */
  advance(ms: number): Promise<void>
}

/** What a simulated clock runs on. */
export interface SimulationClockOptions {
  /** `real` unless given. */
  readonly speed?: Speed
  /** The clock it starts from and measures itself by; real time unless given. */
  readonly base?: Clock
}

/**
 * A simulated clock. At the speed `instant` it leaps to the next timer as soon as all work is done, so that only timers
 * that lead somewhere belong on it: one that repeats for ever would be fired all the time.
 */
export const createSimulationClock = (options: SimulationClockOptions = {}): SimulationClock => new SpeedClock(options)

class SpeedClock implements SimulationClock {
  readonly #base: Clock
  readonly #timers = new TimerQueue()
  readonly #quiet = new Quiet()
  #speed: Speed
  /** A moment on the base clock, and the same moment here. */
  #anchor: { readonly base: number; readonly here: number }
  #alarm: Timer | undefined
  #leaping = false
  #advancing: Promise<void> = Promise.resolve()

  constructor({ speed = 'real', base = realClock }: SimulationClockOptions) {
    this.#base = base
    this.#speed = speed
    this.#anchor = { base: base.now(), here: base.now() }
  }

  get outside(): Clock {
    return this.#base
  }

  get speed(): Speed {
    return this.#speed
  }

  now(): number {
    const { base, here } = this.#anchor
    return Math.floor(here + (this.#base.now() - base) * this.#rate)
  }

  setTimer(ms: number, fn: () => void): Timer {
    this.#quiet.stir()
    const timer = this.#timers.add(this.now() + Math.max(0, ms), fn)
    this.#arm()
    return timer
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return sleepOn(this, ms, signal)
  }

  hold(): () => void {
    const releases = [this.#quiet.hold(), this.#base.hold()]
    return () => {
      for (const release of releases) release()
    }
  }

  setSpeed(speed: Speed): void {
    this.#anchor = { base: this.#base.now(), here: this.now() }
    this.#speed = speed
    this.#arm()
  }

  advance(ms: number): Promise<void> {
    const advanced = this.#advancing.then(() => this.#advanceTo(this.now() + ms))
    this.#advancing = advanced.catch(() => undefined)
    return advanced
  }

  get #rate(): number {
    return typeof this.#speed === 'number' ? this.#speed : 1
  }

  /** Wakes up when the next timer is due; at once when time need not pass. */
  #arm(): void {
    this.#alarm?.cancel()
    this.#alarm = undefined
    const next = this.#timers.peek()
    if (next === undefined) return
    if (this.#speed === 'instant') return void this.#leap()
    if (this.#rate === 0) return
    const ms = Math.max(0, Math.ceil((next.at - this.now()) / this.#rate))
    this.#alarm = this.#base.setTimer(ms, () => this.#fireDue())
  }

  #fireDue(): void {
    for (let due = this.#timers.takeDue(this.now()); due; due = this.#timers.takeDue(this.now())) due.fn()
    this.#arm()
  }

  async #leap(): Promise<void> {
    if (this.#leaping) return
    this.#leaping = true
    const release = this.#base.hold()
    try {
      await this.#quiet.settle()
      while (this.#speed === 'instant' && this.#fireNext(Number.POSITIVE_INFINITY)) await this.#quiet.settle()
    } finally {
      this.#leaping = false
      release()
    }
    this.#arm()
  }

  async #advanceTo(target: number): Promise<void> {
    const release = this.#base.hold()
    try {
      await this.#quiet.settle()
      while (this.#fireNext(target)) await this.#quiet.settle()
    } finally {
      release()
    }
    this.#moveTo(target)
    this.#arm()
  }

  /** Moves to the next timer and fires it; false when there is none until `target`. */
  #fireNext(target: number): boolean {
    const due = this.#timers.takeDue(target)
    if (due === undefined) return false
    this.#moveTo(due.at)
    due.fn()
    return true
  }

  /** Time never goes back: it may have passed the moment by itself. */
  #moveTo(here: number): void {
    this.#anchor = { base: this.#base.now(), here: Math.max(here, this.now()) }
  }
}
