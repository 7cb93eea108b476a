import { Event } from '@skep/api'
import type { Client, ObjectRef } from '@skep/client'

/** What people were warned of about an object: every message once. */
export async function errorsAbout(client: Client, kind: string, { namespace, name }: ObjectRef): Promise<string[]> {
  const fieldSelector = `involvedObject.kind=${kind},involvedObject.name=${name},type=Warning`
  const { items } = await client.list(Event, { ...(namespace ? { namespace } : {}), fieldSelector })
  return [...new Set(items.flatMap(({ message }) => message ?? []))]
}
