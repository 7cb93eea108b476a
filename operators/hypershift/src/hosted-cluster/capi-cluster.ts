import { ClusterApiCluster, HostedControlPlane } from '@skep/api'
import type { Stored } from '@skep/client'
import { apiVersionOf } from '@skep/schema'
import { HOSTED_CLUSTER_ANNOTATION } from '../naming.ts'
import { ensure } from './ensure.ts'
import { platformOf } from './infrastructure/platforms.ts'
import type { Scope } from './scope.ts'

/** The Cluster of Cluster API, whose machines are the nodes. */
export function capiClusterOf({ parts, namespace, hostedCluster }: Scope): Stored<ClusterApiCluster> | undefined {
  const name = hostedCluster.spec.infraID
  return name ? parts.reads.clusters.get({ namespace, name }) : undefined
}

/** Pauses Cluster API, or lets it go on. */
export async function pauseCapiCluster(scope: Scope, paused: boolean): Promise<void> {
  const cluster = capiClusterOf(scope)
  if (!cluster || (cluster.spec?.paused ?? false) === paused) return
  await scope.parts.client.patch(ClusterApiCluster, cluster.metadata, { type: 'merge', body: { spec: { paused } } })
}

/** Makes the provider's part of the cluster, and the Cluster of Cluster API; from then on it is Cluster API's own. */
export async function ensureCapiCluster(scope: Scope): Promise<void> {
  const { parts, namespace, hostedCluster } = scope
  const infrastructure = await platformOf(hostedCluster).ensureInfrastructure(scope)
  if (!infrastructure) return
  const cluster = capiClusterOf(scope)
  if (cluster) return pauseCapiCluster(scope, false)
  const { name } = hostedCluster.metadata
  await ensure(parts.client, ClusterApiCluster, undefined, {
    metadata: {
      namespace,
      name: hostedCluster.spec.infraID ?? '',
      annotations: { [HOSTED_CLUSTER_ANNOTATION]: `${hostedCluster.metadata.namespace}/${name}` },
    },
    spec: {
      controlPlaneRef: { apiVersion: apiVersionOf(HostedControlPlane), kind: HostedControlPlane.kind, namespace, name },
      infrastructureRef: {
        apiVersion: apiVersionOf(infrastructure.kind),
        kind: infrastructure.kind.kind,
        namespace,
        name: infrastructure.object.metadata.name,
      },
    },
  })
}
