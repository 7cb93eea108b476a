import { type Informer, type ObjectRef, objectKey, type Stored } from '@skep/client'
import type { KubeObject } from '@skep/schema'

/** Copies of objects that are at least as new as what was last written here. */
export interface NewestCopies<T extends KubeObject> {
  /** The object as the informer has it, or as it was kept, whichever is newer. What it gives must not be changed. */
  get(ref: ObjectRef): Stored<T> | undefined
  /** Remembers what was just written until the watch has brought it, so that nobody works on what was before. */
  keep(written: Stored<T>): void
}

/** Reads from an informer, past its delay for what this process writes itself. */
export function newestCopies<T extends KubeObject>(informer: Informer<T>): NewestCopies<T> {
  const written = new Map<string, Stored<T>>()
  // Most objects are not read again for long, and what is kept of them would stay.
  informer.onChange(({ type, object }) => {
    const key = objectKey(object.metadata)
    const own = written.get(key)
    if (own && (type === 'deleted' || !isOlder(object, own))) written.delete(key)
  })
  return {
    get: (ref) => {
      const known = informer.get(ref)
      const own = written.get(objectKey(ref))
      return own && known && isOlder(known, own) ? own : known
    },
    keep: (object) => {
      const known = informer.get(object.metadata)
      if (!known || isOlder(known, object)) written.set(objectKey(object.metadata), object)
    },
  }
}

/** Versions of one object are numbers that grow (KEP-5504); where they are not, nothing counts as older. */
const isOlder = ({ metadata: a }: Stored, { metadata: b }: Stored): boolean =>
  a.uid === b.uid && Number(a.resourceVersion) < Number(b.resourceVersion)
