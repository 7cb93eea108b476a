/** How many turns of the event loop must pass without new timers or holds before work counts as done. */
const QUIET_TURNS = 2

/** Knows when all work is done that could go on without time passing. */
export class Quiet {
  #holds = 0
  /** Counts what could mean that work is still going on. */
  #activity = 0
  #onRelease: (() => void)[] = []

  /** Something happened that may set off work. */
  stir(): void {
    this.#activity++
  }

  /** Work is under way; the returned function says that it is done. */
  hold(): () => void {
    this.stir()
    this.#holds++
    let held = true
    return () => {
      if (!held) return
      held = false
      this.#release()
    }
  }

  /** Resolves when nothing holds and nothing has stirred for a while. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; ) {
      const before = this.#activity
      await (this.#holds > 0 ? this.#released() : nextTurn())
      quiet = this.#holds === 0 && this.#activity === before ? quiet + 1 : 0
    }
  }

  #release(): void {
    this.stir()
    this.#holds--
    if (this.#holds > 0) return
    for (const resolve of this.#onRelease.splice(0)) resolve()
  }

  #released(): Promise<void> {
    return new Promise((resolve) => this.#onRelease.push(resolve))
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
