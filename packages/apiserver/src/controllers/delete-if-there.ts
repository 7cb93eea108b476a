import { hasReason } from '@skep/base'
import type { ObjectMeta } from '@skep/schema'
import type { ClusterView, DeleteOptions, GroupResource } from '../contracts.ts'

/** Deletes an object, and no other of the same name. False when it is gone already. */
export async function deleteIfThere(
  { objects }: ClusterView,
  at: GroupResource,
  { namespace = '', name = '', uid }: ObjectMeta,
  options: DeleteOptions = {},
): Promise<boolean> {
  try {
    await objects.delete(at, namespace, name, { ...options, ...(uid && { preconditions: { uid } }) })
    return true
  } catch (error) {
    // A conflict is about the uid: the object was replaced since.
    if (hasReason(error, 'NotFound') || hasReason(error, 'Conflict')) return false
    throw error
  }
}
