import { hasReason } from '@skep/base'
import type { Client, ClientKind, Draft } from '@skep/client'
import type { KubeObject } from '@skep/schema'

/** Makes an object unless there is one of its name, which stays as it is. Returns whether it had to. */
export async function createIfMissing<T extends KubeObject>(
  client: Client,
  kind: ClientKind<T>,
  object: Draft<T>,
): Promise<boolean> {
  try {
    await client.create(kind, object)
    return true
  } catch (error) {
    if (hasReason(error, 'AlreadyExists')) return false
    throw error
  }
}
