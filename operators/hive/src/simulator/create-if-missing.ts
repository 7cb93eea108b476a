import { type Secret, Secret as SecretKind } from '@skep/api'
import { hasReason } from '@skep/base'
import type { Client, ObjectRef } from '@skep/client'

/** Makes an Opaque Secret; one that is there stays as it is. Returns whether it had to. */
export async function createSecretIfMissing(
  client: Client,
  ref: ObjectRef,
  stringData: NonNullable<Secret['stringData']>,
): Promise<boolean> {
  try {
    await client.create(SecretKind, { metadata: { ...ref }, type: 'Opaque', stringData })
    return true
  } catch (error) {
    if (hasReason(error, 'AlreadyExists')) return false
    throw error
  }
}
