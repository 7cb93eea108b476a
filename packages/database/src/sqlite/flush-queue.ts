/** Puts on disk what was written so far. */
export type Flush = () => Promise<void>

/** One flush at a time: who comes while one is under way cannot know whether it covers them, and waits for the next. */
export class FlushQueue {
  readonly #flush: Flush
  #current: Promise<void> | undefined
  #next: Promise<void> | undefined

  constructor(flush: Flush) {
    this.#flush = flush
  }

  /** Whether anybody waits. */
  get isBusy(): boolean {
    return this.#current !== undefined
  }

  /** Resolves when everything is on disk that was written before the call. */
  flushed(): Promise<void> {
    if (this.#next) return this.#next
    if (!this.#current) return this.#start()
    this.#next = this.#current.then(
      () => this.#startNext(),
      () => this.#startNext(),
    )
    return this.#next
  }

  #startNext(): Promise<void> {
    this.#next = undefined
    return this.#start()
  }

  #start(): Promise<void> {
    const current = this.#flush().finally(() => {
      if (this.#current === current) this.#current = undefined
    })
    this.#current = current
    return current
  }
}
