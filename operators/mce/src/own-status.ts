import type { Stored } from '@skep/client'
import type { KubeObject } from '@skep/schema'

/** A copy of which the status and the version may be changed; everything else is shared with the original. */
export const withOwnStatus = <T extends KubeObject & { status?: unknown }>(object: Stored<T>): Stored<T> => ({
  ...object,
  metadata: { ...object.metadata },
  ...(object.status === undefined ? {} : { status: structuredClone(object.status) }),
})
