import { type Clock, cryptoRandom, type Logger, Metrics, type Random, realClock, silentLogger } from '@skep/base'
import { type Database, openDatabase } from '@skep/database'
import {
  type Authenticator,
  type Caller,
  createService,
  type HealthCheck,
  healthGroup,
  metricsGroup,
  type RouteGroup,
  type Service,
} from '@skep/service'
import { createCatalogLists } from './api/catalog-lists.ts'
import { expireClusters } from './api/expiration.ts'
import type { ApiParts } from './api/parts.ts'
import { routeGroups } from './api/routes.ts'
import { createDriver, type DriverOptions } from './driver/index.ts'
import type { Driver } from './driver-seam.ts'
import { childRecords } from './records/children.ts'
import { clusterRecords } from './records/clusters.ts'
import { clusterQueue } from './records/queue.ts'
import { shardRecords } from './records/shards.ts'
import { migrations } from './records/tables.ts'
import type { Environment } from './shards/environment-variables.ts'
import { createPlacement } from './shards/place.ts'
import { followShardFiles, type ShardFiles } from './shards/shard-files.ts'

/** How many clusters a shard takes unless told otherwise. */
export const DEFAULT_SHARD_CLUSTER_LIMIT = 100

/** Where something is served. */
export interface Listener {
  readonly port: number
  /** That of the API unless given. */
  readonly host?: string
}

/** How the service is run. */
export interface ClustersServiceOptions {
  /** `sqlite:PATH`, `sqlite::memory:` or `postgres://...`. */
  databaseUrl: string
  /** Files that define provision shards; they are followed. None unless given. */
  provisionShardsFiles?: readonly string[]
  /** Any free one unless given. */
  port?: number
  /** Loopback unless given. */
  host?: string
  /** Metrics are served here as well as beside the API. */
  metrics?: Listener
  /** Health is served here as well as beside the API. */
  health?: Listener
  /** Part of the names of namespaces on shards; `development` unless given. */
  environment?: string
  /** 100 unless given. */
  shardClusterLimit?: number
  /** How long clusters live that say nothing about it; for ever unless given. */
  defaultExpirationMs?: number
  /** How long clusters may live at most; for ever unless given. */
  maximumExpirationMs?: number
  /** Off unless given. */
  auth?: Authenticator
  /** With `auth`, who may change shards, flavours and the environment; nobody unless given. */
  isAdministrator?: (caller: Caller) => boolean
  /** Variables that the files of shards may refer to; none unless given. */
  variables?: Environment
  /** What else the driver may be told: catalog files, a pull secret, how to reach shards. */
  driver?: Omit<Partial<DriverOptions>, keyof ApiParts | 'queue' | 'place'>
  clock?: Clock
  random?: Random
  log?: Logger
}

/** A service that runs. */
export interface ClustersService {
  readonly url: string
  /** Answers requests under way, lets go of what is being worked on, and closes everything. */
  close(): Promise<void>
}

/** Starts the service: database, shards, driver, and both APIs. */
export async function startClustersService(options: ClustersServiceOptions): Promise<ClustersService> {
  const { clock = realClock, log = silentLogger } = options
  const closers: (() => Promise<void> | void)[] = []
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    const database = await openDatabase({ url: options.databaseUrl, migrations, clock, log })
    closers.push(() => database.close())
    const metrics = new Metrics()
    const parts = await assemble(options, database, metrics, closers)
    const shardFiles = await followFiles(options, parts)
    closers.push(() => shardFiles.close())
    const sweep = new AbortController()
    const sweeping = expireClusters(parts, sweep.signal)
    closers.push(() => {
      sweep.abort(new Error('the service stops'))
      return sweeping
    })
    const service = await listen(options, parts, metrics, shardFiles, closers)
    log.info('Serving clusters', { url: service.url, database: database.description })
    return { url: service.url, close }
  } catch (error) {
    await close()
    throw error
  }
}

type Closers = (() => Promise<void> | void)[]

async function assemble(
  options: ClustersServiceOptions,
  database: Database,
  metrics: Metrics,
  closers: Closers,
): Promise<ApiParts> {
  const { clock = realClock, log = silentLogger, random = cryptoRandom, environment = 'development' } = options
  const shared = {
    database,
    clusters: clusterRecords(database),
    children: childRecords(database),
    shards: shardRecords(database),
    environment,
    shardClusterLimit: options.shardClusterLimit ?? DEFAULT_SHARD_CLUSTER_LIMIT,
    clock,
    random,
    log,
  }
  const driver: Driver = createDriver({
    ...options.driver,
    ...shared,
    metrics,
    queue: clusterQueue,
    place: createPlacement(shared),
  })
  closers.push(() => driver.close())
  const catalogLists = await createCatalogLists(clock)
  closers.push(() => catalogLists.close())
  const { defaultExpirationMs, maximumExpirationMs, isAdministrator } = options
  return { ...shared, driver, catalogLists, defaultExpirationMs, maximumExpirationMs, isAdministrator }
}

const followFiles = (options: ClustersServiceOptions, { shards, clock, log }: ApiParts): Promise<ShardFiles> =>
  followShardFiles({
    shards,
    paths: options.provisionShardsFiles ?? [],
    environment: options.variables ?? {},
    clock,
    log,
  })

/** The API with metrics and health beside it, and the latter also on ports of their own where those were asked for. */
async function listen(
  options: ClustersServiceOptions,
  parts: ApiParts,
  metrics: Metrics,
  shardFiles: ShardFiles,
  closers: Closers,
): Promise<Service> {
  const { clock, random, log } = options
  const health = healthGroup(healthChecks(parts, shardFiles))
  const measured = metricsGroup(metrics)
  const open = async (name: string, listener: Partial<Listener>, groups: RouteGroup[], counted?: Metrics) => {
    const { host = options.host, port } = listener
    const auth = options.auth
    const service = await createService({ name, host, port, groups, auth, metrics: counted, clock, random, log })
    closers.push(() => service.close())
    return service
  }
  if (options.metrics) await open('clusters-service-metrics', options.metrics, [measured])
  if (options.health) await open('clusters-service-health', options.health, [health])
  // Requests of the API are what is counted.
  return open('clusters-service', { port: options.port }, [...routeGroups(parts), health, measured], metrics)
}

function healthChecks({ database, driver }: ApiParts, shardFiles: ShardFiles): HealthCheck[] {
  return [
    {
      name: 'database',
      check: async () => {
        await database.ping()
        return undefined
      },
    },
    {
      name: 'provision-shards-files',
      check: () => {
        const problem = shardFiles.problem()
        if (problem !== undefined) throw new Error(problem)
        return undefined
      },
    },
    // A shard that is away does not keep the service from doing its work for the others.
    { name: 'provision-shards', check: () => describeShards(driver) },
  ]
}

function describeShards(driver: Driver): string {
  const down = driver.health().filter(({ reachable }) => !reachable)
  // Errors of shards name them.
  return down.length === 0
    ? 'ok'
    : down.map(({ shardId, error }) => error ?? `shard ${shardId}: not connected yet`).join('; ')
}
