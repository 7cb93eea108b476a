import { Secret } from '@skep/api'
import { LruMap } from '@skep/base'
import { type Client, metadataOf, type ObjectRef, objectKey, type Stored } from '@skep/client'
import type { Manager } from '@skep/controller'

/** Secrets as the manager follows them: there are many, most of them concern nobody here, and all are large. */
export const SecretMetadata = metadataOf(Secret)

/** How many Secrets are remembered: those of the clusters that are worked on at the same time, and some more. */
const REMEMBERED = 512

/** Reads Secrets. */
export interface Secrets {
  /** The Secret; the same object again while it has not changed, which must not be changed. */
  get(ref: ObjectRef): Promise<Stored<Secret> | undefined>
}

/** Reads Secrets once for every version of them, which their metadata tell. */
export function createSecrets(client: Client, manager: Manager): Secrets {
  const followed = manager.informersOf().of(SecretMetadata)
  const remembered = new LruMap<Stored<Secret>>(REMEMBERED)
  return {
    get: async (ref) => {
      const key = objectKey(ref)
      const version = followed.get(ref)?.metadata.resourceVersion
      const known = remembered.get(key)
      if (known && known.metadata.resourceVersion === version) return known
      const secret = await client.get(Secret, ref)
      if (secret) remembered.set(key, secret)
      return secret
    },
  }
}

/** The text under a key of a Secret; undefined when it is not there or empty. */
export function decodeSecret({ data }: Pick<Secret, 'data'>, key: string): string | undefined {
  const encoded = data?.[key]
  return encoded ? Buffer.from(encoded, 'base64').toString('utf8') : undefined
}
