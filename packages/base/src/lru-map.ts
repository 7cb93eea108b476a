/** A map that forgets what was not used for longest when it grows beyond its size. */
export class LruMap<V> {
  readonly #size: number
  readonly #values = new Map<string, V>()
  /** The one that was used last, which needs not be moved when it is used again. */
  #newest: string | undefined

  constructor(size: number) {
    this.#size = size
  }

  get(key: string): V | undefined {
    const value = this.#values.get(key)
    if (value !== undefined && key !== this.#newest) this.set(key, value)
    return value
  }

  set(key: string, value: V): void {
    // Maps keep the order of insertion: the first is the one that was not used for longest.
    this.#values.delete(key)
    this.#values.set(key, value)
    this.#newest = key
    if (this.#values.size <= this.#size) return
    for (const oldest of this.#values.keys()) {
      this.#values.delete(oldest)
      return
    }
  }

  delete(key: string): void {
    this.#values.delete(key)
  }
}
