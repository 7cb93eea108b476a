import { Node } from '@skep/api'
import type { Clock, Logger, Random } from '@skep/base'
import type { PodDelays } from '../delays.ts'
import type { HostedApi, HostedApis } from '../hosted/contracts.ts'
import { NodeSet } from '../nodes/node-set.ts'
import { PodNetworks } from './pod-networks.ts'
import { RequestWatch } from './request-watch.ts'

/** What the nodes of all tenants are run with. */
export interface TenantNodesOptions {
  readonly apis: Pick<HostedApis, 'get'>
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  readonly delays: PodDelays
}

/** The nodes of one tenant that are on. */
export interface TenantNodes {
  readonly api: HostedApi
  readonly nodes: NodeSet
  readonly requests: RequestWatch
  /** Addresses of their pods. */
  readonly podNetworks: PodNetworks
}

/** The nodes of all tenants: those of one share what runs their pods, for as long as there are any. */
export class AllTenantNodes {
  readonly #options: TenantNodesOptions
  readonly #open = new Map<string, { readonly opened: Promise<TenantNodes>; users: number }>()
  readonly #closing = new Set<Promise<void>>()

  constructor(options: TenantNodesOptions) {
    this.#options = options
  }

  /** The nodes of a tenant, for one more user, who leaves them in the end. Rejects when there is no such tenant. */
  async join(id: string): Promise<TenantNodes> {
    let entry = this.#open.get(id)
    if (!entry) this.#open.set(id, (entry = { opened: this.#openTenant(id), users: 0 }))
    entry.users++
    try {
      return await entry.opened
    } catch (error) {
      this.leave(id)
      throw error
    }
  }

  leave(id: string): void {
    const entry = this.#open.get(id)
    if (!entry || --entry.users > 0) return
    this.#open.delete(id)
    const closing = entry.opened
      .then(({ nodes }) => nodes.stop())
      .catch(() => undefined)
      .finally(() => this.#closing.delete(closing))
    this.#closing.add(closing)
  }

  /** Resolves when the nodes that everybody has left are closed. */
  async closed(): Promise<void> {
    await Promise.all(this.#closing)
  }

  async #openTenant(id: string): Promise<TenantNodes> {
    const { apis, random, clock, log: general, delays } = this.#options
    const api = apis.get(id)
    if (!api) throw new Error(`there is no API ${id}`)
    const { client } = api
    const log = general.with({ hostedApi: id })
    const nodes = new NodeSet({ client, clock, random, log, delays, seed: String(random.uint32()) })
    const requests = new RequestWatch(client, { clock: clock.outside ?? clock, random, log })
    const { items } = await client.list(Node)
    nodes.start()
    await nodes.waitForSync()
    const podNetworks = new PodNetworks(api.settings.podNetwork)
    // Whether there still is a machine behind a node shows when that resumes.
    for (const { metadata, spec } of items) if (spec?.podCIDR) podNetworks.leave(spec.podCIDR, metadata.name)
    return { api, nodes, requests, podNetworks }
  }
}
