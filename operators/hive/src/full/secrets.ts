import { Secret } from '@skep/api'
import { type Client, metadataOf } from '@skep/client'
import { createObjectReader, type Manager, type ObjectReader } from '@skep/controller'

/** Secrets as the manager follows them: there are many, most of them concern nobody here, and all are large. */
export const SecretMetadata = metadataOf(Secret)

/** Reads Secrets. */
export type Secrets = ObjectReader<Secret>

/** Reads Secrets once for every version of them. */
export const createSecrets = (client: Client, manager: Manager): Secrets => createObjectReader(client, manager, Secret)

/** The text under a key of a Secret; undefined when it is not there or empty. */
export function decodeSecret({ data }: Pick<Secret, 'data'>, key: string): string | undefined {
  const encoded = data?.[key]
  return encoded ? Buffer.from(encoded, 'base64').toString('utf8') : undefined
}
