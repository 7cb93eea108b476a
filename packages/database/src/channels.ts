/** Who listens to which channel, within this process. */
export class Channels {
  readonly #listeners = new Map<string, Set<() => void>>()

  /** The returned function ends it. */
  listen(channel: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  emit(channel: string): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener()
  }

  /** For when nobody knows what was missed. */
  emitAll(): void {
    for (const channel of this.#listeners.keys()) this.emit(channel)
  }
}
