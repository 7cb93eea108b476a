import { Secret } from '@skep/api'
import { hasReason } from '@skep/base'
import type { Client, ObjectRef } from '@skep/client'

/** Makes a Secret; one that is there stays as it is. */
export async function createSecret(client: Client, ref: ObjectRef, stringData: Record<string, string>): Promise<void> {
  const { namespace, name } = ref
  try {
    await client.create(Secret, { metadata: { namespace, name }, type: 'Opaque', stringData })
  } catch (error) {
    if (!hasReason(error, 'AlreadyExists')) throw error
  }
}

/** The texts of a Secret, by key; undefined when there is none. */
export async function readSecret(client: Client, ref: ObjectRef): Promise<Record<string, string> | undefined> {
  const secret = await client.get(Secret, ref)
  if (!secret) return undefined
  const entries = Object.entries(secret.data ?? {})
  return Object.fromEntries(entries.map(([key, value]) => [key, Buffer.from(value, 'base64').toString('utf8')]))
}
