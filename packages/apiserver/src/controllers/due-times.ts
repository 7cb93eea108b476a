const MINUTE_MS = 60_000

/** Keys by the time at which something is due for them, to the minute: cheap to move about, and one timer does for all. */
export class DueTimes {
  readonly #minuteOf = new Map<string, number>()
  readonly #keysIn = new Map<number, Set<string>>()

  /** When the next key is due; undefined when there is none. */
  get next(): number | undefined {
    if (this.#keysIn.size === 0) return undefined
    let first = Number.POSITIVE_INFINITY
    for (const minute of this.#keysIn.keys()) first = Math.min(first, minute)
    return first * MINUTE_MS
  }

  /** Says when a key is due, in place of what was said before. */
  set(key: string, at: number): void {
    const minute = Math.ceil(at / MINUTE_MS)
    if (this.#minuteOf.get(key) === minute) return
    this.delete(key)
    this.#minuteOf.set(key, minute)
    const keys = this.#keysIn.get(minute)
    if (keys) keys.add(key)
    else this.#keysIn.set(minute, new Set([key]))
  }

  delete(key: string): void {
    const minute = this.#minuteOf.get(key)
    if (minute === undefined) return
    this.#minuteOf.delete(key)
    const keys = this.#keysIn.get(minute)!
    keys.delete(key)
    if (keys.size === 0) this.#keysIn.delete(minute)
  }

  /** Keys that are due by now. */
  due(now: number): string[] {
    return [...this.#keysIn].flatMap(([minute, keys]) => (minute * MINUTE_MS <= now ? [...keys] : []))
  }
}
