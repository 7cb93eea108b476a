import {
  ClusterApiCluster,
  ClusterDeployment,
  HostedCluster,
  ManagedCluster,
  ManagedClusterAddOn,
  Namespace,
  Pod,
} from '@skep/api'
import { StatusError } from '@skep/base'
import { type Client, type ClientKind, kindOf, metadataOf } from '@skep/client'
import { type Reconciler, watchOf } from '@skep/controller'
import { ANNOTATIONS, LABELS } from '../names.ts'
import type { MceParts } from '../parts.ts'
import { NamespaceMetadata } from '../views.ts'

const RETRY_MS = 60_000

const InfraEnv = kindOf({
  apiVersion: 'agent-install.openshift.io/v1beta1',
  kind: 'InfraEnv',
  plural: 'infraenvs',
  namespaced: true,
})

/** What keeps the namespace of a cluster that has been detached: it is not only about that cluster. */
const KEEPERS = [ManagedClusterAddOn, HostedCluster, ClusterDeployment, InfraEnv, ClusterApiCluster, Pod].map(
  metadataOf,
)

/** Adds the controller that removes the namespaces of clusters that have been detached. */
export function addClusterNamespaceController(parts: MceParts): void {
  parts.manager.add({
    name: 'cluster-namespace',
    kind: NamespaceMetadata,
    when: ({ object }) => object.metadata.labels?.[LABELS.clusterName] !== undefined,
    watches: [watchOf(ManagedCluster, ({ metadata }) => [metadata], { when: ({ type }) => type === 'deleted' })],
    reconcile: clusterNamespaceReconciler(parts),
  })
}

const clusterNamespaceReconciler =
  ({ client, views }: MceParts): Reconciler =>
  async (_ctx, { name }) => {
    const namespace = views.namespaces.get({ name })
    const { labels, annotations, deletionTimestamp } = namespace?.metadata ?? {}
    if (labels?.[LABELS.clusterName] !== name || deletionTimestamp !== undefined) return {}
    if (annotations?.[ANNOTATIONS.retainNamespace] !== undefined || views.clusters.get({ name })) return {}
    // A new cluster of the same name may have come meanwhile.
    if (await client.get(ManagedCluster, { name })) return {}
    for (const kind of KEEPERS) {
      if (await hasAny(client, kind, name)) return { requeueAfterMs: RETRY_MS }
    }
    await client.delete(Namespace, { name })
    return {}
  }

/** Kinds that nobody installed have no objects. */
async function hasAny(client: Client, kind: ClientKind, namespace: string): Promise<boolean> {
  try {
    return (await client.list(kind, { namespace })).items.length > 0
  } catch (error) {
    if (error instanceof StatusError && error.code === 404) return false
    throw error
  }
}
