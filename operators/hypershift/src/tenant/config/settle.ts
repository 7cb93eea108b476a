import type { ClientKind, Draft } from '@skep/client'
import { createIfMissing } from '@skep/controller'
import { asJson, type JsonObject, jsonEqual, type KubeObject } from '@skep/schema'
import { covers } from '../../control-plane/ensure.ts'
import type { SettingsClient } from './foreign-writes.ts'

/** An object of which the spec and the status are nobody else's business. */
type Settled = KubeObject & { spec?: JsonObject; status?: JsonObject }

/** An object to make in a namespace, under a name. */
export type NamedDraft<T extends KubeObject> = Draft<T> & { metadata: { namespace: string; name: string } }

/** What an object in the cluster of a tenant shall say. */
export interface Wanted {
  readonly kind: ClientKind
  readonly name: string
  readonly spec: JsonObject
  readonly status?: JsonObject
}

/** Brings an object to what it shall say, and writes nothing when it does. `isNew` saves to look whether it is there. */
export async function settle(client: SettingsClient, wanted: Wanted, isNew: boolean): Promise<void> {
  // Whatever else such objects hold is not touched here.
  const kind = wanted.kind as unknown as ClientKind<Settled>
  const { name, spec, status } = wanted
  const draft = { metadata: { name }, spec }
  const made = isNew ? await createIfMissing(client, kind, draft) : undefined
  const found = made ?? (await client.get(kind, { name })) ?? (await client.create(kind, draft))
  const settled = jsonEqual(found.spec, spec) ? found : await client.update(kind, { ...found, spec })
  if (status === undefined || covers(settled.status, status)) return
  await client.updateStatus(kind, { ...settled, status: { ...settled.status, ...status } })
}

/** Brings an object of which the server fills in much to what it shall say. */
export async function settleWhole<T extends KubeObject>(
  client: SettingsClient,
  kind: ClientKind<T>,
  wanted: NamedDraft<T>,
  isNew: boolean,
): Promise<void> {
  const made = isNew ? await createIfMissing(client, kind, wanted) : undefined
  const found = made ?? (await client.get(kind, wanted.metadata))
  if (!found) await createIfMissing(client, kind, wanted)
  else if (!covers(asJson(found), asJson(wanted))) {
    await client.update(kind, { ...wanted, metadata: { ...found.metadata, ...wanted.metadata } })
  }
}
