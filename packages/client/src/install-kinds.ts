import { setMaxListeners } from 'node:events'
import { CustomResourceDefinition } from '@skep/api'
import { type KindDefinition, kindToCrd } from '@skep/schema'
import type { Client } from './client.ts'
import type { Manifest, Stored } from './kind.ts'
import { linkAbort } from './linked-abort.ts'
import { type ListWatchOptions, listWatch } from './list-watch.ts'

type Crd = Stored<CustomResourceDefinition>

/** Makes a Kubernetes serve kinds of our own: applies their CRDs and waits until the server has taken them up. */
export async function installKinds(
  client: Client,
  kinds: readonly KindDefinition[],
  options: Pick<ListWatchOptions, 'signal' | 'clock'>,
): Promise<void> {
  const applied = await applyAll(client, kinds, options.signal)
  const waiting = new Set(applied.filter((crd) => !isEstablished(crd)).map(({ metadata }) => metadata.name))
  if (waiting.size > 0) await untilEstablished(client, waiting, options)
}

async function applyAll(client: Client, kinds: readonly KindDefinition[], signal: AbortSignal): Promise<Crd[]> {
  const { controller, unlink } = linkAbort(signal)
  // Every request listens to it.
  setMaxListeners(0, controller.signal)
  try {
    return await Promise.all(kinds.map((kind) => applyCrd(client, kind, controller.signal)))
  } finally {
    unlink()
  }
}

function applyCrd(client: Client, kind: KindDefinition, signal: AbortSignal): Promise<Crd> {
  // The CRD of a kind is a CustomResourceDefinition, put together member by member.
  const crd = kindToCrd(kind) as unknown as Manifest<CustomResourceDefinition>
  return client.apply(CustomResourceDefinition, crd, { force: true, signal })
}

/** One watch for all of them. */
async function untilEstablished(
  client: Client,
  waiting: Set<string>,
  options: Pick<ListWatchOptions, 'signal' | 'clock'>,
): Promise<void> {
  const { controller, unlink } = linkAbort(options.signal)
  try {
    for await (const event of listWatch(client, CustomResourceDefinition, { ...options, signal: controller.signal })) {
      if (event.type === 'synced' || event.type === 'deleted' || !isEstablished(event.object)) continue
      waiting.delete(event.object.metadata.name)
      if (waiting.size === 0) return
    }
  } finally {
    unlink()
    controller.abort()
  }
  throw options.signal.reason
}

const isEstablished = (crd: Crd): boolean =>
  (crd.status?.conditions ?? []).some(({ type, status }) => type === 'Established' && status === 'True')
