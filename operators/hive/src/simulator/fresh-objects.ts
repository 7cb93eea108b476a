import type { Client, Informer, ObjectRef, Stored } from '@skep/client'
import type { KubeObject } from '@skep/schema'

/** Objects to work on, as new as whoever works on them left them. */
export interface FreshObjects<T extends KubeObject> {
  /** The object, which is about to be changed on the server; undefined when there is none. It must not be changed here. */
  take(ref: ObjectRef, signal: AbortSignal): Promise<Stored<T> | undefined>
}

/**
 * Gives an object as the informer has it when it is taken for the first time: nobody here has changed it, so that what
 * is known of it is not behind what was done. From then on the server is asked. Most objects are taken once.
 */
export function freshObjects<T extends KubeObject>(client: Client, informer: Informer<T>): FreshObjects<T> {
  const taken = new Set<string>()
  informer.onChange(({ type, object }) => {
    if (type === 'deleted') taken.delete(object.metadata.uid)
  })
  return {
    take: async (ref, signal) => {
      const known = informer.get(ref)
      if (!known || taken.has(known.metadata.uid)) return client.get(informer.kind, ref, { signal })
      taken.add(known.metadata.uid)
      return known
    },
  }
}
