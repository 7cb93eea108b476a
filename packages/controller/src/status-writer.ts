import { type Client, type ClientKind, isObjectMissing, type StatusPatchOptions, type Stored } from '@skep/client'
import type { KubeObject } from '@skep/schema'

/** Writes what changed in the status of an object, as `Client.patchStatus` does. */
export type StatusWriter<T extends KubeObject> = (
  before: Stored<T>,
  after: Stored<T>,
  options?: StatusPatchOptions,
) => Promise<void>

/**
 * Writes statuses of objects that nobody looks at again because of their status. When a write fails, it may have been
 * done all the same, unknown to those who go by older copies; so the next one says everything, and not only what differs
 * from the copy.
 */
export function createStatusWriter<T extends KubeObject>(client: Client, kind: ClientKind<T>): StatusWriter<T> {
  const doubtful = new Set<string>()
  return async (before, after, options) => {
    const { uid } = before.metadata
    try {
      await client.patchStatus(kind, doubtful.has(uid) ? withoutStatus(before) : before, after, options)
      doubtful.delete(uid)
    } catch (error) {
      if (isObjectMissing(error)) doubtful.delete(uid)
      else doubtful.add(uid)
      throw error
    }
  }
}

const withoutStatus = <T extends KubeObject>(object: Stored<T>): Stored<T> => ({ ...object, status: undefined })
