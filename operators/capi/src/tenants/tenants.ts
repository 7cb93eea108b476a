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

/** A cluster that is open, or on the way there. */
interface Entry {
  readonly kubeconfig: string
  readonly opening: Promise<Tenant>
  tenant?: Tenant
}

/** Opens clusters by the Secret that holds their kubeconfig. */
export const createTenants = (
  dependencies: ClusterApiDependencies,
  lookups: Lookups,
  listener: TenantsListener,
): Tenants => new OpenTenants(dependencies, lookups, listener)

class OpenTenants implements Tenants {
  readonly #dependencies: ClusterApiDependencies
  readonly #lookups: Lookups
  readonly #listener: TenantsListener
  readonly #entries = new Map<string, Entry>()

  constructor(dependencies: ClusterApiDependencies, lookups: Lookups, listener: TenantsListener) {
    this.#dependencies = dependencies
    this.#lookups = lookups
    this.#listener = listener
  }

  async open({ metadata: { namespace, name } }: Cluster): Promise<Tenant | undefined> {
    const secret = await kubeconfigOf(this.#dependencies.client, this.#lookups, { namespace, name })
    const kubeconfig = secret?.data?.['value']
    if (!kubeconfig) return undefined
    const entry = this.#entries.get(clusterKey(namespace, name))
    if (entry?.kubeconfig === kubeconfig) return entry.opening
    this.close({ namespace, name })
    return this.#start({ namespace, name }, kubeconfig).opening
  }

  peek({ namespace, name }: ClusterName): Tenant | undefined {
    return this.#entries.get(clusterKey(namespace, name))?.tenant
  }

  close({ namespace, name }: ClusterName): void {
    this.#close(clusterKey(namespace, name))
  }

  closeAll(): void {
    for (const key of [...this.#entries.keys()]) this.#close(key)
  }

  #close(key: string): void {
    const entry = this.#entries.get(key)
    this.#entries.delete(key)
    entry?.opening.then(
      (tenant) => tenant.close(),
      () => undefined,
    )
  }

  #start(cluster: ClusterName, kubeconfig: string): Entry {
    const key = clusterKey(cluster.namespace, cluster.name)
    const entry: Entry = { kubeconfig, opening: this.#connect(cluster, kubeconfig) }
    this.#entries.set(key, entry)
    entry.opening.then(
      (tenant) => (entry.tenant = tenant),
      // The next one who asks tries again.
      () => this.#entries.get(key) === entry && this.#entries.delete(key),
    )
    return entry
  }

  async #connect(cluster: ClusterName, kubeconfig: string): Promise<Tenant> {
    const { clock, log } = this.#dependencies
    const client = await this.#dependencies.connect(Buffer.from(kubeconfig, 'base64').toString('utf8'))
    return openTenant(client, {
      clock,
      log: log.with({ Cluster: clusterKey(cluster.namespace, cluster.name) }),
      listener: {
        onNode: (change) => this.#listener.onNode(cluster, change),
        onSynced: () => this.#listener.onSynced(cluster),
        onPod: (nodeName) => this.#listener.onPod(cluster, nodeName),
      },
    })
  }
}

/** Secrets without the label of their cluster are not followed; they count all the same. */
async function kubeconfigOf(client: Client, { secrets }: Lookups, { namespace, name }: ClusterName) {
  const ref = { name: kubeconfigSecretName(name), ...(namespace === undefined ? {} : { namespace }) }
  return secrets.get(ref) ?? (await client.get(Secret, ref))
}
