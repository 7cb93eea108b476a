import { type HostedCluster, Secret, Service } from '@skep/api'
import { type Draft, type Informer, type ObjectRef, parseKubeconfig, type Stored } from '@skep/client'
import { createIfMissing, type KeysOf } from '@skep/controller'
import { isObject, jsonEqual } from '@skep/schema'
import { ANNOTATIONS, controlPlaneNamespace, EXTERNAL_KUBECONFIG, klusterletName, LABELS } from '../names.ts'
import type { MceParts } from '../parts.ts'
import { managedClusterName } from '../views.ts'

type Hosted = Stored<HostedCluster>

/** What is copied of a hosted cluster, as the end of its names. */
const KUBECONFIG = 'admin-kubeconfig'
const PASSWORD = 'kubeadmin-password'
const SOURCE_NAME = new RegExp(`^(.+)-(?:${KUBECONFIG}|${PASSWORD})$`)

/** The hosted cluster that a secret may be of, by its name. */
export const ofSource: KeysOf = ({ metadata: { namespace, name } }) => {
  const hosted = SOURCE_NAME.exec(name)?.[1]
  return hosted === undefined ? [] : [{ namespace, name: hosted }]
}

/** The secrets of a hosted cluster that have to be copied. */
const sourcesOf = ({ views }: MceParts, { metadata: { namespace, name }, status }: Hosted) => ({
  kubeconfig: views.secrets.get({ namespace, name: `${name}-${KUBECONFIG}` }),
  // A cluster with identity providers of its own has no password.
  password: status?.kubeadminPassword && views.secrets.get({ namespace, name: `${name}-${PASSWORD}` }),
})

/** Which versions of its secrets a hosted cluster has. */
export function sourceVersions(parts: MceParts, hosted: Hosted): (string | undefined)[] {
  const { kubeconfig, password } = sourcesOf(parts, hosted)
  return [kubeconfig?.metadata.resourceVersion, password?.metadata.resourceVersion]
}

/** Whether the hub has a copy of everything that has to be copied, as far as is known. */
export function areMirrored(parts: MceParts, hosted: Hosted): boolean {
  const { kubeconfig, password } = sourcesOf(parts, hosted)
  const has = (suffix: string) => parts.views.mirrors.get(mirrorOf(parts, hosted, suffix)) !== undefined
  return (!kubeconfig || has(KUBECONFIG)) && (!password || has(PASSWORD))
}

/** Hands the kubeconfig of a hosted cluster to its agent, and copies of its secrets to the hub. */
export async function copySecrets(parts: MceParts, hosted: Hosted): Promise<void> {
  const { kubeconfig, password } = sourcesOf(parts, hosted)
  if (kubeconfig) {
    await handOver(parts, hosted, kubeconfig)
    await mirror(parts, hosted, KUBECONFIG, kubeconfig)
  }
  if (password) await mirror(parts, hosted, PASSWORD, password)
  else await removeMirrors(parts, hosted.metadata, PASSWORD)
}

/** Where the copy of a secret of a hosted cluster is. */
const mirrorOf = ({ options }: MceParts, hosted: Hosted, suffix: string) => ({
  namespace: options.hostingCluster,
  name: `${managedClusterName(hosted)}-${suffix}`,
})

/** The agent gets it as soon as it has a place; the coming of that place brings us back here. */
async function handOver(parts: MceParts, hosted: Hosted, source: Secret): Promise<void> {
  const namespace = klusterletName(managedClusterName(hosted))
  const place = parts.views.namespaces.get({ name: namespace })
  if (!place || place.metadata.deletionTimestamp !== undefined) return
  const kubeconfig = Buffer.from(source.data?.['kubeconfig'] ?? '', 'base64').toString('utf8')
  const text = await withInternalServer(parts, hosted, kubeconfig)
  await ensureSecret(parts, parts.views.externalKubeconfigs, {
    metadata: { namespace, name: EXTERNAL_KUBECONFIG },
    data: { kubeconfig: Buffer.from(text).toString('base64') },
  })
}

/** The agent runs beside the control plane, and reaches it by its service. */
async function withInternalServer({ client }: MceParts, { metadata }: Hosted, kubeconfig: string): Promise<string> {
  const namespace = controlPlaneNamespace(metadata)
  const service = await client.get(Service, { namespace, name: 'kube-apiserver' })
  const server = `https://kube-apiserver.${namespace}.svc.cluster.local:${service?.spec?.ports?.[0]?.port ?? 6443}`
  const config = parseKubeconfig(kubeconfig)
  const entries = isObject(config) && Array.isArray(config['clusters']) ? config['clusters'] : []
  const entry = entries.filter(isObject).find(({ name }) => name === 'cluster')
  if (!isObject(entry?.['cluster']))
    throw new Error(`the kubeconfig of ${metadata.name} has no cluster named "cluster"`)
  entry['cluster']['server'] = server
  return JSON.stringify(config)
}

async function mirror(parts: MceParts, hosted: Hosted, suffix: string, { data = {} }: Secret): Promise<void> {
  const cluster = managedClusterName(hosted)
  const { namespace = '', name } = hosted.metadata
  await ensureSecret(parts, parts.views.mirrors, {
    metadata: {
      ...mirrorOf(parts, hosted, suffix),
      labels: { [LABELS.mirrored]: 'true', [LABELS.mirroredName]: name, [LABELS.mirroredNamespace]: namespace },
      annotations: { [ANNOTATIONS.managedClusterName]: cluster },
    },
    data,
  })
}

/** Removes copies of a hosted cluster's secrets; all of them, or those of a kind. */
export async function removeMirrors(parts: MceParts, hosted: ObjectRef, suffix = ''): Promise<void> {
  for (const { metadata } of parts.views.mirrorsOf(hosted)) {
    if (metadata.name.endsWith(suffix)) await parts.client.delete(Secret, metadata)
  }
}

async function ensureSecret({ client }: MceParts, known: Informer<Secret>, secret: Draft<Secret>): Promise<void> {
  const { namespace, name = '' } = secret.metadata
  const present = known.get({ namespace, name })
  if (present && jsonEqual(present.data ?? {}, secret.data ?? {})) return
  const ref = { namespace, name }
  // What is known may be old: then the next look sees what came meanwhile.
  if (!present) await createIfMissing(client, Secret, secret)
  else await client.patch(Secret, ref, { type: 'merge', body: { data: secret.data } })
}
