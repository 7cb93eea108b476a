import { type Node, Secret } from '@skep/api'
import type { Client, ObjectChange } from '@skep/client'
import { clusterKey, type Lookups } from '../lookups.ts'
import { kubeconfigSecretName } from '../names.ts'
import type { Cluster } from '../objects.ts'
import type { ClusterApiDependencies } from '../parts.ts'
import { openTenant, type Tenant } from './tenant.ts'

/** Names a cluster. */
export interface ClusterName {
  readonly namespace?: string | undefined
  readonly name: string
}

/** Told of what happens in the clusters that are open. */
export interface TenantsListener {
  onNode(cluster: ClusterName, change: ObjectChange<Node>): void
  onSynced(cluster: ClusterName): void
  onPod(cluster: ClusterName, nodeName: string): void
}

/** The clusters that machines become nodes of. Each is opened when a machine of it needs its node for the first time. */
export interface Tenants {
  /** Opens a cluster by its kubeconfig, or finds the one that is open; undefined while there is no kubeconfig. */
  open(cluster: Cluster): Promise<Tenant | undefined>
  /** The cluster, if it is open. */
  peek(cluster: ClusterName): Tenant | undefined
  close(cluster: ClusterName): void
  closeAll(): void
}

interface OpenTenant {
  readonly kubeconfig: string
  readonly opening: Promise<Tenant>
  tenant?: Tenant
}

/** Opens clusters by the Secret that holds their kubeconfig. */
export function createTenants(
  dependencies: ClusterApiDependencies,
  lookups: Lookups,
  listener: TenantsListener,
): Tenants {
  const { client, clock, log } = dependencies
  const open = new Map<string, OpenTenant>()

  const close = (key: string): void => {
    const former = open.get(key)
    open.delete(key)
    former?.opening.then(
      (tenant) => tenant.close(),
      () => undefined,
    )
  }
  const connect = async (cluster: ClusterName, kubeconfig: string): Promise<Tenant> => {
    const tenantClient = await dependencies.connect(kubeconfig)
    return openTenant(tenantClient, {
      clock,
      log: log.with({ Cluster: clusterKey(cluster.namespace, cluster.name) }),
      listener: {
        onNode: (change) => listener.onNode(cluster, change),
        onSynced: () => listener.onSynced(cluster),
        onPod: (nodeName) => listener.onPod(cluster, nodeName),
      },
    })
  }
  const start = (key: string, cluster: ClusterName, kubeconfig: string): OpenTenant => {
    const text = Buffer.from(kubeconfig, 'base64').toString('utf8')
    const entry: OpenTenant = { kubeconfig, opening: connect(cluster, text) }
    open.set(key, entry)
    entry.opening.then(
      (tenant) => (entry.tenant = tenant),
      () => open.get(key) === entry && open.delete(key),
    )
    return entry
  }
  return {
    open: async ({ metadata: { namespace, name } }) => {
      const key = clusterKey(namespace, name)
      const secret = await kubeconfigOf(client, lookups, { namespace, name })
      const kubeconfig = secret?.data?.['value']
      if (!kubeconfig) return undefined
      if (open.get(key)?.kubeconfig !== kubeconfig) close(key)
      return (open.get(key) ?? start(key, { namespace, name }, kubeconfig)).opening
    },
    peek: ({ namespace, name }) => open.get(clusterKey(namespace, name))?.tenant,
    close: ({ namespace, name }) => close(clusterKey(namespace, name)),
    closeAll: () => {
      for (const key of [...open.keys()]) close(key)
    },
  }
}

/** Secrets without the label of their cluster are not followed; they count all the same. */
async function kubeconfigOf(client: Client, { secrets }: Lookups, { namespace, name }: ClusterName) {
  const ref = { name: kubeconfigSecretName(name), ...(namespace === undefined ? {} : { namespace }) }
  return secrets.get(ref) ?? (await client.get(Secret, ref))
}
