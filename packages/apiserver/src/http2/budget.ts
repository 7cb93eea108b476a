/** How often something may happen: so many times at once, and so many more each second. */
export interface BudgetOptions {
  readonly burst: number
  readonly perSecond: number
}

/** An allowance for what is harmless now and then, and an attack when it never stops. */
export class Budget {
  readonly #options: BudgetOptions
  readonly #now: () => number
  #left: number
  #updatedAt: number

  /** `now` is in milliseconds. */
  constructor(options: BudgetOptions, now: () => number) {
    this.#options = options
    this.#now = now
    this.#left = options.burst
    this.#updatedAt = now()
  }

  /** False when it has been spent. */
  spend(): boolean {
    if (this.#left < 1) this.#refill()
    this.#left--
    return this.#left >= 0
  }

  #refill(): void {
    const now = this.#now()
    const gained = ((now - this.#updatedAt) / 1_000) * this.#options.perSecond
    this.#left = Math.min(this.#options.burst, Math.max(0, this.#left) + gained)
    this.#updatedAt = now
  }
}
