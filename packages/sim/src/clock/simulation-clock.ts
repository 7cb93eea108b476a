import { type Clock, realClock, sleepOn, type Timer } from '@skep/base'
import type { KeptTime } from './kept-time.ts'
import { Quiet } from './quiet.ts'
import { isSooner, type QueuedTimer, TimerQueue } from './timer-queue.ts'

/** How fast simulated time passes: as real time, so many times as fast, or from one event to the next without waiting. */
export type Speed = 'real' | 'instant' | number

/** A clock whose rate can be changed while timers wait, and that can be put forward. */
export interface SimulationClock extends Clock {
  readonly background: Clock
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
  /** What time it is at first, in milliseconds; that of the base clock unless given, or if that is later. */
  readonly startAt?: number
  /** The longest wait, in milliseconds, that the speed `instant` leaps over; 20 minutes unless given. */
  readonly leapHorizonMs?: number
  /** Where the time is noted while it is ahead, so that it does not go back with a restart; nowhere unless given. */
  readonly kept?: KeptTime
}

/** How often the time is noted, in milliseconds of the base clock. */
const NOTE_EVERY_MS = 500

/** Steps of an install wait less than this, and what looks after a cluster again and again waits longer. */
const DEFAULT_LEAP_HORIZON_MS = 20 * 60_000

/**
 * A simulated clock. At the speed `instant` it leaps to the next timer as soon as all work is done. It does not leap for
 * the sake of timers that were set for longer than the horizon, nor for those of `background`: those that repeat for ever
 * would be fired all the time, and nobody who gives a cluster a day wants it gone at once.
 */
export const createSimulationClock = (options: SimulationClockOptions = {}): SimulationClock => new SpeedClock(options)

class SpeedClock implements SimulationClock {
  readonly #base: Clock
  readonly #horizonMs: number
  /** What time may leap to. */
  readonly #short = new TimerQueue()
  /** What time has to come to by itself, or in passing. */
  readonly #long = new TimerQueue()
  #sequence = 0
  readonly #quiet = new Quiet()
  #speed: Speed
  /** A moment on the base clock, and the same moment here. */
  #anchor: { readonly base: number; readonly here: number }
  #alarm: Timer | undefined
  #leaping = false
  #advancing: Promise<void> = Promise.resolve()
  readonly #kept: KeptTime | undefined
  /** A moment on the base clock. */
  #notedAt = Number.NEGATIVE_INFINITY

  constructor(options: SimulationClockOptions) {
    const { speed = 'real', base = realClock, leapHorizonMs = DEFAULT_LEAP_HORIZON_MS, kept, startAt = 0 } = options
    this.#base = base
    this.#horizonMs = leapHorizonMs
    this.#speed = speed
    this.#kept = kept
    this.#anchor = { base: base.now(), here: Math.max(base.now(), startAt, kept?.read() ?? 0) }
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

  readonly background: Clock = {
    now: () => this.now(),
    setTimer: (ms, fn) => this.#setTimer(this.#long, ms, fn),
    sleep: (ms, signal) => sleepOn(this.background, ms, signal),
    hold: () => this.hold(),
  }

  setTimer(ms: number, fn: () => void): Timer {
    return this.#setTimer(ms > this.#horizonMs ? this.#long : this.#short, ms, fn)
  }

  #setTimer(timers: TimerQueue, ms: number, fn: () => void): Timer {
    this.#quiet.stir()
    const timer = timers.add({ at: this.now() + Math.max(0, Math.ceil(ms)), fn, sequence: this.#sequence++ })
    this.#arm()
    if (this.#base.now() - this.#notedAt >= NOTE_EVERY_MS) this.#note()
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

  /** Notes the time that it will be until the next note, since nobody is told when a process ends. */
  #note(): void {
    this.#notedAt = this.#base.now()
    if (this.now() > this.#notedAt) this.#kept?.write(this.now() + NOTE_EVERY_MS * this.#rate)
  }

  get #rate(): number {
    return typeof this.#speed === 'number' ? this.#speed : 1
  }

  /** Wakes up when the next timer is due; at once when time need not pass. */
  #arm(): void {
    this.#alarm?.cancel()
    this.#alarm = undefined
    const next = this.#soonest().peek()
    if (next === undefined) return
    if (this.#speed === 'instant' && this.#short.peek()) return void this.#leap()
    if (this.#rate === 0) return
    const ms = Math.max(0, Math.ceil((next.at - this.now()) / this.#rate))
    this.#alarm = this.#base.setTimer(ms, () => this.#fireDue())
  }

  /** The timers of which the next one is. */
  #soonest(): TimerQueue {
    const [short, long] = [this.#short.peek(), this.#long.peek()]
    return long && (!short || isSooner(long, short)) ? this.#long : this.#short
  }

  #fireDue(): void {
    for (let due = this.#takeDue(this.now()); due; due = this.#takeDue(this.now())) due.fn()
    this.#arm()
  }

  #takeDue(now: number): QueuedTimer | undefined {
    return this.#soonest().takeDue(now)
  }

  async #leap(): Promise<void> {
    if (this.#leaping) return
    this.#leaping = true
    const release = this.#base.hold()
    try {
      await this.#quiet.settle()
      while (this.#speed === 'instant' && this.#fireNext(this.#short.peek()?.at ?? this.now())) {
        await this.#quiet.settle()
      }
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
    this.#note()
    this.#arm()
  }

  /** Moves to the next timer and fires it; false when there is none until `target`. */
  #fireNext(target: number): boolean {
    const due = this.#takeDue(target)
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
