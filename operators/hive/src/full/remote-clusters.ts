import { type ClusterDeployment, Secret } from '@skep/api'
import { type Client, createClient, readForeignKubeconfig, type Stored } from '@skep/client'
import type { TenantClusters } from '@skep/sim'
import { decodeSecret } from './secrets.ts'

/** Clients of installed clusters, kept while their kubeconfig stays the same. */
export interface RemoteClusters {
  /** A client of the cluster as its administrator; undefined when there is no kubeconfig for it. */
  clientOf(deployment: Stored<ClusterDeployment>): Promise<Client | undefined>
  /** Closes what was opened for the deployment of this uid, once it is gone. */
  forget(uid: string): void
  /** Closes what was opened. */
  close(): void
}

/** The id under which the simulated cloud has the cluster; undefined before it has one. */
export const tenantIdOf = ({ spec }: Pick<ClusterDeployment, 'spec'>): string | undefined =>
  spec.clusterMetadata?.clusterID || undefined

interface OpenClient {
  readonly client: Client
  readonly resourceVersion: string
}

/** Finds clusters among the tenants, and those made elsewhere by their admin kubeconfig. */
export function createRemoteClusters(hubClient: Client, tenants: TenantClusters): RemoteClusters {
  const open = new Map<string, OpenClient>()

  const connect = async (deployment: Stored<ClusterDeployment>): Promise<Client | undefined> => {
    const { namespace, uid } = deployment.metadata
    const name = deployment.spec.clusterMetadata?.adminKubeconfigSecretRef.name
    const secret = name ? await hubClient.get(Secret, { namespace, name }) : undefined
    const text = secret && decodeSecret(secret, 'kubeconfig')
    if (!secret || !text) return undefined
    const { resourceVersion } = secret.metadata
    if (open.get(uid)?.resourceVersion === resourceVersion) return open.get(uid)?.client
    const kubeconfig = readForeignKubeconfig(text)
    open.get(uid)?.client.close()
    const client = createClient({ kubeconfig })
    open.set(uid, { client, resourceVersion })
    return client
  }

  return {
    clientOf: async (deployment) => {
      const id = tenantIdOf(deployment)
      return (id === undefined ? undefined : tenants.get(id)?.client) ?? connect(deployment)
    },
    forget: (uid) => {
      open.get(uid)?.client.close()
      open.delete(uid)
    },
    close: () => {
      for (const { client } of open.values()) client.close()
      open.clear()
    },
  }
}
