import { cryptoRandom, Metrics, type Random, uid } from '@skep/base'
import { runWork } from '@skep/database'
import { createCatalog } from '../catalog/catalog.ts'
import type { CatalogFiles } from '../catalog/config-files.ts'
import { VersionCatalog } from '../catalog/version-catalog.ts'
import type { Driver, DriverParts } from '../driver-seam.ts'
import type { ClusterRecord } from '../records/cluster-record.ts'
import { generateSshKey, type SshKey } from './manifests/ssh-key.ts'
import { driverMetrics } from './metrics.ts'
import { News } from './news.ts'
import {
  dropDeployment,
  type QueryScope,
  readCredentials,
  readInstallLog,
  readLiveResources,
  readUninstallLog,
} from './queries.ts'
import { createReconciler } from './reconcile.ts'
import { connectByKubeconfig } from './shard/connect.ts'
import type { ConnectShard } from './shard/connection.ts'
import { ShardConnections } from './shard/connections.ts'
import { ShardUnavailable, shardUnavailable } from './shard/failure.ts'

/** What a driver is made of; everything beyond the parts has a default. */
export interface DriverOptions extends DriverParts {
  /** Configuration files of the catalog, parsed. */
  readonly catalogFiles?: CatalogFiles
  /** What nodes pull images with, as a docker config; one without any registry unless given. */
  readonly pullSecret?: string
  /** How often Hive tries to install a cluster; 3 unless given. */
  readonly installAttemptsLimit?: number
  /** Clusters in work at the same time; 64 unless given. */
  readonly concurrency?: number
  /** Who holds the leases; unique per process, and made up unless given. */
  readonly owner?: string
  readonly random?: Random
  /** Where its figures go; nowhere unless given. */
  readonly metrics?: Metrics
  /** How shards are reached: by their kubeconfigs unless given. */
  readonly connect?: ConnectShard
  readonly generateSshKey?: () => Promise<SshKey>
}

/** Starts to drive clusters. Returns at once; shards are connected to in the background. */
export function createDriver(options: DriverOptions): Driver {
  const { database, queue, clusters, shards, clock, log, random = cryptoRandom } = options
  const stop = new AbortController()
  const { signal } = stop
  const news = new News({ database, queue, clock, log, signal })
  const versions = new VersionCatalog(log)
  const connections = new ShardConnections({
    connect: options.connect ?? connectByKubeconfig(clock),
    clock,
    random,
    log,
    onNews: (id) => news.add([id]),
    onTurn: (shardId) => inBackground(async () => news.add(await clusters.idsOnShard(shardId))),
    onImageSets: () => versions.take(connections.imageSets()),
  })
  const { metrics = new Metrics() } = options
  const measured = driverMetrics({ metrics, clusters, health: () => connections.health(), clock })
  const inBackground = (work: () => Promise<void>) => {
    work().catch((error: unknown) => log.error('Failed to follow the shards', { error }))
  }
  const followShards = () =>
    inBackground(async () => {
      connections.update(await shards.list())
      news.add(await clusters.unplacedIds())
    })
  const stopFollowing = shards.onChange(followShards)
  followShards()
  const reconcile = createReconciler({
    pullSecret: '{"auths":{}}',
    installAttemptsLimit: 3,
    generateSshKey,
    ...withoutUndefined(options),
    connections,
  })
  const working = runWork({
    database,
    queue,
    owner: options.owner ?? uid(random),
    concurrency: options.concurrency ?? 64,
    process: measured.timed(reconcile),
    clock,
    log,
    signal,
  })
  const ask = queries(options, connections)
  return {
    catalog: createCatalog({ versions: () => versions.list(), files: options.catalogFiles ?? {} }),
    credentials: ask(readCredentials),
    installLog: ask(readInstallLog),
    uninstallLog: ask(readUninstallLog),
    liveResources: async (record, caller) => (await ask(readLiveResources)(record, caller)) ?? new Map(),
    deleteClusterDeployment: ask(dropDeployment),
    health: () => connections.health(),
    close: async () => {
      stopFollowing()
      measured.stop()
      stop.abort(new Error('the driver is closed'))
      await working
      await news.settle()
      await connections.close()
    },
  }
}

/** Turns a question about a cluster on its shard into one about a record; a cluster without a shard has no answer. */
const queries =
  ({ shards, environment }: DriverOptions, connections: ShardConnections) =>
  <T>(question: (scope: QueryScope) => Promise<T>) =>
  async (record: ClusterRecord, signal: AbortSignal): Promise<T | undefined> => {
    const shard = record.shardId === undefined ? undefined : await shards.get(record.shardId)
    if (shard?.hiveConfig === undefined) return undefined
    const connection = connections.of(shard)
    const { session } = connection
    if (!session)
      throw connection.error ?? new ShardUnavailable(shard.id, `shard ${shard.id}: not connected yet, try again`)
    try {
      return await question({ order: { record, shard, environment }, session, signal })
    } catch (error) {
      connection.report(error)
      throw shardUnavailable(shard.id, connection.server, error)
    }
  }

/** So that an option that is passed on as undefined has its default. */
const withoutUndefined = (options: DriverOptions): DriverOptions =>
  // Leaving out what is undefined leaves what the type requires.
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as unknown as DriverOptions
