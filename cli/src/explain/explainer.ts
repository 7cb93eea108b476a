import type { ClientKind, ObjectRef, Stored } from '@skep/client'
import { apiVersionOf, type KubeObject } from '@skep/schema'
import type { Explained, ObjectName, Verdict } from './model.ts'
import type { Reader } from './reader.ts'

/** Something that belongs to an object: another object, or one that should be there, of which all is known already. */
export type Part =
  | { readonly read: Reader; readonly object: Stored }
  | { readonly name: ObjectName; readonly verdict: Verdict }

/** What is known of one kind: what belongs to its objects, and how to tell how they are. */
export interface Explainer<T extends KubeObject = KubeObject> {
  readonly kind: Pick<ClientKind, 'group' | 'kind'>
  /** In the order in which it has to come about, since what is first is the cause of what follows. */
  parts?(object: Stored<T>, read: Reader): Promise<readonly Part[]>
  /** How an object is that is to stay. What its conditions say unless given. */
  verdict?(object: Stored<T>, children: readonly Explained[]): Verdict
  /** How one is that is to go. What holds it unless given. */
  deletion?(object: Stored<T>, children: readonly Explained[]): Verdict
}

/** Objects of the same cluster as parts. */
export const partsOf = (read: Reader, objects: readonly (Stored | undefined)[]): Part[] =>
  objects.filter((object) => object !== undefined).map((object) => ({ read, object }))

/** A part that is not there, and what that means. */
export const missingPart = (
  read: Reader,
  kind: Pick<ClientKind, 'group' | 'version' | 'kind'>,
  { namespace, name }: ObjectRef,
  verdict: Verdict,
): Part => ({
  name: {
    cluster: read.cluster,
    apiVersion: apiVersionOf(kind),
    kind: kind.kind,
    ...(namespace === undefined ? {} : { namespace }),
    name,
  },
  verdict,
})

/** An object, or what it means that there is none. */
export async function neededPart<T extends KubeObject>(
  read: Reader,
  kind: ClientKind<T>,
  ref: ObjectRef,
  verdict: Verdict,
): Promise<Part> {
  const object = await read.get(kind, ref)
  return object ? { read, object } : missingPart(read, kind, ref, verdict)
}

/** Whether an object has another one among its owners. */
export const isOwnedBy =
  ({ metadata: { uid } }: Stored) =>
  ({ metadata }: KubeObject): boolean =>
    metadata.ownerReferences?.some((owner) => owner.uid === uid) ?? false
