import {
  awsAccountKinds,
  ClusterDeployment,
  ClusterImageSet,
  gcpProjectKinds,
  hiveKinds,
  hypershiftKinds,
} from '@skep/api'
import { startApiServer } from '@skep/apiserver'
import { createRandom, StatusError, silentLogger, VirtualClock } from '@skep/base'
import { type Client, ConnectionError, createClient, inProcessTransport, type Transport } from '@skep/client'
import { type Database, openDatabase } from '@skep/database'
import { onTestFinished } from 'vitest'
import type { Cluster } from '../../model/cluster/cluster.ts'
import { childRecords } from '../../records/children.ts'
import type { ClusterRecord } from '../../records/cluster-record.ts'
import { clusterRecords } from '../../records/clusters.ts'
import { clusterQueue } from '../../records/queue.ts'
import { shardRecords } from '../../records/shards.ts'
import { migrations } from '../../records/tables.ts'
import { createPlacement } from '../../shards/place.ts'
import { createDriver, type DriverOptions } from '../driver.ts'
import type { ConnectShard } from '../shard/connection.ts'
import { aRecord } from './builders.ts'
import { ScriptedHive } from './scripted-hive.ts'

/** How a shard may ail: nobody listens, it refuses us, or it never answers. */
export type Ailment = 'refused' | 'unauthorized' | 'silent'

/** Shards with a scripted Hive each, a database, and drivers, all in virtual time. */
export interface World {
  readonly clock: VirtualClock
  readonly database: Database
  readonly clusters: ReturnType<typeof clusterRecords>
  readonly children: ReturnType<typeof childRecords>
  readonly shards: ReturnType<typeof shardRecords>
  readonly hive: ScriptedHive
  /** An administrator of the server that plays all shards. */
  readonly client: Client
  /** What is wrong with each shard. */
  readonly ailments: Map<string, Ailment>
  /** Requests that reached the server through drivers. */
  readonly requests: string[]
  /** What another process would have of the same database. */
  openReplica(): Promise<ReturnType<typeof partsOf>>
  drive(over?: Partial<DriverOptions>): ReturnType<typeof createDriver>
  addShard(id: string, over?: Record<string, unknown>): Promise<void>
  /** Orders a cluster. */
  order(id: string, cluster?: Cluster): Promise<void>
  get(id: string): Promise<ClusterRecord | undefined>
  deployment(id: string): Promise<ClusterDeployment | undefined>
}

const kinds = [...hiveKinds, ...awsAccountKinds, ...gcpProjectKinds, ...hypershiftKinds]

/** Makes a world for one test. */
export async function startWorld(url = 'sqlite::memory:'): Promise<World> {
  const clock = new VirtualClock()
  const server = await startApiServer({ clock, kinds })
  const client = createClient({ transport: inProcessTransport(server), clock })
  await client.create(ClusterImageSet, {
    metadata: { name: 'openshift-v4.17.0' },
    spec: { releaseImage: 'registry.example.com/release:4.17.0' },
  })
  const database = await openDatabase({ url, migrations, clock })
  const parts = partsOf(database)
  const { clusters, children, shards } = parts
  const hive = new ScriptedHive(client, clock)
  const ailments = new Map<string, Ailment>()
  const requests: string[] = []
  const closing: (() => unknown)[] = []
  onTestFinished(async () => {
    for (const close of closing.reverse()) await close()
    await hive.stop()
    client.close()
    await database.close()
    await server.close()
  })
  const connect: ConnectShard = async ({ id }) => {
    const transport = ailing(inProcessTransport(server), () => ailments.get(id), requests)
    const shardClient = createClient({ transport, clock })
    return { hive: shardClient, accounts: shardClient, close: () => shardClient.close() }
  }
  return {
    ...{ clock, database, clusters, children, shards, hive, client, ailments, requests },
    openReplica: async () => {
      const replica = await openDatabase({ url, migrations, clock })
      closing.push(() => replica.close())
      return partsOf(replica)
    },
    drive: (over = {}) => {
      const driver = createDriver({
        ...parts,
        queue: clusterQueue,
        environment: 'test',
        clock,
        log: silentLogger,
        random: createRandom(7),
        connect,
        ...over,
      })
      closing.push(() => driver.close())
      return driver
    },
    addShard: async (id, over = {}) => {
      await shards.create(id, { ...shardDocument, ...over })
    },
    order: async (id, cluster = {}) => {
      const { cluster: ordered } = aRecord({ cluster: { id, name: `name-${id}`, state: 'pending', ...cluster } })
      const service = { organizationId: 'org-1', desiredPowerState: 'Running' } as const
      await clusters.create({ id, cluster: { ...ordered, id }, service, secrets: {}, children: [] })
    },
    get: (id) => clusters.get(id),
    deployment: (id) => client.get(ClusterDeployment, { namespace: `uhc-test-${id}`, name: `name-${id}` }),
  }
}

/** Makes a world with a driver and a cluster that has had five seconds, enough for it to be ready. */
export async function worldWithCluster(): Promise<World & { readonly driver: ReturnType<typeof createDriver> }> {
  const world = await startWorld()
  world.hive.start()
  await world.addShard('shard-1')
  const driver = world.drive()
  await world.order('c1')
  await world.clock.advance(5_000)
  return { ...world, driver }
}

/** What a process has of a database. */
function partsOf(database: Database) {
  const records = { clusters: clusterRecords(database), shards: shardRecords(database) }
  const place = createPlacement({ ...records, shardClusterLimit: 10_000, environment: 'test', log: silentLogger })
  return { database, ...records, children: childRecords(database), place }
}

const kubeconfig = `apiVersion: v1
kind: Config
current-context: c
contexts: [{ name: c, context: { cluster: c } }]
clusters: [{ name: c, cluster: { server: "https://shard.example.com:6443" } }]
`

const shardDocument = {
  status: 'active',
  cloud_provider: { id: 'aws' },
  region: { id: 'us-east-1' },
  aws_base_domain: 'simulator.example.com',
  hive_config: { kubeconfig },
  aws_account_operator_config: { kubeconfig },
}

/** A way to a server that fails as it is told. */
function ailing(transport: Transport, ailment: () => Ailment | undefined, requests: string[]): Transport {
  return {
    ...transport,
    request: async (request) => {
      const ill = ailment()
      if (ill === 'refused') {
        const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:6443'), { code: 'ECONNREFUSED' })
        throw new ConnectionError('cannot connect', { cause, sent: false })
      }
      if (ill === 'unauthorized') throw new StatusError('Unauthorized', 'Unauthorized')
      if (ill === 'silent') return new Promise((_, reject) => whenAborted(request.signal, reject))
      requests.push(`${request.method} ${request.path.split('?')[0]}`)
      return transport.request(request)
    },
  }
}

function whenAborted(signal: AbortSignal | undefined, then: (reason: unknown) => void): void {
  signal?.addEventListener('abort', () => then(signal.reason), { once: true })
}
