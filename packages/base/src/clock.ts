/** A pending call of `Clock.setTimer`. */
export interface Timer {
  cancel(): void
}

/** Where time comes from. Production passes `realClock`; tests and the simulator pass a `VirtualClock`. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Calls `fn` once, `ms` from now. A timer does not keep the process alive. */
  setTimer(ms: number, fn: () => void): Timer
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /**
   * Says that work is under way which time must wait for; the returned function says it is done. Real time waits for
   * nobody; a virtual clock does not advance while anything holds it, so that the same seed gives the same history.
   */
  hold(): () => void
  /** Time of what is not simulated, such as connections, where this one is; the same unless given. */
  readonly outside?: Clock
  /** The same time for what repeats for ever, for the sake of which a simulation does not leap; the same unless given. */
  readonly background?: Clock
}

/** The longest that node waits, 24 days; it takes anything longer for a millisecond. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

/** Of a class, which takes less memory than functions do that share variables: thousands of watches have several each. */
class RealTimer implements Timer {
  readonly #fn: () => void
  #left: number
  #timeout: NodeJS.Timeout

  constructor(ms: number, fn: () => void) {
    this.#fn = fn
    this.#left = ms
    this.#timeout = this.#wait()
  }

  cancel(): void {
    clearTimeout(this.#timeout)
  }

  #wait(): NodeJS.Timeout {
    return setTimeout(() => this.#goOn(), Math.min(this.#left, MAX_TIMEOUT_MS)).unref()
  }

  #goOn(): void {
    this.#left -= MAX_TIMEOUT_MS
    if (this.#left > 0) this.#timeout = this.#wait()
    else this.#fn()
  }
}

/** The clock of the machine. */
export const realClock: Clock = {
  now: () => Date.now(),
  setTimer: (ms, fn) => new RealTimer(ms, fn),
  sleep: (ms, signal) => sleepOn(realClock, ms, signal),
  hold: () => noop,
}

function noop(): void {}

/** `sleep` in terms of `setTimer`, for every clock. */
export function sleepOn(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const onAbort = () => {
      timer.cancel()
      reject(signal?.reason)
    }
    const timer = clock.setTimer(ms, () => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    })
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
