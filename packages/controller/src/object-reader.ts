import { LruMap } from '@skep/base'
import { type Client, type ClientKind, metadataOf, type ObjectRef, objectKey, type Stored } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import type { Manager } from './manager.ts'

/** How many objects are remembered: those that are worked on at the same time, and some more. */
const REMEMBERED = 512

/** Reads whole objects of a kind of which only the metadata are followed. */
export interface ObjectReader<T extends KubeObject> {
  /** The object; the same one again while it has not changed, which must not be changed. */
  get(ref: ObjectRef): Promise<Stored<T> | undefined>
}

/**
 * Reads each version of an object once, which its metadata tell. For kinds of which there are many, most of them large
 * and nobody's concern: Secrets, ConfigMaps.
 */
export function createObjectReader<T extends KubeObject>(
  client: Client,
  manager: Manager,
  kind: ClientKind<T>,
): ObjectReader<T> {
  const followed = manager.informersOf().of(metadataOf(kind))
  const remembered = new LruMap<Stored<T>>(REMEMBERED)
  return {
    get: async (ref) => {
      const key = objectKey(ref)
      const version = followed.get(ref)?.metadata.resourceVersion
      const known = remembered.get(key)
      if (known && known.metadata.resourceVersion === version) return known
      const object = await client.get(kind, ref)
      if (object) remembered.set(key, object)
      return object
    },
  }
}
