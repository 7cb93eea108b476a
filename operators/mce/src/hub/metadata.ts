import { ManagedCluster, type ManagedClusterAddOn } from '@skep/api'
import type { Stored } from '@skep/client'
import { findCondition } from '@skep/controller'
import { asJson, jsonEqual } from '@skep/schema'
import { ADD_ON_LABEL_PREFIX, ANNOTATIONS, controlPlaneNamespace, FINALIZERS, LABELS } from '../names.ts'
import type { MceParts } from '../parts.ts'
import { availabilityOf, hostingClusterOf, isHosted } from './scope.ts'
import { taintsFor } from './taints.ts'

type Labels = Record<string, string>
type ClientConfigs = NonNullable<NonNullable<ManagedCluster['spec']>['managedClusterClientConfigs']>

const CREATED_VIA = new Set(['assisted-installer', 'hive', 'discovery', 'hypershift'])

/**
 * Gives a cluster the finalizers, labels, annotations and taints that it should have, in one write, before anything is
 * made for it. Returns it as it is then.
 */
export async function ensureMetadata(
  parts: MceParts,
  cluster: Stored<ManagedCluster>,
): Promise<Stored<ManagedCluster>> {
  const { metadata, spec } = cluster
  const changes = {
    finalizers: changed(metadata.finalizers ?? [], finalizersFor(cluster)),
    labels: differences(metadata.labels, labelsFor(parts, cluster)),
    annotations: differences(metadata.annotations, annotationsFor(cluster)),
    taints: changed(spec?.taints ?? [], taintsFor(spec?.taints ?? [], availabilityOf(cluster)?.status)),
    clientConfigs: changed(spec?.managedClusterClientConfigs ?? [], clientConfigsFor(parts, cluster)),
  }
  if (Object.values(changes).every((change) => change === undefined)) return cluster
  const { finalizers, labels, annotations, taints, clientConfigs } = changes
  const { resourceVersion } = metadata
  const body = {
    metadata: { resourceVersion, finalizers, labels, annotations },
    spec: { taints: taints?.length === 0 ? null : taints, managedClusterClientConfigs: clientConfigs },
  }
  return parts.client.patch(ManagedCluster, metadata, { type: 'merge', body })
}

const changed = <T extends object>(before: T, after: T): T | undefined =>
  jsonEqual(asJson(before), asJson(after)) ? undefined : after

/** What has to be merged into a map; undefined where that is nothing. */
function differences(
  before: Labels = {},
  wanted: Record<string, string | null>,
): Record<string, string | null> | undefined {
  const changes = Object.entries(wanted).filter(([key, value]) => (before[key] ?? null) !== value)
  return changes.length === 0 ? undefined : Object.fromEntries(changes)
}

/** Works are brought to the hosting cluster only afterwards, so that none can be left behind. */
function finalizersFor(cluster: ManagedCluster): string[] {
  const wanted: string[] = [FINALIZERS.resources, FINALIZERS.import]
  if (cluster.spec?.hubAcceptsClient) wanted.push(FINALIZERS.permissions)
  if (hostingClusterOf(cluster)) wanted.push(FINALIZERS.importWorks)
  return [...new Set([...(cluster.metadata.finalizers ?? []), ...wanted])]
}

function labelsFor({ views }: MceParts, { metadata, status }: Stored<ManagedCluster>): Record<string, string | null> {
  const { name, labels = {} } = metadata
  const wanted: Record<string, string | null> = { name, [LABELS.clusterSet]: labels[LABELS.clusterSet] || 'default' }
  if (!findCondition(status?.conditions, 'ManagedClusterConditionAvailable')) return wanted
  for (const label of Object.keys(labels)) if (label.startsWith(ADD_ON_LABEL_PREFIX)) wanted[label] = null
  for (const addOn of views.addOns.list(name)) {
    if (addOn.metadata.deletionTimestamp === undefined) {
      wanted[`${ADD_ON_LABEL_PREFIX}${addOn.metadata.name}`] = healthLabel(addOn)
    }
  }
  return wanted
}

/** How an add-on is, as the label on its cluster says it. */
function healthLabel({ status }: ManagedClusterAddOn): string {
  const available = findCondition(status?.conditions, 'Available')?.status
  if (available === 'True') return 'available'
  return available === 'False' ? 'unhealthy' : 'unreachable'
}

function annotationsFor(cluster: ManagedCluster): Record<string, string | null> {
  const { annotations = {} } = cluster.metadata
  const via = annotations[ANNOTATIONS.createdVia] ?? ''
  const hostsAddOns = isHosted(cluster) && annotations[ANNOTATIONS.enableHostedAddOns] === 'true'
  return {
    [ANNOTATIONS.createdVia]: CREATED_VIA.has(via) ? via : 'other',
    [ANNOTATIONS.addOnHostingCluster]: (hostsAddOns && hostingClusterOf(cluster)) || null,
  }
}

/** Where the API of a hosted cluster is found, unless somebody said so already. */
function clientConfigsFor({ views, apis }: MceParts, { metadata, spec }: Stored<ManagedCluster>): ClientConfigs {
  const present = spec?.managedClusterClientConfigs ?? []
  const hosted = views.hostedClusterOf(metadata.name)
  const { host, port } = hosted?.status?.controlPlaneEndpoint ?? {}
  if (present.length > 0 || !hosted || !host) return present
  const ca = apis.get(controlPlaneNamespace(hosted.metadata))?.caPem
  return [{ url: `https://${host}:${port}`, ...(ca ? { caBundle: Buffer.from(ca).toString('base64') } : {}) }]
}
