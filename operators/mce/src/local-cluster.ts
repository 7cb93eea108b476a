import { ManagedCluster } from '@skep/api'
import type { Client } from '@skep/client'
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
  if (await createIfMissing(client, ManagedCluster, cluster)) return
  if (url !== undefined) await keepAddress(client, name, url)
}

/** The hub may be found elsewhere than before. */
async function keepAddress(client: Client, name: string, url: string): Promise<void> {
  const known = await client.get(ManagedCluster, { name })
  const configs = known?.spec?.managedClusterClientConfigs ?? []
  if (!known || configs.some((config) => config.url === url)) return
  const body = { spec: { managedClusterClientConfigs: [{ url }] } }
  await client.patch(ManagedCluster, { name }, { type: 'merge', body })
}
