import { HostedCluster, KlusterletAddonConfig, ManagedCluster } from '@skep/api'
import { hasReason } from '@skep/base'
import type { Draft, Stored } from '@skep/client'
import { type Ctx, createIfMissing, findCondition, type Reconciler, type Result, Terminal } from '@skep/controller'
import { ANNOTATIONS, LABELS } from '../names.ts'
import type { MceParts } from '../parts.ts'
import { managedClusterName } from '../views.ts'

const RETRY_MS = 1_000
/** How long a new cluster may take to get its namespace before nobody waits for it any more. */
const NAMESPACE_TIMEOUT_MS = 60_000

/** Adds the controller that makes a ManagedCluster of every HostedCluster, once. */
export function addAutoImportController(parts: MceParts): void {
  // A ManagedCluster that somebody deletes is not made again: only those are, whose HostedCluster was seen to appear.
  const pending = new Set<string>()
  parts.manager.add({
    name: 'auto-import',
    kind: HostedCluster,
    when: ({ type, object: { metadata } }) => {
      if (type === 'added') pending.add(metadata.uid)
      if (type === 'deleted') pending.delete(metadata.uid)
      return pending.has(metadata.uid)
    },
    reconcile: autoImportReconciler(parts, pending),
  })
}

/** Whether the control plane of a hosted cluster is as it should be. */
export function isHostedAvailable({ status }: HostedCluster): boolean {
  const available = findCondition(status?.conditions, 'Available')
  return available?.status === 'True' && available.reason === 'AsExpected'
}

const autoImportReconciler =
  (parts: MceParts, pending: Set<string>): Reconciler =>
  async (ctx, key) => {
    const hosted = parts.views.hostedClusters.get(key)
    if (!hosted || hosted.metadata.deletionTimestamp !== undefined || !isHostedAvailable(hosted)) return {}
    const cluster = await ensureManagedCluster(parts, hosted)
    const result = parts.options.acm ? await ensureAddOnConfig(ctx, parts, cluster) : {}
    if (result.requeueAfterMs === undefined) pending.delete(hosted.metadata.uid)
    return result
  }

async function ensureManagedCluster(
  { client, views, options }: MceParts,
  hosted: Stored<HostedCluster>,
): Promise<Stored<ManagedCluster>> {
  const name = managedClusterName(hosted)
  const known = views.clusters.get({ name })
  if (known) return known
  try {
    return await client.create(ManagedCluster, managedClusterFor(hosted, name, options.hostingCluster))
  } catch (error) {
    // Not every name of a HostedCluster can be that of a ManagedCluster.
    if (hasReason(error, 'BadRequest') || hasReason(error, 'Invalid')) throw new Terminal(error.message)
    const present = hasReason(error, 'AlreadyExists') ? await client.get(ManagedCluster, { name }) : undefined
    if (!present) throw error
    return present
  }
}

const managedClusterFor = (hosted: HostedCluster, name: string, hostingCluster: string): Draft<ManagedCluster> => ({
  metadata: {
    name,
    labels: labelsFor(name, hosted.metadata.labels ?? {}),
    annotations: {
      [ANNOTATIONS.deployMode]: 'Hosted',
      [ANNOTATIONS.hostingCluster]: hostingCluster,
      [ANNOTATIONS.createdVia]: 'hypershift',
    },
  },
  spec: { hubAcceptsClient: true, leaseDurationSeconds: 60 },
})

/** Those of the HostedCluster count, so that people decide by them which add-ons the cluster gets. */
function labelsFor(name: string, own: Readonly<Record<string, string>>): Record<string, string> {
  const usual = { name, vendor: 'auto-detect', cloud: 'auto-detect', [LABELS.clusterSet]: 'default' }
  return { ...own, ...Object.fromEntries(Object.entries(usual).filter(([label]) => !own[label])) }
}

async function ensureAddOnConfig(
  { clock, sightings }: Ctx,
  { client, views }: MceParts,
  cluster: Stored<ManagedCluster>,
): Promise<Result> {
  const { name } = cluster.metadata
  if (!views.namespaces.get({ name })) {
    const waits = clock.now() < sightings.createdAt(cluster) + NAMESPACE_TIMEOUT_MS
    return waits ? { requeueAfterMs: RETRY_MS } : {}
  }
  const enabled = { enabled: true }
  const config = {
    metadata: { namespace: name, name },
    spec: {
      clusterName: name,
      clusterNamespace: name,
      clusterLabels: { cloud: 'auto-detect', vendor: 'auto-detect' },
      applicationManager: enabled,
      certPolicyController: enabled,
      policyController: enabled,
      searchCollector: enabled,
    },
  }
  await createIfMissing(client, KlusterletAddonConfig, config)
  return {}
}
