import { ManagedCluster } from '@skep/api'
import { createIfMissing } from '@skep/controller'
import { LABELS } from './names.ts'
import type { MceParts } from './parts.ts'

/** Makes the hub one of its own managed clusters, so that control planes can be hosted on it. */
export async function installLocalCluster({ client, url: given, options }: MceParts): Promise<void> {
  const name = options.hostingCluster
  const url = given ?? (client.target.startsWith('https://') ? client.target : undefined)
  const cluster = {
    metadata: {
      name,
      labels: {
        [LABELS.localCluster]: 'true',
        [LABELS.clusterSet]: 'default',
        name,
        vendor: 'auto-detect',
        cloud: 'auto-detect',
      },
    },
    spec: {
      hubAcceptsClient: true,
      leaseDurationSeconds: 60,
      ...(url === undefined ? {} : { managedClusterClientConfigs: [{ url }] }),
    },
  }
  await createIfMissing(client, ManagedCluster, cluster)
}
