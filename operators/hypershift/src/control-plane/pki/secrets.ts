import { createHash } from 'node:crypto'
import { ConfigMap, HostedControlPlane, Secret } from '@skep/api'
import { ignoreMissing } from '@skep/client'
import { controllerReference, createIfMissing } from '@skep/controller'
import { removeObject } from '../ensure.ts'
import { ANNOTATIONS } from '../keys.ts'
import { type ControlPlaneScope, comeBackToRenew } from '../scope.ts'
import type { SecretTexts } from './certificates.ts'
import { RENEWED_AFTER_MS, renewalAnnotation, renewalDueMs } from './renewal.ts'

/** A Secret that is made here. */
export interface GeneratedSecret {
  readonly name: string
  /** What its content depends on: when that changes, it is made again. */
  readonly inputs?: readonly unknown[]
  readonly labels?: Readonly<Record<string, string>>
  /** Whether there is a certificate in it, which is made again before it ends. */
  readonly expires?: boolean
  generate(): SecretTexts | Promise<SecretTexts>
}

const digest = (inputs: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(inputs)).digest('hex').slice(0, 16)

/** Whether a Secret is there, made from what it is to be made from, and good for a while. */
function isCurrent(scope: ControlPlaneScope, { name, inputs = [], expires = false }: GeneratedSecret): boolean {
  const { objects, namespace, ctx } = scope
  const secret = objects.secrets.get({ namespace, name })
  if (secret?.metadata.annotations?.[ANNOTATIONS.inputs] !== digest(inputs)) return false
  if (!expires) return true
  const dueMs = renewalDueMs(secret, ctx.clock)
  if (dueMs > 0) comeBackToRenew(scope, dueMs)
  return dueMs > 0
}

/**
 * Makes a Secret unless it is there, or makes it again when it is to be made from something else. Returns
 * whether this call did.
 */
export async function ensureSecret(scope: ControlPlaneScope, wanted: GeneratedSecret): Promise<boolean> {
  if (isCurrent(scope, wanted)) return false
  const { parts, namespace, objects } = scope
  const { name, inputs = [], labels, expires } = wanted
  const found = objects.secrets.get({ namespace, name })
  const renewal = expires ? renewalAnnotation(scope.ctx.clock) : {}
  if (expires) comeBackToRenew(scope, RENEWED_AFTER_MS)
  const annotations = { [ANNOTATIONS.inputs]: digest(inputs), ...renewal }
  const stringData = await wanted.generate()
  if (!found) {
    const metadata = metadataOf(scope, name, labels, annotations)
    const created = await createIfMissing(parts.client, Secret, { metadata, stringData: { ...stringData } })
    return created !== undefined
  }
  const { uid } = found.metadata
  const body = { metadata: { uid, annotations }, stringData }
  const patched = await parts.client.patch(Secret, { namespace, name }, { type: 'merge', body }).catch(ignoreMissing)
  return patched !== undefined
}

/** Removes a Secret, if it is there. */
export const removeSecret = ({ parts, objects, namespace }: ControlPlaneScope, name: string): Promise<void> =>
  removeObject(parts.client, objects.secrets, { namespace, name })

/** The texts of a Secret; undefined when it is not there. */
export async function readSecret({ parts, objects, namespace }: ControlPlaneScope, name: string) {
  const ref = { namespace, name }
  const secret = objects.secrets.get(ref) ?? (await parts.client.get(Secret, ref))
  if (!secret) return undefined
  const entries = Object.entries(secret.data ?? {})
  return Object.fromEntries(entries.map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]))
}

/** Makes a ConfigMap unless it is there, or makes it again when it is to be made from something else. */
export async function ensureConfigMap(
  scope: ControlPlaneScope,
  { name, inputs = [], labels = {}, generate }: GeneratedSecret,
): Promise<void> {
  const { parts, namespace, objects } = scope
  const found = objects.configMaps.get({ namespace, name })
  const annotations = { [ANNOTATIONS.inputs]: digest(inputs) }
  if (found?.metadata.annotations?.[ANNOTATIONS.inputs] === annotations[ANNOTATIONS.inputs]) return
  const data = { ...(await generate()) }
  if (!found) {
    await createIfMissing(parts.client, ConfigMap, { metadata: metadataOf(scope, name, labels, annotations), data })
    return
  }
  const { uid } = found.metadata
  await parts.client
    .patch(ConfigMap, { namespace, name }, { type: 'merge', body: { metadata: { uid, annotations }, data } })
    .catch(ignoreMissing)
}

const metadataOf = (
  { namespace, controlPlane }: ControlPlaneScope,
  name: string,
  labels: Readonly<Record<string, string>> | undefined,
  annotations: Record<string, string>,
) => ({
  namespace,
  name,
  ...(labels ? { labels: { ...labels } } : {}),
  annotations,
  ownerReferences: [controllerReference(HostedControlPlane, controlPlane)],
})
