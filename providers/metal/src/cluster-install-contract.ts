import { AgentClusterInstall, CustomResourceDefinition } from '@skep/api'
import type { Client } from '@skep/client'

/** On the CRD of a kind whose controller installs clusters in Hive's stead. */
const CONTRACT_LABEL = 'contracts.hive.openshift.io/clusterinstall'

/** Tells Hive, if there is one, that ClusterDeployments may leave their installation to agents; it refuses them otherwise. */
export async function declareClusterInstall(client: Client): Promise<void> {
  const { plural, group } = AgentClusterInstall
  const body = { metadata: { labels: { [CONTRACT_LABEL]: 'true' } } }
  await client.patch(CustomResourceDefinition, { name: `${plural}.${group}` }, { type: 'merge', body })
}
