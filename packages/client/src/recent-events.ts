/** Two generations of so many are remembered. */
const GENERATION = 256

/**
 * What was read lately, by the very bytes that it was read from. An embedded server hands the same bytes to all watches of
 * its process within moments: they are read once, and all who keep copies of an object keep the same one.
 */
export class RecentEvents<E extends object> {
  #young = new Map<Buffer, E>()
  #old = new Map<Buffer, E>()

  /** What the bytes say, by `read` unless somebody has read them just now. */
  of(bytes: Buffer, read: (bytes: Buffer) => E): E {
    const known = this.#young.get(bytes) ?? this.#old.get(bytes)
    if (known) return known
    const event = read(bytes)
    this.#young.set(bytes, event)
    if (this.#young.size === GENERATION) {
      this.#old = this.#young
      this.#young = new Map()
    }
    return event
  }
}
