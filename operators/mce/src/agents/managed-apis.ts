import { Secret } from '@skep/api'
import type { Client } from '@skep/client'
import type { HostedApis } from '@skep/sim'
import { controlPlaneNamespace, EXTERNAL_KUBECONFIG, klusterletName, LABELS } from '../names.ts'
import type { Views } from '../views.ts'

/** Ways to the APIs of managed clusters. */
export interface ManagedApis {
  /** A client of a cluster, as its agent uses it. Rejects with a reason when there is no way to it. */
  clientOf(cluster: string): Promise<Client>
  /** Closes what was opened for a cluster. */
  forget(cluster: string): void
  close(): void
}

interface Opened {
  readonly client: Client
  readonly resourceVersion: string
}

/**
 * Reaches the hub itself, hosted clusters by the APIs that are served for them, and all others by the kubeconfig that
 * was handed over.
 */
export function createManagedApis({
  hubClient,
  apis,
  views,
}: {
  readonly hubClient: Client
  readonly apis: HostedApis
  readonly views: Views
}): ManagedApis {
  const opened = new Map<string, Opened>()
  const forget = (cluster: string) => {
    opened.get(cluster)?.client.close()
    opened.delete(cluster)
  }
  const connect = async (cluster: string): Promise<Client> => {
    const ref = { namespace: klusterletName(cluster), name: EXTERNAL_KUBECONFIG }
    const secret = views.externalKubeconfigs.get(ref) ?? (await hubClient.get(Secret, ref))
    if (!secret) throw new Error(`secret "${EXTERNAL_KUBECONFIG}" not found`)
    const { resourceVersion } = secret.metadata
    const current = () => (opened.get(cluster)?.resourceVersion === resourceVersion ? opened.get(cluster) : undefined)
    const known = current()
    if (known) return known.client
    // With its rights and no others: whoever handed it over may have named the API of somebody else.
    const client = await apis.connect(decode(secret.data?.['kubeconfig']))
    const faster = current()
    if (faster) {
      client.close()
      return faster.client
    }
    forget(cluster)
    opened.set(cluster, { client, resourceVersion })
    return client
  }
  return {
    clientOf: async (cluster) => {
      if (views.clusters.get({ name: cluster })?.metadata.labels?.[LABELS.localCluster] === 'true') return hubClient
      const hosted = views.hostedClusterOf(cluster)
      return hosted ? hostedClient(apis, controlPlaneNamespace(hosted.metadata)) : connect(cluster)
    },
    forget,
    close: () => {
      for (const cluster of [...opened.keys()]) forget(cluster)
    },
  }
}

/** The agent comes from outside the control plane: what that does not serve, it does not see. */
function hostedClient(apis: HostedApis, id: string): Client {
  const api = apis.get(id)
  if (!api?.settings.serving)
    throw new Error(`dial tcp: connect to kube-apiserver.${id}.svc.cluster.local: connection refused`)
  return api.client
}

const decode = (base64 = ''): string => Buffer.from(base64, 'base64').toString('utf8')
