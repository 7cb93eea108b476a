import type { Random } from './random.ts'
import { cryptoRandom } from './random.ts'

/** How delays grow from one failure to the next. */
export interface BackoffOptions {
  /** Delay after the first failure; 5 ms unless given. */
  baseMs?: number
  /** No delay is longer than this; one minute unless given. */
  maxMs?: number
  /** Each delay is this many times the one before; 2 unless given. */
  factor?: number
  /** The part of each delay that chance may take away, from 0 to 1; 0.1 unless given. */
  jitter?: number
  /** Where the jitter comes from; `cryptoRandom` unless given. */
  random?: Random
}

const DEFAULTS = { baseMs: 5, maxMs: 60_000, factor: 2, jitter: 0.1, random: cryptoRandom } satisfies BackoffOptions

/** How long to wait after a number of failures in a row. */
export interface Backoff {
  /** Milliseconds to wait after this failure, the first being 0. */
  delay(failure: number): number
}

/** Delays that grow exponentially up to a cap; jitter only shortens, so that the cap holds. */
export function createBackoff(options: BackoffOptions = {}): Backoff {
  const { baseMs, maxMs, factor, jitter, random } = { ...DEFAULTS, ...options }
  return {
    delay: (failure) => Math.min(maxMs, baseMs * factor ** failure) * (1 - jitter * random.next()),
  }
}
