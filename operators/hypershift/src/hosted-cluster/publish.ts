import { HostedCluster, Secret } from '@skep/api'
import type { Stored } from '@skep/client'
import { createIfMissing, Mistake } from '@skep/controller'
import { apiVersionOf, type OwnerReference } from '@skep/schema'
import { ensure } from './ensure.ts'
import { isPublishedFor, publishedNames } from './published.ts'
import type { Scope } from './scope.ts'

const KUBECONFIG_KEY = 'kubeconfig'

/** Puts what lets people into the cluster where they look for it, and says so. */
export async function publishSecrets(scope: Scope): Promise<void> {
  await publishKubeconfig(scope)
  await publishCustomKubeconfig(scope)
  await publishPassword(scope)
}

/** What goes with the hosted cluster. Others than the controller may own it, too. */
const ownerOf = ({ hostedCluster: { metadata } }: Scope): OwnerReference[] => [
  { apiVersion: apiVersionOf(HostedCluster), kind: HostedCluster.kind, name: metadata.name, uid: metadata.uid },
]

async function sourceOf({ parts, namespace }: Scope, name: string): Promise<Stored<Secret>> {
  const ref = { namespace, name }
  const secret = parts.reads.secrets.get(ref) ?? (await parts.client.get(Secret, ref))
  if (!secret) throw new Error(`failed to get controlplane secret "${namespace}/${name}"`)
  return secret
}

async function publish(
  scope: Scope,
  name: string,
  content: Pick<Secret, 'data'>,
  labels?: Record<string, string>,
): Promise<void> {
  const { parts, hostedCluster } = scope
  const ref = { namespace: hostedCluster.metadata.namespace, name }
  const metadata = { ...ref, ownerReferences: ownerOf(scope), ...(labels ? { labels } : {}) }
  const wanted = { metadata, type: 'Opaque', ...content }
  const known = parts.reads.secrets.get(ref)
  if (!known && (await createIfMissing(parts.client, Secret, wanted))) return
  const found = known ?? (await parts.client.get(Secret, ref))
  if (found && !isPublishedFor(hostedCluster, found)) {
    throw new Mistake(`secret "${name}" is somebody else's, and would be overwritten: rename it`)
  }
  await ensure(parts.client, Secret, found, wanted)
}

async function publishKubeconfigAs(
  scope: Scope,
  name: string,
  source: { name: string; key: string },
  labels?: Record<string, string>,
): Promise<void> {
  const value = (await sourceOf(scope, source.name)).data?.[source.key]
  if (value === undefined) {
    throw new Error(
      `controlplane kubeconfig secret "${scope.namespace}/${source.name}" must have a "${source.key}" key`,
    )
  }
  await publish(scope, name, { data: { [KUBECONFIG_KEY]: value } }, labels)
}

async function publishKubeconfig(scope: Scope): Promise<void> {
  const source = scope.controlPlane?.status?.kubeConfig
  const { name, labels } = scope.hostedCluster.metadata
  const published = publishedNames(name).kubeconfig
  if (!source) return
  await publishKubeconfigAs(scope, published, source, labels)
  scope.status.kubeconfig = { name: published }
}

async function publishCustomKubeconfig(scope: Scope): Promise<void> {
  const source = scope.controlPlane?.status?.customKubeconfig
  const name = publishedNames(scope.hostedCluster.metadata.name).customKubeconfig
  if (!scope.hostedCluster.spec.kubeAPIServerDNSName) {
    await unpublish(scope, name)
    delete scope.status.customKubeconfig
  } else if (source) {
    await publishKubeconfigAs(scope, name, source)
    scope.status.customKubeconfig = { name }
  }
}

async function publishPassword(scope: Scope): Promise<void> {
  const source = scope.controlPlane?.status?.kubeadminPassword?.name
  const name = publishedNames(scope.hostedCluster.metadata.name).kubeadminPassword
  if (!source) {
    await unpublish(scope, name)
    delete scope.status.kubeadminPassword
    return
  }
  await publish(scope, name, { data: (await sourceOf(scope, source)).data ?? {} })
  if (!scope.hostedCluster.spec.configuration?.oauth) scope.status.kubeadminPassword = { name }
}

async function unpublish({ parts, hostedCluster }: Scope, name: string): Promise<void> {
  const ref = { namespace: hostedCluster.metadata.namespace, name }
  const known = parts.reads.secrets.get(ref)
  if (!known || known.metadata.deletionTimestamp !== undefined || !isPublishedFor(hostedCluster, known)) return
  await parts.client.delete(Secret, ref, { preconditions: { uid: known.metadata.uid } })
}
