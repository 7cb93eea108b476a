import { hasReason } from '@skep/base'
import type { Client, ClientKind, Draft, Stored, WriteOptions } from '@skep/client'
import type { KubeObject } from '@skep/schema'

/** Makes an object; undefined when there is one of its name already, which stays as it is. */
export async function createIfMissing<T extends KubeObject>(
  client: Pick<Client, 'create'>,
  kind: ClientKind<T>,
  wanted: Draft<T>,
  options?: WriteOptions,
): Promise<Stored<T> | undefined> {
  try {
    return await client.create(kind, wanted, options)
  } catch (error) {
    if (hasReason(error, 'AlreadyExists')) return undefined
    throw error
  }
}
