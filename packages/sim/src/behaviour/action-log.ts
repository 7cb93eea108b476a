import type { Clock } from '@skep/base'
import type { ActionEntry } from './contracts.ts'

/** How many actions are remembered. */
const MAX_ACTIONS = 10_000

/** What was done, in order; the oldest are forgotten. */
export class ActionLog {
  readonly #clock: Clock
  /** A ring: the entry with sequence n is at (n - 1) mod MAX_ACTIONS. */
  readonly #ring: ActionEntry[] = []
  #last = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(action: string, object?: string, detail?: unknown): void {
    const entry = {
      sequence: ++this.#last,
      time: new Date(this.#clock.now()).toISOString(),
      action,
      ...(object === undefined ? {} : { object }),
      ...(detail === undefined ? {} : { detail }),
    }
    this.#ring[(entry.sequence - 1) % MAX_ACTIONS] = entry
  }

  /** What came after a sequence number, oldest first. */
  after(sequence = 0): ActionEntry[] {
    const first = Math.max(sequence, this.#last - this.#ring.length)
    return Array.from({ length: Math.max(0, this.#last - first) }, (_, i) => this.#ring[(first + i) % MAX_ACTIONS]!)
  }
}
