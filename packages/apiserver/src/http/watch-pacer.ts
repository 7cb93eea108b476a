import { type Clock, realClock } from '@skep/base'

/** Something that has lines to send. */
export interface Paced {
  flush(): void
}

/** The shortest rest between two portions; the first one after a pause goes at once. */
const MIN_REST_MS = 1

/**
 * Lets all watches of a server send together. A write to a socket costs far more than a line, so that under load lines
 * are gathered: after a portion, watches rest for at least as long as it took, so that they never take more than half of
 * the time. Watchers of the same changes, flushed one after the other, can share what they send. This is about sockets,
 * so it paces in real time or not at all; virtual time waits for what is to be sent.
 */
export class WatchPacer {
  readonly #waiting = new Set<Paced>()
  #scheduled = false
  #resting = false
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
    if (!this.#resting) afterAnswers(() => this.#flush())
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
    const started = performance.now()
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    this.#scheduled = false
    const release = this.#releaseClock
    if (this.#clock === realClock) this.#rest(started)
    for (const outbox of waiting) outbox.flush()
    this.#last = undefined
    release?.()
  }

  /** What comes from now on waits until the portion that began then has gone, and as long again. */
  #rest(started: number): void {
    this.#resting = true
    afterAnswers(() => {
      const took = performance.now() - started
      setTimeout(() => this.#onRested(), Math.max(MIN_REST_MS, took)).unref()
    })
  }

  #onRested(): void {
    this.#resting = false
    if (this.#scheduled) this.#flush()
  }
}

/** Runs behind the answers of this turn, which leave in a tick of their own: clients can go on while watchers are told. */
function afterAnswers(action: () => void): void {
  process.nextTick(() => process.nextTick(action))
}

function sameItems(left: readonly Buffer[], right: readonly Buffer[]): boolean {
  if (left.length !== right.length) return false
  for (let index = 0; index < left.length; index++) if (left[index] !== right[index]) return false
  return true
}
