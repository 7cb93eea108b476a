import type { Client, ClientKind, ObjectRef, Stored } from '@skep/client'
import type { Manager } from '@skep/controller'
import type { KubeObject } from '@skep/schema'

/** Reads of objects that the manager follows anyway. What they give is shared and frozen. */
export interface CachedReads {
  /** As it was a moment ago; what is not known here is asked for, since it may be newer than what is known. */
  get<T extends KubeObject>(kind: ClientKind<T>, ref: ObjectRef): Promise<Stored<T> | undefined>
  /** The same without asking, for what brings its reader back when it comes. */
  peek<T extends KubeObject>(kind: ClientKind<T>, ref: ObjectRef): Stored<T> | undefined
}

/**
 * Reads from the copies of a manager, of kinds that its controllers watch. Whoever acts on what may be old either writes
 * under the condition that it is not, or does what can be done twice.
 */
export function createCachedReads(client: Client, manager: Manager): CachedReads {
  const peek: CachedReads['peek'] = (kind, ref) => manager.informersOf().of(kind).get(ref)
  return { peek, get: async (kind, ref) => peek(kind, ref) ?? client.get(kind, ref) }
}

/** A copy of which the status and the version may be changed; everything else is shared with the original. */
export const withOwnStatus = <T extends KubeObject & { status?: unknown }>(object: Stored<T>): Stored<T> => ({
  ...object,
  metadata: { ...object.metadata },
  ...(object.status === undefined ? {} : { status: structuredClone(object.status) }),
})
