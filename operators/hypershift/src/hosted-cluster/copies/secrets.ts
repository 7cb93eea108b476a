import { ConfigMap, Secret } from '@skep/api'
import { hasReason } from '@skep/base'
import type { Stored } from '@skep/client'
import { combineErrors, Mistake } from '@skep/controller'
import { NAMES } from '../keys.ts'
import { PULL_SECRET_KEY } from '../lookups.ts'
import { configurationReferences, type Reference } from '../references.ts'
import type { Scope } from '../scope.ts'
import { CA_BUNDLE_KEY } from '../validation/configuration.ts'
import { readSigningKeys } from '../validation/signing-key.ts'
import { referencedConfigMap, referencedSecret, removeCopy, writeConfigMap, writeSecret } from './copy.ts'

/** A Secret that the hosted cluster names, and the key of it that matters. */
interface Wanted {
  readonly what: string
  readonly source: string
  readonly key: string
}

/** Finds a Secret, and what it has for a key. Throws without it. */
async function findKey(
  scope: Scope,
  { what, source, key }: Wanted,
): Promise<{ secret: Stored<Secret>; value: string }> {
  const secret = await referencedSecret(scope, what, source)
  const value = secret.data?.[key]
  if (value === undefined) throw new Mistake(`hostedcluster ${what} "${source}" must have a ${key} key`)
  return { secret, value }
}

/** Copies one key, under a name of the control plane. */
async function copyKey(scope: Scope, wanted: Wanted & { name: string; type?: string }): Promise<void> {
  const { value } = await findKey(scope, wanted)
  const { key, name, type } = wanted
  await writeSecret(scope, name, { data: { [key]: value }, ...(type === undefined ? {} : { type }) })
}

/** Copies a Secret under its own name, as it is: others may name the same one for another of its keys. */
async function copyNamed(scope: Scope, { metadata, data, type }: Stored<Secret>): Promise<void> {
  await writeSecret(scope, metadata.name, { data: data ?? {}, ...(type === undefined ? {} : { type }) })
}

/** Copies what images are pulled with. */
export const copyPullSecret = (scope: Scope): Promise<void> =>
  copyKey(scope, {
    what: 'pull secret',
    source: scope.hostedCluster.spec.pullSecret.name ?? '',
    key: PULL_SECRET_KEY,
    type: 'kubernetes.io/dockerconfigjson',
    name: NAMES.pullSecret,
  })

/** Copies the keys that Secrets of the cluster are encrypted with. */
export async function copyEncryptionKeys(scope: Scope): Promise<void> {
  const { aescbc } = scope.hostedCluster.spec.secretEncryption ?? {}
  for (const [what, source] of [
    ['active aescbc secret', aescbc?.activeKey.name],
    ['backup aescbc secret', aescbc?.backupKey?.name],
  ] as const) {
    if (source) await copyNamed(scope, (await findKey(scope, { what, source, key: 'key' })).secret)
  }
}

/** Copies where audit events go. */
export async function copyAuditWebhook(scope: Scope): Promise<void> {
  const source = scope.hostedCluster.spec.auditWebhook?.name
  if (!source) return
  const { secret } = await findKey(scope, { what: 'audit webhook config', source, key: 'webhook-kubeconfig' })
  await copyNamed(scope, secret)
}

/** Copies the key that may log in to nodes, or takes it back. */
export async function copySshKey(scope: Scope): Promise<void> {
  const source = scope.hostedCluster.spec.sshKey?.name
  if (!source) return removeCopy(scope, Secret, NAMES.sshKey)
  await copyKey(scope, { what: 'SSHKey secret', source, key: 'id_rsa.pub', name: NAMES.sshKey })
}

/** Copies further authorities, or takes them back. */
export async function copyTrustBundle(scope: Scope): Promise<void> {
  const source = scope.hostedCluster.spec.additionalTrustBundle?.name
  if (!source) return removeCopy(scope, ConfigMap, NAMES.trustBundle)
  const { data } = await referencedConfigMap(scope, 'AdditionalTrustBundle ConfigMap', source)
  const bundle = data?.[CA_BUNDLE_KEY]
  if (bundle === undefined) {
    throw new Mistake(`hostedcluster AdditionalTrustBundle configmap "${source}" must have a ${CA_BUNDLE_KEY} key`)
  }
  await writeConfigMap(scope, NAMES.trustBundle, { data: { [CA_BUNDLE_KEY]: bundle } })
}

/** Copies the keys of service accounts' tokens. */
export async function copySigningKey(scope: Scope): Promise<void> {
  const source = scope.hostedCluster.spec.serviceAccountSigningKey?.name
  if (!source) return
  await referencedSecret(scope, 'ServiceAccountSigningKey secret', source)
  const { privateKey, publicKeys } = await readSigningKeys(scope, source)
  const data = { 'service-account.key': privateKey, 'service-account.pub': publicKeys }
  await writeSecret(scope, NAMES.signingKey, { data })
}

/** Copies what an etcd is reached with that somebody else runs. */
export async function copyEtcdClient(scope: Scope): Promise<void> {
  const source = scope.hostedCluster.spec.etcd.unmanaged?.tls.clientSecret.name
  if (!source) return
  await copyNamed(scope, await referencedSecret(scope, 'unmanaged etcd tls secret', source))
}

/** Copies what the configuration of the cluster names. What is missing keeps nothing else from being copied. */
export async function copyConfiguration(scope: Scope): Promise<void> {
  const errors: unknown[] = []
  for (const reference of configurationReferences(scope.hostedCluster)) {
    await copyReference(scope, reference).catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw errors.find((error) => hasReason(error, 'Conflict')) ?? combineErrors(errors)
}

async function copyReference(scope: Scope, { kind, name }: Reference): Promise<void> {
  if (kind === 'Secret') return copyNamed(scope, await referencedSecret(scope, 'referenced secret', name))
  const { data, binaryData } = await referencedConfigMap(scope, 'referenced configmap', name)
  await writeConfigMap(scope, name, { ...(data ? { data } : {}), ...(binaryData ? { binaryData } : {}) })
}
