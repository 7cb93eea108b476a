import { type Json, jsonEqual, type KubeObject } from '@skep/schema'
import type { ClusterView, GroupResource } from '../../contracts.ts'

type WithStatus<S> = KubeObject & { status?: S }

/** Whether two parts of objects say the same. Parts are JSON, though TypeScript cannot tell of those with metadata. */
export const isSame = (a: unknown, b: unknown): boolean => jsonEqual(a as Json | undefined, b as Json | undefined)

/**
 * Writes the status of an object when it differs from what was read. A write that came in between makes the
 * controller look again; its status then follows from the newer state. Returns the object with that status.
 */
export async function writeStatus<S, T extends WithStatus<S>>(
  cluster: ClusterView,
  at: GroupResource,
  object: T,
  status: S,
): Promise<T> {
  if (isSame(object.status, status)) return object
  const { namespace = '', name = '', uid } = object.metadata
  await cluster.objects.modify(
    at,
    namespace,
    name,
    (stored) => (stored.metadata.uid === uid ? ({ ...stored, status } as KubeObject) : undefined),
    { subresource: 'status' },
  )
  return { ...object, status }
}
