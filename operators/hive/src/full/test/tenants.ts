import { Node } from '@skep/api'
import type { ApiServer } from '@skep/apiserver'
import { type Clock, hasReason } from '@skep/base'
import { createClient, inProcessTransport } from '@skep/client'
import type { TenantCluster, TenantClusters } from '@skep/sim'

/** Clusters of tenants with nodes that stay as they are left, so that tests see what Hive does to them. */
export function testTenants(server: ApiServer, clock: Clock): TenantClusters {
  const open = new Map<string, TenantCluster>()
  const get = (id: string): TenantCluster | undefined => {
    if (id === '' || !server.clusters.get(id)) return undefined
    const found = open.get(id) ?? {
      id,
      url: `${server.url}/clusters/${id}`,
      client: createClient({ transport: inProcessTransport(server, { clusterId: id }), clock }),
      kubeconfig: () => server.kubeconfig(id),
    }
    open.set(id, found)
    return found
  }
  return {
    get,
    ensure: async (id, { workers }) => {
      await server.clusters.create(id).catch((error: unknown) => {
        if (!hasReason(error, 'AlreadyExists')) throw error
      })
      const cluster = get(id)!
      for (let number = 0; number < workers; number++) await ensureNode(cluster, `worker-${number}`)
      return cluster
    },
    remove: async (id) => {
      open.get(id)?.client.close()
      open.delete(id)
      return id !== '' && (await server.clusters.delete(id))
    },
  }
}

async function ensureNode({ client }: TenantCluster, name: string): Promise<void> {
  if (await client.get(Node, { name })) return
  await client.create(Node, { metadata: { name } })
  const ready = { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status' }
  await client.patch(
    Node,
    { name },
    { type: 'merge', body: { status: { conditions: [ready] } } },
    { subresource: 'status' },
  )
}
