import { Lease, Namespace } from '@skep/api'
import { formatMicroTime } from '@skep/base'
import type { Client } from '@skep/client'
import { type Ctx, createIfMissing, isConditionTrue } from '@skep/controller'
import { CLUSTER_LEASE, LABELS } from '../names.ts'
import { ensurePermissions } from './permissions.ts'
import { type ClusterScope, CONDITIONS, leaseClock, state } from './scope.ts'

/** Lets a cluster in, or out again, as the administrator of the hub wishes. */
export async function acceptCluster(ctx: Ctx, scope: ClusterScope): Promise<void> {
  const { parts, cluster } = scope
  const { name } = cluster.metadata
  if (!cluster.spec?.hubAcceptsClient) return denyCluster(ctx, scope)
  try {
    await ensureNamespace(scope, name)
    await ensurePermissions(parts, name, true)
    await ensureLease(ctx, scope, name)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    state(scope, ctx, { type: CONDITIONS.accepted, status: 'False', reason: 'Error', message })
    throw error
  }
  const message = 'Accepted by hub cluster admin'
  state(scope, ctx, { type: CONDITIONS.accepted, status: 'True', reason: 'HubClusterAdminAccepted', message })
}

/** A cluster that never was let in is no cause for anything. */
async function denyCluster(ctx: Ctx, scope: ClusterScope): Promise<void> {
  const { parts, cluster, conditions } = scope
  if (!isConditionTrue(conditions, CONDITIONS.accepted)) return
  await ensurePermissions(parts, cluster.metadata.name, false)
  const message = 'Denied by hub cluster admin'
  state(scope, ctx, { type: CONDITIONS.accepted, status: 'False', reason: 'HubClusterAdminDenied', message })
}

async function ensureNamespace({ parts: { client, views } }: ClusterScope, name: string): Promise<void> {
  const labels = { [LABELS.clusterName]: name, [LABELS.managedCluster]: name }
  const known = views.namespaces.get({ name })
  if (!known) return createNamespace(client, name, labels)
  const { labels: present = {} } = known.metadata
  if (Object.entries(labels).every(([key, value]) => present[key] === value)) return
  await client.patch(Namespace, { name }, { type: 'merge', body: { metadata: { labels } } })
}

/** Makes a namespace; one that is there gets the labels besides its own. */
export async function createNamespace(
  client: Client,
  name: string,
  labels: Record<string, string> = {},
): Promise<void> {
  const isNew = await createIfMissing(client, Namespace, { metadata: { name, labels } })
  if (!isNew) await client.patch(Namespace, { name }, { type: 'merge', body: { metadata: { labels } } })
}

async function ensureLease(ctx: Ctx, scope: ClusterScope, namespace: string): Promise<void> {
  const { client, views } = scope.parts
  if (views.leases.get({ namespace, name: CLUSTER_LEASE })) return
  const lease = {
    metadata: { namespace, name: CLUSTER_LEASE, labels: { [LABELS.clusterName]: namespace } },
    spec: { holderIdentity: CLUSTER_LEASE, renewTime: formatMicroTime(leaseClock(ctx, scope.cluster).now()) },
  }
  await createIfMissing(client, Lease, lease)
}
