import type { Client, ClientKind, ObjectRef, Stored } from '@skep/client'
import { type Manager, type NewestCopies, newestCopies } from '@skep/controller'
import type { KubeObject } from '@skep/schema'

/** Reads of objects that the manager follows anyway. What they give is shared and frozen. */
export interface CachedReads {
  /** As it was a moment ago; what is not known here is asked for, since it may be newer than what is known. */
  get<T extends KubeObject>(kind: ClientKind<T>, ref: ObjectRef): Promise<Stored<T> | undefined>
  /** The same without asking, for what brings its reader back when it comes. */
  peek<T extends KubeObject>(kind: ClientKind<T>, ref: ObjectRef): Stored<T> | undefined
  /** Remembers what was just written until the watch has brought it, so that nobody works on what was before. */
  keep<T extends KubeObject>(kind: ClientKind<T>, written: Stored<T>): void
}

/**
 * Reads from the copies of a manager, of kinds that its controllers watch. Whoever acts on what may be old either writes
 * under the condition that it is not, or does what can be done twice.
 */
export function createCachedReads(client: Client, manager: Manager): CachedReads {
  const copies = new Map<ClientKind, NewestCopies<KubeObject>>()
  const copiesOf = <T extends KubeObject>(kind: ClientKind<T>): NewestCopies<T> => {
    // What is found under a kind has been made for its objects.
    const found = copies.get(kind) as unknown as NewestCopies<T> | undefined
    const made = found ?? newestCopies(manager.informersOf().of(kind))
    if (!found) copies.set(kind, made as unknown as NewestCopies<KubeObject>)
    return made
  }
  return {
    peek: (kind, ref) => copiesOf(kind).get(ref),
    get: async (kind, ref) => copiesOf(kind).get(ref) ?? client.get(kind, ref),
    keep: (kind, written) => copiesOf(kind).keep(written),
  }
}
