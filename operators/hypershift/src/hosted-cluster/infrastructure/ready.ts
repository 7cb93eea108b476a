import type { Client, ClientKind, Stored } from '@skep/client'
import type { KubeObject } from '@skep/schema'

/** Says of infrastructure that nobody has to make anything for it. */
export async function ensureReady<T extends KubeObject & { status?: { ready?: boolean } }>(
  client: Client,
  kind: ClientKind<T>,
  object: Stored<T>,
): Promise<Stored<T>> {
  if (object.status?.ready) return object
  return client.patch(
    kind,
    object.metadata,
    { type: 'merge', body: { status: { ready: true } } },
    { subresource: 'status' },
  )
}
