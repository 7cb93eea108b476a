import { Secret } from '@skep/api'
import { clusterKey } from '../lookups.js'
import { kubeconfigSecretName } from '../names.js'
import { openTenant } from './tenant.js'
/** Opens clusters by the Secret that holds their kubeconfig. */
export function createTenants(dependencies, lookups, listener) {
  const { client, clock, log } = dependencies
  const open = new Map()
  const close = (key) => {
    const former = open.get(key)
    open.delete(key)
    former?.opening.then(
      (tenant) => tenant.close(),
      () => undefined,
    )
  }
  const connect = async (cluster, kubeconfig) => {
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
  const start = (key, cluster, kubeconfig) => {
    const text = Buffer.from(kubeconfig, 'base64').toString('utf8')
    const entry = { kubeconfig, opening: connect(cluster, text) }
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
async function kubeconfigOf(client, { secrets }, { namespace, name }) {
  const ref = { name: kubeconfigSecretName(name), ...(namespace === undefined ? {} : { namespace }) }
  return secrets.get(ref) ?? (await client.get(Secret, ref))
}
//# sourceMappingURL=tenants.js.map
