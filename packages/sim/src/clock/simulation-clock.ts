import type { Clock } from '@skep/base'

/** How fast simulated time passes: as real time, so many times as fast, or from one event to the next without waiting. */
export type Speed = 'real' | 'instant' | number

/** A clock whose rate can be changed while timers wait, and that can be put forward. */
export interface SimulationClock extends Clock {
  readonly speed: Speed
  setSpeed(speed: Speed): void
  /** Lets that much time pass at once, firing every timer on the way in order. */
  advance(ms: number): Promise<void>
}
