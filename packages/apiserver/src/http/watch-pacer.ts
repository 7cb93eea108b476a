import { type Clock, realClock } from '@skep/base'

/** Something that has lines to send. */
export interface Paced {
  flush(): void
}

/** Watches under load get their lines in portions at most this far apart; the first one after a pause goes at once. */
const INTERVAL_MS = 4

/**
 * Lets all watches of a server send together. A write to a socket costs far more than a line, so that under load lines
 * are gathered for a few milliseconds; and watchers of the same changes, flushed one after the other, can share what
 * they send. This is about sockets, so it paces in real time or not at all; virtual time waits for what is to be sent.
 */
export class WatchPacer {
  readonly #waiting = new Set<Paced>()
  #timer: NodeJS.Timeout | undefined
  #scheduled = false
  #last: { lines: readonly Buffer[]; joined: Buffer } | undefined
  readonly #clock: Clock
  #releaseClock: (() => void) | undefined

  constructor(clock: Clock = realClock) {
    this.#clock = clock
  }

  /** Flushes it soon. */
  schedule(outbox: Paced): void {
    this.#waiting.add(outbox)
    if (this.#scheduled) return
    this.#scheduled = true
    this.#releaseClock = this.#clock.hold()
    // While the timer runs, a portion has just gone out: the next goes when it fires.
    if (this.#timer === undefined) setImmediate(() => this.#flush())
  }

  /** One buffer of all lines; for the same lines as last time, the same buffer. */
  join(lines: readonly Buffer[]): Buffer {
    if (lines.length === 1) return lines[0]!
    if (this.#last && sameItems(this.#last.lines, lines)) return this.#last.joined
    const joined = Buffer.concat(lines)
    this.#last = { lines, joined }
    return joined
  }

  #flush(): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    this.#scheduled = false
    const release = this.#releaseClock
    if (this.#clock === realClock) this.#timer = setTimeout(() => this.#onTimer(), INTERVAL_MS).unref()
    for (const outbox of waiting) outbox.flush()
    this.#last = undefined
    release?.()
  }

  #onTimer(): void {
    this.#timer = undefined
    if (this.#scheduled) this.#flush()
  }
}

function sameItems(left: readonly Buffer[], right: readonly Buffer[]): boolean {
  if (left.length !== right.length) return false
  for (let index = 0; index < left.length; index++) if (left[index] !== right[index]) return false
  return true
}
