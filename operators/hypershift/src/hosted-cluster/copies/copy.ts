import { ConfigMap, Secret } from '@skep/api'
import type { Stored } from '@skep/client'
import { Mistake } from '@skep/controller'
import { ensure } from '../ensure.ts'
import { referencedBy } from '../keys.ts'
import { findConfigMap, findSecret } from '../lookups.ts'
import type { Scope } from '../scope.ts'

/** Marks something that the hosted cluster names, so that people see that it is in use. */
async function markReferenced(
  { parts, hostedCluster }: Scope,
  kind: typeof Secret | typeof ConfigMap,
  { metadata }: Stored<Secret> | Stored<ConfigMap>,
): Promise<void> {
  const key = referencedBy(hostedCluster.metadata.name)
  if (metadata.annotations?.[key] !== undefined) return
  const body = { metadata: { uid: metadata.uid, annotations: { [key]: 'true' } } }
  // Both kinds take the same patch of their metadata.
  await parts.client.patchUnread(kind as typeof Secret, metadata, { type: 'merge', body })
}

/** A Secret that the hosted cluster names, marked as being in use. Throws when it is not there. */
export async function referencedSecret(scope: Scope, what: string, name: string): Promise<Stored<Secret>> {
  const secret = await findSecret(scope, name)
  if (!secret) throw new Mistake(`failed to get ${what} ${name}: secrets "${name}" not found`)
  await markReferenced(scope, Secret, secret)
  return secret
}

/** The same for a ConfigMap. */
export async function referencedConfigMap(scope: Scope, what: string, name: string): Promise<Stored<ConfigMap>> {
  const configMap = await findConfigMap(scope, name)
  if (!configMap) throw new Mistake(`failed to get ${what} ${name}: configmaps "${name}" not found`)
  await markReferenced(scope, ConfigMap, configMap)
  return configMap
}

/** Writes a Secret into the namespace of the control plane. */
export async function writeSecret(
  { parts, namespace }: Scope,
  name: string,
  content: Pick<Secret, 'data' | 'type'>,
): Promise<void> {
  const wanted = { metadata: { namespace, name }, type: 'Opaque', ...content }
  const known = parts.reads.secrets.get({ namespace, name })
  // The type of a Secret cannot be changed.
  const isOther = known !== undefined && known.type !== wanted.type
  if (isOther) await parts.client.delete(Secret, known.metadata, { preconditions: { uid: known.metadata.uid } })
  await ensure(parts.client, Secret, isOther ? undefined : known, wanted)
}

/** Writes a ConfigMap into the namespace of the control plane. */
export async function writeConfigMap(
  { parts, namespace }: Scope,
  name: string,
  content: Pick<ConfigMap, 'data' | 'binaryData'>,
): Promise<void> {
  const known = parts.reads.configMaps.get({ namespace, name })
  await ensure(parts.client, ConfigMap, known, { metadata: { namespace, name }, ...content })
}

/** Removes what is no longer named. */
export async function removeCopy(
  { parts, namespace }: Scope,
  kind: typeof Secret | typeof ConfigMap,
  name: string,
): Promise<void> {
  const { secrets, configMaps } = parts.reads
  const known = kind === Secret ? secrets.get({ namespace, name }) : configMaps.get({ namespace, name })
  if (known && known.metadata.deletionTimestamp === undefined) {
    await parts.client.delete(kind as typeof Secret, { namespace, name })
  }
}
