import type { Clock } from '@skep/base'

/** Work that takes longer than this on a shard makes it a slow one. */
const SLOW_MS = 2_000

/** Lets any amount of work through to a shard that is quick, and only a part of all workers to one that is not. */
export class Gate {
  readonly #clock: Clock
  readonly #limit: number
  /** When each piece of work under way began, oldest first. */
  readonly #begun = new Map<symbol, number>()

  constructor(clock: Clock, limit: number) {
    this.#clock = clock
    this.#limit = limit
  }

  /** Begins a piece of work, and gives what ends it; undefined when it has to wait. */
  enter(): (() => void) | undefined {
    if (this.#begun.size >= this.#limit && this.#isSlow()) return undefined
    const ticket = Symbol('work')
    this.#begun.set(ticket, this.#clock.now())
    return () => void this.#begun.delete(ticket)
  }

  #isSlow(): boolean {
    const [oldest] = this.#begun.values()
    return oldest !== undefined && this.#clock.now() - oldest > SLOW_MS
  }
}
