import { type Clock, createRandom, formatTime, hasReason, type Logger, realClock, silentLogger, uid } from '@skep/base'
import { type Client, createClient, inProcessTransport } from '@skep/client'
import { connectByKubeconfig } from './connect.ts'
import type {
  HostedApi,
  HostedApiSettings,
  HostedApis,
  HostedUser,
  IssuedCertificate,
  PodNetworkSettings,
} from './contracts.ts'
import type { HostedServer } from './hosted-server.ts'
import { createHostedTemplates } from './hosted-templates.ts'

/** As OpenShift has it where nobody says otherwise. */
const DEFAULT_POD_NETWORK: PodNetworkSettings = { cidr: '10.132.0.0/14', hostPrefix: 23 }

/** What hosted APIs are made with. */
export interface HostedApisDependencies {
  readonly server: HostedServer
  /** Real time unless given. */
  readonly clock?: Clock
  readonly log?: Logger
}

/**
 * The APIs of hosted control planes, as logical clusters of an embedded API server. They are where the server keeps its
 * objects, so that a server with a data directory has them again after a restart.
 */
export function createHostedApis({
  server,
  clock = realClock,
  log = silentLogger,
}: HostedApisDependencies): HostedApis {
  const opened = new Map<string, LogicalHostedApi>()
  const templates = createHostedTemplates(server, clock)
  const open = (id: string): HostedApi => {
    let api = opened.get(id)
    if (!api) opened.set(id, (api = new LogicalHostedApi(id, server, clock)))
    return api
  }
  return {
    ensure: async (id, start) => {
      if (server.clusters.get(id)) return open(id)
      const template = await templates.of(start)
      const { kubernetesVersion: version, serviceNetwork, podNetwork = DEFAULT_POD_NETWORK } = start
      // Another one of the same name at another time is another cluster.
      const identity = uid(createRandom(`${id} ${clock.now()}`))
      // Its operators say what they say from now on, not from when the first cluster of this release was made.
      const statedAt = formatTime(clock.now())
      const settings = { template, version, serviceNetwork, podNetwork, identity, statedAt }
      const isNew = await createUnlessThere(server, id, undefined, settings)
      if (isNew) log.info('Created a hosted API', { hostedApi: id, version: start.version })
      return open(id)
    },
    get: (id) => (id !== '' && server.clusters.get(id) ? open(id) : undefined),
    remove: async (id) => {
      opened.get(id)?.close()
      opened.delete(id)
      const removed = id !== '' && (await server.clusters.delete(id))
      if (removed) log.info('Removed a hosted API', { hostedApi: id })
      return removed
    },
    onWrite: (listener) => server.clusters.onWrite(({ clusterId: id, ...write }) => listener({ id, ...write })),
    connect: (kubeconfig) => connectByKubeconfig(server, clock, kubeconfig),
  }
}

/** Whether it had to be made. */
async function createUnlessThere({ clusters }: HostedServer, ...what: Parameters<HostedServer['clusters']['create']>) {
  try {
    await clusters.create(...what)
    return true
  } catch (error) {
    if (hasReason(error, 'AlreadyExists')) return false
    throw error
  }
}

/** A hosted API that is a logical cluster. Nothing of it is kept here but a client, once somebody asked for one. */
class LogicalHostedApi implements HostedApi {
  readonly id: string
  readonly url: string
  readonly caPem: string
  readonly #server: HostedServer
  readonly #clock: Clock
  #client: Client | undefined

  constructor(id: string, server: HostedServer, clock: Clock) {
    this.id = id
    this.url = `${server.url}/clusters/${id}`
    this.caPem = server.ca
    this.#server = server
    this.#clock = clock
  }

  get settings(): HostedApiSettings {
    const { version, serviceNetwork, podNetwork, serving, failingChecks } =
      this.#server.clusters.get(this.id)?.settings ?? {}
    return {
      kubernetesVersion: version ?? '',
      serviceNetwork: serviceNetwork ?? '',
      podNetwork: podNetwork ?? DEFAULT_POD_NETWORK,
      serving: serving ?? true,
      failingChecks: failingChecks ?? [],
    }
  }

  get client(): Client {
    return (this.#client ??= this.#connect())
  }

  clientAs({ name, groups }: HostedUser): Client {
    return this.#connect({ name, groups: [...groups, 'system:authenticated'] })
  }

  clientCaPem(): Promise<string> {
    return this.#server.clientCa(this.id)
  }

  issue(user: HostedUser): Promise<IssuedCertificate> {
    return this.#server.issueClientCertificate(this.id, user)
  }

  change({ kubernetesVersion, ...settings }: Partial<HostedApiSettings>): Promise<void> {
    const version = kubernetesVersion === undefined ? {} : { version: kubernetesVersion }
    return this.#server.clusters.change(this.id, { ...settings, ...version })
  }

  close(): void {
    this.#client?.close()
  }

  #connect(user?: HostedUser): Client {
    const transport = inProcessTransport(this.#server, { clusterId: this.id, ...(user ? { user } : {}) })
    return createClient({ transport, clock: this.#clock })
  }
}
