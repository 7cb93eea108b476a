import { hasReason } from '@skep/base'
import { type Client, type ClientKind, isObjectMissing, type Stored } from '@skep/client'
import type { KubeObject } from '@skep/schema'

/** How often a change of finalizers is tried again because somebody else was faster. */
const MAX_CONFLICTS = 5

/** Whether an object waits for this finalizer before it goes. */
export const hasFinalizer = ({ metadata }: KubeObject, finalizer: string): boolean =>
  metadata.finalizers?.includes(finalizer) ?? false

/**
 * Puts a finalizer on an object, before anything is made that would have to be cleaned up. Returns whether it had to:
 * then the reconciler is best over, since the change brings it back. Does nothing on an object that is being deleted.
 */
export async function addFinalizer<T extends KubeObject>(
  client: Client,
  kind: ClientKind<T>,
  object: Stored<T>,
  finalizer: string,
): Promise<boolean> {
  if (hasFinalizer(object, finalizer) || object.metadata.deletionTimestamp !== undefined) return false
  const finalizers = [...(object.metadata.finalizers ?? []), finalizer]
  await patchFinalizers(client, kind, object, finalizers)
  return true
}

/** Takes a finalizer off, once everything is cleaned up. An object that has gone is fine. */
export async function dropFinalizer<T extends KubeObject>(
  client: Client,
  kind: ClientKind<T>,
  object: Stored<T>,
  finalizer: string,
): Promise<void> {
  let current: Stored<T> | undefined = object
  for (let conflicts = 0; current && hasFinalizer(current, finalizer); conflicts++) {
    const finalizers = (current.metadata.finalizers ?? []).filter((name) => name !== finalizer)
    try {
      return await patchFinalizers(client, kind, current, finalizers)
    } catch (error) {
      if (isObjectMissing(error)) return
      if (!hasReason(error, 'Conflict') || conflicts >= MAX_CONFLICTS) throw error
      current = await client.get(kind, object.metadata)
    }
  }
}

/** The list is replaced as a whole, so it must be the newest that is changed: a conflict if it is not. */
async function patchFinalizers<T extends KubeObject>(
  client: Client,
  kind: ClientKind<T>,
  { metadata }: Stored<T>,
  finalizers: readonly string[],
): Promise<void> {
  const { uid, resourceVersion } = metadata
  await client.patchUnread(kind, metadata, { type: 'merge', body: { metadata: { uid, resourceVersion, finalizers } } })
}
