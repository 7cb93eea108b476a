import { createHash } from 'node:crypto'

/**
 * Keeps what was made of a text for as long as anybody uses it, so that equal texts share one. A thousand clusters with
 * the same CRD then hold one compiled schema.
 */
export class ContentCache<T extends object> {
  readonly #byHash = new Map<string, WeakRef<T>>()
  readonly #forgotten = new FinalizationRegistry<string>((hash) => {
    if (this.#byHash.get(hash)?.deref() === undefined) this.#byHash.delete(hash)
  })

  /** What was made of the same text before, or what `make` makes of it now. */
  get(text: string, make: () => T): T {
    const hash = createHash('sha256').update(text).digest('base64')
    const known = this.#byHash.get(hash)?.deref()
    if (known !== undefined) return known
    const made = make()
    this.#byHash.set(hash, new WeakRef(made))
    this.#forgotten.register(made, hash)
    return made
  }
}
