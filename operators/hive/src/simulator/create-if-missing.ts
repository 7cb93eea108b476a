import { type Secret, Secret as SecretKind } from '@skep/api'
import type { Client, ObjectRef } from '@skep/client'

/** Makes an Opaque Secret; one that is there stays as it is. Returns whether it had to. */
export const createSecretIfMissing = (
  client: Client,
  ref: ObjectRef,
  stringData: NonNullable<Secret['stringData']>,
): Promise<boolean> => client.createIfMissing(SecretKind, { metadata: { ...ref }, type: 'Opaque', stringData })
