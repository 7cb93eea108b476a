import type { KubeObject } from '@skep/schema'
import type { Client } from './client.ts'
import type { ClientKind, ObjectRef, Stored } from './kind.ts'
import { linkAbort } from './linked-abort.ts'
import { type ListWatchOptions, listWatch } from './list-watch.ts'

/**
 * Follows one object until a condition holds, and resolves with it; undefined stands for an object that is not there.
 * Rejects with the signal's reason when it aborts first.
 */
export async function waitFor<T extends KubeObject>(
  client: Client,
  kind: ClientKind<T>,
  { namespace, name }: ObjectRef,
  isDone: (object: Stored<T> | undefined) => boolean,
  options: Pick<ListWatchOptions, 'signal' | 'clock' | 'random' | 'backoff' | 'onError'>,
): Promise<Stored<T> | undefined> {
  const { controller, unlink } = linkAbort(options.signal)
  const fieldSelector = `metadata.name=${name}`
  let current: Stored<T> | undefined
  try {
    const select = { ...options, namespace, fieldSelector, signal: controller.signal }
    for await (const event of listWatch(client, kind, select)) {
      if (event.type !== 'synced') current = event.type === 'deleted' ? undefined : event.object
      if (isDone(current)) return current
    }
  } finally {
    unlink()
    controller.abort()
  }
  throw options.signal.reason
}
