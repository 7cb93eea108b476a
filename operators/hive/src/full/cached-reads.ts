import { type Client, type ClientKind, type Informer, type ObjectRef, objectKey, type Stored } from '@skep/client'
import type { Manager } from '@skep/controller'
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
  const written = new Map<string, Stored>()
  const informers = new Map<ClientKind, Informer>()
  const informerOf = <T extends KubeObject>(kind: ClientKind<T>): Informer<T> => {
    // What is found under a kind has been made for its objects.
    const found = informers.get(kind) as unknown as Informer<T> | undefined
    const informer = found ?? manager.informersOf().of(kind)
    if (!found) informers.set(kind, informer as unknown as Informer)
    return informer
  }
  const peek: CachedReads['peek'] = <T extends KubeObject>(kind: ClientKind<T>, ref: ObjectRef) => {
    const known = informerOf(kind).get(ref)
    const id = idOf(kind, ref)
    const own = written.get(id)
    // The id names the kind.
    if (own && known && isOlder(known, own)) return own as Stored<T>
    if (own) written.delete(id)
    return known
  }
  return {
    peek,
    get: async (kind, ref) => peek(kind, ref) ?? client.get(kind, ref),
    keep: (kind, object) => void written.set(idOf(kind, object.metadata), object),
  }
}

const idOf = ({ group, kind }: ClientKind, ref: ObjectRef): string => `${group}/${kind}/${objectKey(ref)}`

/** Versions of one object are numbers that grow (KEP-5504); where they are not, nothing counts as older. */
const isOlder = ({ metadata: a }: Stored, { metadata: b }: Stored): boolean =>
  a.uid === b.uid && Number(a.resourceVersion) < Number(b.resourceVersion)

/** A copy of which the status and the version may be changed; everything else is shared with the original. */
export const withOwnStatus = <T extends KubeObject & { status?: unknown }>(object: Stored<T>): Stored<T> => ({
  ...object,
  metadata: { ...object.metadata },
  ...(object.status === undefined ? {} : { status: structuredClone(object.status) }),
})
