import { type ObjectRef, objectKey } from '@skep/client'
import type { Override, OverrideEntry } from './contracts.ts'

/** What somebody decided for single objects, one record each. Objects need not be there yet. */
export class Overrides {
  readonly #byKind = new Map<string, Map<string, OverrideEntry>>()

  get(kind: string, object: ObjectRef): Override | undefined {
    return this.#byKind.get(kind)?.get(objectKey(object))?.override
  }

  set(kind: string, { namespace = '', name }: ObjectRef, override: Override): void {
    const entries = this.#byKind.get(kind) ?? new Map<string, OverrideEntry>()
    this.#byKind.set(kind, entries.set(objectKey({ namespace, name }), { kind, namespace, name, override }))
  }

  delete(kind: string, object: ObjectRef): void {
    this.#byKind.get(kind)?.delete(objectKey(object))
  }

  clear(): void {
    this.#byKind.clear()
  }

  /** How many there are of each kind. */
  *counts(): Generator<[kind: string, count: number]> {
    for (const [kind, { size }] of this.#byKind) yield [kind, size]
  }

  list(): OverrideEntry[] {
    return [...this.#byKind.values()].flatMap((entries) => [...entries.values()])
  }
}
