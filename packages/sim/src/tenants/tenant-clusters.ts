import { type Clock, hasReason, type Logger, realClock, silentLogger } from '@skep/base'
import { type Client, createClient, inProcessTransport } from '@skep/client'
import type { TenantCluster, TenantClusterShape, TenantClusters, TenantServer } from './contracts.ts'
import { createNodeTemplates } from './node-templates.ts'
import { declareVersion, installOpenShift, isOpenShift } from './openshift-version.ts'
import { createTemplates, type InstallTemplate } from './templates.ts'
import { ensureTenantNodes } from './tenant-nodes.ts'

/** What tenants' clusters are made with. */
export interface TenantClustersDependencies {
  readonly server: TenantServer
  /** Real time unless given. */
  readonly clock?: Clock
  readonly log?: Logger
}

/**
 * Tenants' clusters as logical clusters of an embedded API server. They are where the server keeps its objects, so that
 * a server with a data directory has them again after a restart.
 */
export function createTenantClusters({
  server,
  clock = realClock,
  log = silentLogger,
}: TenantClustersDependencies): TenantClusters {
  const known = new Map<string, OpenTenant>()
  const templates = createTemplates(server, clock)
  const nodeTemplates = createNodeTemplates(server, templates, clock)
  const create = async (id: string, { workers, version }: TenantClusterShape) => {
    if (version === undefined)
      return server.clusters.create(id, undefined, { template: await nodeTemplates.of(workers) })
    const install: InstallTemplate = (client, signal) => installOpenShift({ client, clock }, version, signal)
    return server.clusters.create(id, await templates.of(version, install))
  }
  const open = (id: string): OpenTenant => {
    let tenant = known.get(id)
    if (!tenant) known.set(id, (tenant = new OpenTenant(id, server, clock)))
    return tenant
  }
  return {
    ensure: async (id, shape, signal = new AbortController().signal) => {
      const { workers, version } = shape
      const isNew = server.clusters.get(id) === undefined && (await isMade(() => create(id, shape)))
      const tenant = open(id)
      if (isNew) log.info('Created a tenant cluster', { tenantCluster: id })
      // Its nodes came with it.
      if (isNew && version === undefined) return tenant
      const services = { client: tenant.client, clock }
      await ensureTenantNodes(services, { id, workers, isNew }, signal)
      if (version === undefined || (!isNew && (await isOpenShift(tenant.client, signal)))) return tenant
      if (!isNew) await installOpenShift(services, version, signal)
      await declareVersion(services, id, version, signal)
      return tenant
    },
    get: (id) => (id !== '' && server.clusters.get(id) ? open(id) : undefined),
    remove: async (id) => {
      known.get(id)?.close()
      known.delete(id)
      const removed = id !== '' && (await server.clusters.delete(id))
      if (removed) log.info('Removed a tenant cluster', { tenantCluster: id })
      return removed
    },
  }
}

/** Whether it was made here: somebody else may make the same one at the same time. */
async function isMade(create: () => Promise<unknown>): Promise<boolean> {
  try {
    await create()
    return true
  } catch (error) {
    if (hasReason(error, 'AlreadyExists')) return false
    throw error
  }
}

/** A cluster with the client that somebody may have asked for. */
class OpenTenant implements TenantCluster {
  readonly id: string
  readonly url: string
  readonly #server: TenantServer
  readonly #clock: Clock
  #client: Client | undefined

  constructor(id: string, server: TenantServer, clock: Clock) {
    this.id = id
    this.url = `${server.url}/clusters/${id}`
    this.#server = server
    this.#clock = clock
  }

  get client(): Client {
    const transport = () => inProcessTransport(this.#server, { clusterId: this.id })
    return (this.#client ??= createClient({ transport: transport(), clock: this.#clock }))
  }

  kubeconfig(): Promise<string> {
    return this.#server.kubeconfig(this.id)
  }

  close(): void {
    this.#client?.close()
  }
}
