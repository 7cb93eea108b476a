import { type Informer, type ObjectRef, objectKey, type Stored } from '@skep/client'
import type { KubeObject } from '@skep/schema'

/**
 * Reads from an informer, except for what was written here and has not come back yet: whoever works on a state older
 * than their own last write would undo it.
 */
export class NewestObjects<T extends KubeObject> {
  readonly #informer: Informer<T>
  readonly #written = new Map<string, Stored<T>>()

  constructor(informer: Informer<T>) {
    this.#informer = informer
  }

  get(ref: ObjectRef): Stored<T> | undefined {
    const known = this.#informer.get(ref)
    const key = objectKey(ref)
    const own = this.#written.get(key)
    if (own && known && isOlder(known, own)) return own
    this.#written.delete(key)
    return known
  }

  /** Remembers what was just written until the informer has it. */
  keep(written: Stored<T>): void {
    this.#written.set(objectKey(written.metadata), written)
  }
}

/** Versions of one object are numbers that grow (KEP-5504); where they are not, nothing counts as older. */
const isOlder = ({ metadata: a }: Stored, { metadata: b }: Stored): boolean =>
  a.uid === b.uid && Number(a.resourceVersion) < Number(b.resourceVersion)

/** A copy of which the status and the version may be changed; everything else is shared with the original. */
export const withOwnStatus = <T extends KubeObject & { status?: unknown }>(object: Stored<T>): Stored<T> => ({
  ...object,
  metadata: { ...object.metadata },
  ...(object.status === undefined ? {} : { status: structuredClone(object.status) }),
})
