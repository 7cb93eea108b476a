interface Waiter {
  readonly revision: number
  readonly settle: (error?: unknown) => void
}

/** Those who wait for a revision to become visible. */
export class Waiters {
  #waiting: Waiter[] = []

  add(revision: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const onAbort = () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter)
        reject(signal?.reason)
      }
      const waiter: Waiter = {
        revision,
        settle: (error) => {
          signal?.removeEventListener('abort', onAbort)
          if (error === undefined) resolve()
          else reject(error)
        },
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#waiting.push(waiter)
    })
  }

  /** Lets go of all who waited for no more than this revision. */
  reached(revision: number): void {
    if (this.#waiting.length === 0) return
    const ready = this.#waiting.filter((waiter) => waiter.revision <= revision)
    this.#waiting = this.#waiting.filter((waiter) => waiter.revision > revision)
    for (const waiter of ready) waiter.settle()
  }

  failAll(error: Error): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const waiter of waiting) waiter.settle(error)
  }
}
