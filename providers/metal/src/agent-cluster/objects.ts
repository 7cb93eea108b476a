import { AgentCluster, type AgentClusterInstall, type ClusterDeployment, type HostedControlPlane } from '@skep/api'
import type { Draft, Stored } from '@skep/client'
import { apiVersionOf, type OwnerReference } from '@skep/schema'
import { AGENT_CLUSTER_LABEL } from '../names.ts'

/** Nobody installs the control plane: it is hosted. The number is one that the API takes. */
const CONTROL_PLANE_AGENTS = 3

/** What agents are bound to, for a hosted cluster that is there already; undefined while too little is known of it. */
export function clusterDeploymentOf(
  agentCluster: Stored<AgentCluster>,
  { metadata, spec, status }: Stored<HostedControlPlane>,
): Draft<ClusterDeployment> | undefined {
  const kubeconfig = status?.kubeConfig?.name
  if (kubeconfig === undefined) return undefined
  const { name, namespace, uid } = agentCluster.metadata
  const clusterId = agentCluster.metadata.ownerReferences?.[0]?.uid ?? uid
  const password = status?.kubeadminPassword?.name
  return {
    metadata: {
      name,
      namespace,
      labels: { [AGENT_CLUSTER_LABEL]: name },
      ownerReferences: [ownerReference(agentCluster)],
    },
    spec: {
      installed: true,
      clusterName: metadata.name,
      baseDomain: spec.dns.baseDomain,
      platform: { agentBareMetal: { agentSelector: {} } },
      clusterInstallRef: {
        group: 'extensions.hive.openshift.io',
        version: 'v1beta1',
        kind: 'AgentClusterInstall',
        name,
      },
      pullSecretRef: { name: spec.pullSecret.name },
      clusterMetadata: {
        clusterID: clusterId,
        infraID: clusterId,
        adminKubeconfigSecretRef: { name: kubeconfig },
        ...(password === undefined ? {} : { adminPasswordSecretRef: { name: password } }),
      },
    },
  }
}

/** How agents become part of the cluster: with a configuration from the ignition endpoint. */
export function clusterInstallOf(agentCluster: Stored<AgentCluster>): Draft<AgentClusterInstall> {
  const { name, namespace } = agentCluster.metadata
  const { url, caCertificateReference } = agentCluster.spec?.ignitionEndpoint ?? {}
  return {
    metadata: { name, namespace, ownerReferences: [ownerReference(agentCluster)] },
    spec: {
      clusterDeploymentRef: { name },
      provisionRequirements: { controlPlaneAgents: CONTROL_PLANE_AGENTS },
      networking: { userManagedNetworking: true },
      ...(url === undefined
        ? {}
        : {
            ignitionEndpoint: {
              // What to ask for there is the business of each agent.
              url: URL.canParse(url) ? new URL(url).origin : url,
              ...(caCertificateReference ? { caCertificateReference } : {}),
            },
          }),
    },
  }
}

/** What is made for an AgentCluster goes with it. */
const ownerReference = ({ metadata: { name, uid } }: Stored<AgentCluster>): OwnerReference => ({
  apiVersion: apiVersionOf(AgentCluster),
  kind: AgentCluster.kind,
  name,
  uid,
})
