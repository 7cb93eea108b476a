import type { Client } from '@skep/client'
import type { OwnerReference } from '@skep/schema'
import { AGENT_FIELD_MANAGER } from '../names.ts'
import type { SpokeKind, SpokeObject } from '../types.ts'

/** Whether an object belongs to an owner. */
export const isOwnedBy = ({ metadata }: SpokeObject, owner: OwnerReference): boolean =>
  (metadata.ownerReferences ?? []).some(({ uid }) => uid === owner.uid)

/** Whether an object belongs to another owner of the same kind. */
export const hasOtherOwner = ({ metadata }: SpokeObject, owner: OwnerReference): boolean =>
  (metadata.ownerReferences ?? []).some(
    ({ apiVersion, kind, uid }) => apiVersion === owner.apiVersion && kind === owner.kind && uid !== owner.uid,
  )

/** Owner references with or without one of them; the same list when it is as it should be. */
export function withOwner(
  references: readonly OwnerReference[],
  owner: OwnerReference,
  owned: boolean,
): readonly OwnerReference[] {
  const present = references.filter((reference) => isSame(reference, owner))
  if (owned ? present.length === 1 && present[0]!.uid === owner.uid : present.length === 0) return references
  const others = references.filter((reference) => !isSame(reference, owner))
  return owned ? [...others, owner] : others
}

/** An owner that was made anew under its name is still the same, of whom the former uid is of no use. */
const isSame = ({ apiVersion, kind, name }: OwnerReference, owner: OwnerReference): boolean =>
  kind === owner.kind && name === owner.name && apiVersion === owner.apiVersion

/** Makes an object belong to an owner or not, and leaves everything else alone. */
export async function writeOwner(
  spokeClient: Client,
  kind: SpokeKind,
  object: SpokeObject,
  owner: OwnerReference,
  owned: boolean,
): Promise<SpokeObject> {
  const { ownerReferences: former = [], uid, resourceVersion } = object.metadata
  const ownerReferences = withOwner(former, owner, owned)
  if (ownerReferences === former) return object
  // The list is replaced as a whole, so it must be the newest that is changed.
  const body = { metadata: { uid, resourceVersion, ownerReferences } }
  return spokeClient.patch(kind, object.metadata, { type: 'merge', body }, { fieldManager: AGENT_FIELD_MANAGER })
}
