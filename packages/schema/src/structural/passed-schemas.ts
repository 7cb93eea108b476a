import { createHash } from 'node:crypto'
import type { SchemaNode } from '../node.ts'

/** Some 100 bytes each. */
const REMEMBERED = 4096

/** Remembers by content which schemas have passed, the latest ones: clusters install the same CRDs over and over. */
export class PassedSchemas {
  readonly #hashes = new Set<string>()

  /** What is wrong with a schema: nothing if it has passed before, otherwise what `check` finds. */
  check<E>(schema: SchemaNode, check: () => E[]): E[] {
    const hash = createHash('sha256').update(JSON.stringify(schema)).digest('base64')
    if (this.#hashes.has(hash)) return []
    const errors = check()
    if (errors.length === 0) this.#remember(hash)
    return errors
  }

  #remember(hash: string): void {
    this.#hashes.add(hash)
    if (this.#hashes.size <= REMEMBERED) return
    for (const oldest of this.#hashes) {
      this.#hashes.delete(oldest)
      return
    }
  }
}
