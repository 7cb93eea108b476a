import { isObjectMissing } from '@skep/client'
/** A copy of which the status and the version may be changed; everything else is shared with the frozen original. */
export function workingCopy(object) {
  const status = object.status === undefined ? {} : structuredClone(object.status)
  // An empty status is one of any kind: all its fields may be missing.
  return { ...object, metadata: { ...object.metadata }, status }
}
/** Changes an object by a merge patch, if it is still the one that was read. Gives it as it is then. */
export async function patchObject(client, kind, { metadata }, body, fieldManager) {
  const { uid, resourceVersion } = metadata
  const guarded = { ...body, metadata: { ...body['metadata'], uid, resourceVersion } }
  return client.patch(kind, metadata, { type: 'merge', body: guarded }, fieldManager ? { fieldManager } : {})
}
/**
 * Writes what changed in a status. Conditions are one list with several writers, so a version that is no longer the
 * newest is a conflict, and the work is repeated. An object that has gone needs no status.
 */
export async function writeStatus(client, kind, before, after) {
  const { resourceVersion } = after.metadata
  const base = { ...before, metadata: { ...before.metadata, resourceVersion } }
  await client.patchStatus(kind, base, after, { ifUnchanged: true }).catch(ignoreMissing)
}
/** For what may have gone meanwhile. */
export function ignoreMissing(error) {
  if (!isObjectMissing(error)) throw error
}
/** Whether somebody asked for the object to go. */
export const isDeleting = ({ metadata }) => metadata.deletionTimestamp !== undefined
/** The reference to what controls an object. */
export const controllerOf = ({ metadata }) => metadata.ownerReferences?.find(({ controller }) => controller)
/** Owners with one more, in place of a former reference to the same object. */
export const withOwner = (owners, owner) => [...(owners ?? []).filter(({ uid }) => uid !== owner.uid), owner]
/** Whether an object has just this owner among its own. */
export const hasOwner = ({ metadata }, owner) =>
  (metadata.ownerReferences ?? []).some(
    (each) => each.uid === owner.uid && (each.controller ?? false) === (owner.controller ?? false),
  )
/** How many machines are wanted where nobody said so. */
export const replicasOf = ({ spec }) => spec.replicas ?? 1
/** Since when an object has been there, in milliseconds. */
export const createdAt = ({ metadata }) => Date.parse(metadata.creationTimestamp ?? '')
//# sourceMappingURL=objects.js.map
