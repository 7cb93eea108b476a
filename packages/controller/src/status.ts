import { type Client, type ClientKind, ignoreMissing, type Stored } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import { combineErrors } from './phases.ts'

/**
 * Works on an object, then writes what changed in its status in one patch, also when the work threw: a condition is how
 * people learn of it. An object that has gone meanwhile needs no status.
 */
export async function withStatus<T extends KubeObject, R>(
  client: Client,
  kind: ClientKind<T>,
  object: Stored<T>,
  work: () => Promise<R>,
): Promise<R> {
  const before = structuredClone(object)
  const patch = () => client.patchStatus(kind, before, object).catch(ignoreMissing)
  let result: R
  try {
    result = await work()
  } catch (error) {
    await patch().catch((patchError: unknown) => {
      throw combineErrors([error, patchError])
    })
    throw error
  }
  await patch()
  return result
}

/** A copy of which the status and the version may be changed; everything else is shared with the original. */
export const withOwnStatus = <T extends KubeObject & { status?: unknown }>(object: Stored<T>): Stored<T> => ({
  ...object,
  metadata: { ...object.metadata },
  ...(object.status === undefined ? {} : { status: structuredClone(object.status) }),
})
