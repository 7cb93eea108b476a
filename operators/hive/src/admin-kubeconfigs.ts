import { type ClusterDeployment, Secret } from '@skep/api'
import { hasReason, type Logger } from '@skep/base'
import type { Client, Informer, ObjectRef, Stored } from '@skep/client'
import type { TenantCluster, TenantClusters } from '@skep/sim'

/** What is needed to make kubeconfigs of installed clusters valid again. */
export interface AdminKubeconfigParts {
  readonly client: Client
  readonly tenants: TenantClusters
  readonly log: Logger
}

interface Published {
  readonly tenant: TenantCluster
  readonly secret: ObjectRef
}

/**
 * Writes the kubeconfigs of installed clusters again when the server that has them is elsewhere, or has another
 * certificate authority, than when they were written. Resolves when that is done, or could not be.
 */
export async function keepKubeconfigsValid(
  parts: AdminKubeconfigParts,
  deployments: Informer<ClusterDeployment>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await refresh(parts, deployments, signal)
  } catch (error) {
    if (!signal.aborted) parts.log.error('Cannot renew the kubeconfigs of clusters', { error })
  }
}

/** Looks at one cluster only, as long as that one is right. */
async function refresh(
  parts: AdminKubeconfigParts,
  deployments: Informer<ClusterDeployment>,
  signal: AbortSignal,
): Promise<void> {
  await deployments.waitForSync(signal)
  const installed = deployments.list().filter(({ spec }) => spec.installed)
  const first = firstOf(installed, (deployment) => publishedOf(parts, deployment))
  if (!first || (await isCurrent(parts, first))) return
  // The one that is looked at comes last: who finds it right after a restart may believe it of the others.
  for (const deployment of installed.reverse()) {
    signal.throwIfAborted()
    const one = publishedOf(parts, deployment)
    if (one && !(await isCurrent(parts, one))) await publish(parts, one)
  }
  parts.log.info('Renewed the kubeconfigs of clusters', { reason: 'the server has another address or authority' })
}

function publishedOf(
  { tenants }: AdminKubeconfigParts,
  { metadata: { namespace }, spec }: Stored<ClusterDeployment>,
): Published | undefined {
  const { clusterID, adminKubeconfigSecretRef } = spec.clusterMetadata ?? {}
  const tenant = clusterID ? tenants.get(clusterID) : undefined
  const name = adminKubeconfigSecretRef?.name
  return tenant && name ? { tenant, secret: { namespace, name } } : undefined
}

function firstOf<From, To>(values: Iterable<From>, read: (value: From) => To | undefined): To | undefined {
  for (const value of values) {
    const found = read(value)
    if (found !== undefined) return found
  }
  return undefined
}

/** A secret that is not there is none of ours to make. */
async function isCurrent({ client }: AdminKubeconfigParts, { tenant, secret }: Published): Promise<boolean> {
  const { data = {} } = (await client.get(Secret, secret)) ?? {}
  const text = Buffer.from(data['kubeconfig'] ?? '', 'base64').toString()
  return text === '' || addressIn(text) === addressIn(await tenant.kubeconfig())
}

async function publish({ client }: AdminKubeconfigParts, { tenant, secret }: Published): Promise<void> {
  const kubeconfig = await tenant.kubeconfig()
  const body = { stringData: { kubeconfig, 'raw-kubeconfig': kubeconfig } }
  try {
    await client.patch(Secret, secret, { type: 'merge', body })
  } catch (error) {
    if (!hasReason(error, 'NotFound')) throw error
  }
}

/** Where a kubeconfig leads, and whom it believes. */
const addressIn = (kubeconfig: string): string =>
  [...kubeconfig.matchAll(/^ *(?:server|certificate-authority-data): .*$/gm)].map(([line]) => line).join('\n')
