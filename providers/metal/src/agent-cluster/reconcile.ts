import { AgentCluster, AgentClusterInstall, ClusterApiCluster, ClusterDeployment, HostedControlPlane } from '@skep/api'
import type { Stored } from '@skep/client'
import { addFinalizer, createIfMissing, dropFinalizer, type Reconciler, withStatus } from '@skep/controller'
import { isPaused, type ProviderParts } from '@skep/sim/provider'
import { clusterDeploymentOf, clusterInstallOf } from './objects.ts'

/** Upstream leaves a dot out, and whoever looks for it knows it like this. */
const FINALIZER = 'agentclustercapi-provider.agent-install.openshift.io/deprovision'

/** Makes of each AgentCluster what agents are bound to. */
export function agentClusterReconciler(parts: ProviderParts): Reconciler {
  const { client, manager } = parts
  const informers = manager.informersOf()
  const agentClusters = informers.of(AgentCluster)
  const controlPlaneOf = controlPlanes(parts)
  return async (_ctx, key) => {
    const found = agentClusters.get(key)
    if (!found) return {}
    if (found.metadata.deletionTimestamp !== undefined) {
      // What was made for it belongs to it, and goes with it.
      await dropFinalizer(client, AgentCluster, found, FINALIZER)
      return {}
    }
    if (isPaused(found, undefined) || (await addFinalizer(client, AgentCluster, found, FINALIZER))) return {}
    const agentCluster = structuredClone(found)
    await withStatus(client, AgentCluster, agentCluster, () => provide(parts, agentCluster, controlPlaneOf(found)))
    return {}
  }
}

/** Finds the control plane of a cluster, which its Cluster refers to. */
function controlPlanes({ manager }: ProviderParts) {
  const clusters = manager.informersOf().of(ClusterApiCluster)
  const hosted = manager.informersOf().of(HostedControlPlane)
  return ({ metadata: { namespace, ownerReferences = [] } }: Stored<AgentCluster>) => {
    const owner = ownerReferences.find(({ kind, apiVersion }) => kind === 'Cluster' && isClusterApi(apiVersion))
    const cluster = owner && clusters.get({ namespace, name: owner.name })
    return cluster && hosted.get({ namespace, name: cluster.spec?.controlPlaneRef?.name ?? '' })
  }
}

const isClusterApi = (apiVersion: string): boolean => apiVersion.startsWith(`${ClusterApiCluster.group}/`)

async function provide(
  { client }: ProviderParts,
  agentCluster: Stored<AgentCluster>,
  controlPlane: Stored<HostedControlPlane> | undefined,
): Promise<void> {
  const { name, namespace } = agentCluster.metadata
  if (!agentCluster.status?.clusterDeploymentReference.name) {
    const deployment = controlPlane && clusterDeploymentOf(agentCluster, controlPlane)
    if (!deployment) return
    await createIfMissing(client, ClusterDeployment, deployment)
    await createIfMissing(client, AgentClusterInstall, clusterInstallOf(agentCluster))
  }
  const { host, port } = agentCluster.spec?.controlPlaneEndpoint ?? {}
  agentCluster.status = {
    ...agentCluster.status,
    clusterDeploymentReference: { name, ...(namespace ? { namespace } : {}) },
    ready: Boolean(host && port),
  }
}
