import type { KubeObject } from './kind.ts'

/** Two generations of so many are remembered. */
const GENERATION = 256

/**
 * What bytes say that were written or read lately, by the very bytes. A server hands the same bytes to all who work in its
 * process within moments: they are read once, or not at all, and all who keep copies of an object keep the same one.
 */
export class RecentReadings<V extends object> {
  #young = new Map<Buffer, V>()
  #old = new Map<Buffer, V>()

  /** What the bytes say, if anybody has read or written them just now. */
  get(bytes: Buffer): V | undefined {
    return this.#young.get(bytes) ?? this.#old.get(bytes)
  }

  note(bytes: Buffer, value: V): void {
    this.#young.set(bytes, value)
    if (this.#young.size < GENERATION) return
    this.#old = this.#young
    this.#young = new Map()
  }

  /** What the bytes say, by `read` unless it is known. */
  of(bytes: Buffer, read: (bytes: Buffer) => V): V {
    const known = this.get(bytes)
    if (known) return known
    const value = read(bytes)
    this.note(bytes, value)
    return value
  }
}

/** A line of a watch: a change of an object, or an error. */
export interface LeanEvent {
  readonly type: string
  readonly object: object
}

/** Objects without their managed fields, by the bytes of the whole object. */
export const leanObjects = new RecentReadings<KubeObject>()

/** Events of such objects, by the line of a watch. All who watch share them: whoever takes one freezes it. */
export const leanEvents = new RecentReadings<LeanEvent>()

/** An object without what it says of who wrote which field. */
export function leanObject<T extends KubeObject>(object: T): T {
  const { managedFields: _, ...metadata } = object.metadata
  return { ...object, metadata }
}
