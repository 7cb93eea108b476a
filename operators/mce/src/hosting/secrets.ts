import { type HostedCluster, Secret, Service } from '@skep/api'
import { hasReason } from '@skep/base'
import type { Draft, Informer, ObjectRef, Stored } from '@skep/client'
import { isObject, jsonEqual, parseYaml } from '@skep/schema'
import { ANNOTATIONS, controlPlaneNamespace, EXTERNAL_KUBECONFIG, klusterletName, LABELS } from '../names.ts'
import type { MceParts } from '../parts.ts'
import { managedClusterName } from '../views.ts'

type Hosted = Stored<HostedCluster>

/** What is copied of a hosted cluster, as the end of its names. */
const KUBECONFIG = 'admin-kubeconfig'
const PASSWORD = 'kubeadmin-password'

/** Hands the kubeconfig of a hosted cluster to its agent, as soon as that has a place; false when there is none yet. */
export async function handOverKubeconfig(parts: MceParts, hosted: Hosted): Promise<boolean> {
  const namespace = klusterletName(managedClusterName(hosted))
  const place = parts.views.namespaces.get({ name: namespace })
  const kubeconfig = await readSecret(parts, hosted, KUBECONFIG, 'kubeconfig')
  if (!place || place.metadata.deletionTimestamp !== undefined || kubeconfig === undefined) return false
  const text = await withInternalServer(parts, hosted, kubeconfig)
  const data = { kubeconfig: Buffer.from(text).toString('base64') }
  await ensureSecret(parts, parts.views.externalKubeconfigs, {
    metadata: { namespace, name: EXTERNAL_KUBECONFIG },
    data,
  })
  return true
}

/** The agent runs beside the control plane, and reaches it by its service. */
async function withInternalServer({ client }: MceParts, { metadata }: Hosted, kubeconfig: string): Promise<string> {
  const namespace = controlPlaneNamespace(metadata)
  const service = await client.get(Service, { namespace, name: 'kube-apiserver' })
  const server = `https://kube-apiserver.${namespace}.svc.cluster.local:${service?.spec?.ports?.[0]?.port ?? 6443}`
  const config = parseYaml(kubeconfig).value
  const entries = isObject(config) && Array.isArray(config['clusters']) ? config['clusters'] : []
  const entry = entries.filter(isObject).find(({ name }) => name === 'cluster')
  if (!isObject(entry?.['cluster']))
    throw new Error(`the kubeconfig of ${metadata.name} has no cluster named "cluster"`)
  entry['cluster']['server'] = server
  return JSON.stringify(config)
}

/** Keeps copies of a hosted cluster's secrets where the hub has those of the hosting cluster. */
export async function mirrorSecrets(parts: MceParts, hosted: Hosted): Promise<void> {
  for (const suffix of [KUBECONFIG, PASSWORD]) {
    const source = await sourceOf(parts, hosted, suffix)
    if (source) await ensureSecret(parts, parts.views.mirrors, mirrorOf(parts, hosted, suffix, source))
    else if (suffix === PASSWORD) await removeMirrors(parts, hosted.metadata, PASSWORD)
  }
}

/** A cluster with identity providers of its own has no password. */
const sourceOf = async ({ client }: MceParts, { metadata, status }: Hosted, suffix: string) =>
  suffix === PASSWORD && !status?.kubeadminPassword
    ? undefined
    : client.get(Secret, { namespace: metadata.namespace, name: `${metadata.name}-${suffix}` })

const mirrorOf = ({ options }: MceParts, hosted: Hosted, suffix: string, source: Secret): Draft<Secret> => {
  const cluster = managedClusterName(hosted)
  const { namespace = '', name } = hosted.metadata
  return {
    metadata: {
      namespace: options.hostingCluster,
      name: `${cluster}-${suffix}`,
      labels: { [LABELS.mirrored]: 'true', [LABELS.mirroredName]: name, [LABELS.mirroredNamespace]: namespace },
      annotations: { [ANNOTATIONS.managedClusterName]: cluster },
    },
    data: source.data ?? {},
  }
}

/** Removes copies of a hosted cluster's secrets; all of them, or those of a kind. */
export async function removeMirrors(parts: MceParts, hosted: ObjectRef, suffix = ''): Promise<void> {
  for (const { metadata } of parts.views.mirrorsOf(hosted)) {
    if (metadata.name.endsWith(suffix)) await parts.client.delete(Secret, metadata)
  }
}

async function readSecret(parts: MceParts, hosted: Hosted, suffix: string, key: string): Promise<string | undefined> {
  const data = (await sourceOf(parts, hosted, suffix))?.data?.[key]
  return data === undefined ? undefined : Buffer.from(data, 'base64').toString('utf8')
}

async function ensureSecret({ client }: MceParts, known: Informer<Secret>, secret: Draft<Secret>): Promise<void> {
  const { namespace, name = '' } = secret.metadata
  const present = known.get({ namespace, name })
  if (present && jsonEqual(present.data ?? {}, secret.data ?? {})) return
  try {
    if (present) await client.patch(Secret, { namespace, name }, { type: 'merge', body: { data: secret.data } })
    else await client.create(Secret, secret)
  } catch (error) {
    // What is known may be old: the next look sees what came meanwhile.
    if (!hasReason(error, 'AlreadyExists')) throw error
  }
}
