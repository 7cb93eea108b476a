import { cryptoRandom, Metrics, type Random, uid } from '@skep/base'
import { type Client, createClient, readForeignKubeconfig } from '@skep/client'
import { runWork } from '@skep/database'
import { createAzureVersions } from '../catalog/azure-versions.ts'
import { createCatalog } from '../catalog/catalog.ts'
import type { ConfigFile } from '../catalog/config-file.ts'
import type { CatalogFiles } from '../catalog/config-files.ts'
import { offeredVersions } from '../catalog/offered.ts'
import { VersionCatalog } from '../catalog/version-catalog.ts'
import type { Catalog, Driver, DriverParts, ShardHealth } from '../driver-seam.ts'
import type { Cluster } from '../model/cluster/cluster.ts'
import { defaultVersion } from '../model/cluster/defaults.ts'
import { asker } from './ask.ts'
import { readHostedCredentials, readHostedResources } from './hosted/queries.ts'
import { type HostedSession, openHostedSession } from './hosted/session.ts'
import { hostingSide, isHosted } from './hosted/transport.ts'
import { generateSshKey, type SshKey } from './manifests/ssh-key.ts'
import { driverMetrics } from './metrics.ts'
import { News } from './news.ts'
import { dropDeployment, readCredentials, readInstallLog, readLiveResources, readUninstallLog } from './queries.ts'
import { createReconciler } from './reconcile.ts'
import { connectByKubeconfig } from './shard/connect.ts'
import type { ConnectShard } from './shard/connection.ts'
import { ShardConnections } from './shard/connections.ts'
import { createSession } from './shard/session.ts'

/** What a driver is made of; everything beyond the parts has a default. */
export interface DriverOptions extends DriverParts {
  /** Configuration files of the catalog, parsed. */
  readonly catalogFiles?: CatalogFiles
  /** Which versions clusters on Azure may have; any unless given. */
  readonly ocpVersionsFile?: ConfigFile
  /** What nodes pull images with, as a docker config; one without any registry unless given. */
  readonly pullSecret?: string
  /** How often Hive tries to install a cluster; 3 unless given. */
  readonly installAttemptsLimit?: number
  /** Clusters in work at the same time, most of which wait for a disk; 128 unless given. */
  readonly concurrency?: number
  /** Who holds the leases; unique per process, and made up unless given. */
  readonly owner?: string
  readonly random?: Random
  /** Where its figures go; nowhere unless given. */
  readonly metrics?: Metrics
  /** How shards are reached: by their kubeconfigs unless given. */
  readonly connect?: ConnectShard
  readonly generateSshKey?: () => Promise<SshKey>
  /** How clusters are entered: by the kubeconfig of their administrator unless given. */
  readonly enterCluster?: (kubeconfig: string) => Client
}

/** Starts to drive clusters. Returns at once; shards are connected to in the background. */
export function createDriver(options: DriverOptions): Driver {
  const stop = new AbortController()
  const news = new News({ ...options, signal: stop.signal })
  const versions = new VersionCatalog(options.log)
  // What is wrong with a file is told before anything is opened.
  const azure = options.ocpVersionsFile && createAzureVersions({ ...options, file: options.ocpVersionsFile })
  const catalog = createCatalog({
    versions: () => versions.list(),
    ...(azure ? { azureVersions: azure.list } : {}),
    files: options.catalogFiles ?? {},
  })
  const following = azure?.follow(stop.signal)
  const connections = openConnections(options, news, versions)
  const hosting = openHosting(options, news)
  const unfollow = followShards(options, { connections, hosting }, news)
  const work = startWork(options, { connections, hosting, catalog, news }, stop.signal)
  const ask = asker(options, connections)
  const askHost = asker(options, hosting, hostingSide)
  return {
    catalog,
    credentials: (record, signal) =>
      (isHosted(record) ? askHost(readHostedCredentials) : ask(readCredentials))(record, signal),
    installLog: async (record, signal) => (isHosted(record) ? undefined : ask(readInstallLog)(record, signal)),
    uninstallLog: async (record, signal) => (isHosted(record) ? undefined : ask(readUninstallLog)(record, signal)),
    liveResources: async (record, signal) => {
      const read = isHosted(record) ? askHost(readHostedResources) : ask(readLiveResources)
      return (await read(record, signal)) ?? new Map()
    },
    deleteClusterDeployment: async (record, signal) => {
      if (!isHosted(record)) await ask(dropDeployment)(record, signal)
    },
    health: () => healthOf({ connections, hosting }),
    close: async () => {
      unfollow()
      stop.abort(new Error('the driver is closed'))
      await Promise.all([work, following])
      await news.settle()
      await Promise.all([connections.close(), hosting.close()])
    },
  }
}

function openConnections(options: DriverOptions, news: News, versions: VersionCatalog): ShardConnections {
  const { clusters, clock, log, random = cryptoRandom } = options
  const connections: ShardConnections = new ShardConnections({
    connect: options.connect ?? connectByKubeconfig(clock),
    open: createSession,
    probe: '/apis/hive.openshift.io/v1',
    clock,
    random,
    log,
    onNews: (id) => news.add([id]),
    onTurn: (shardId) => inBackground(options, async () => news.add(await clusters.idsOnShard(shardId))),
    onImageSets: () => versions.take(connections.imageSets()),
  })
  return connections
}

/** Connections to the sides of shards that host control planes. */
function openHosting(options: DriverOptions, news: News): ShardConnections<HostedSession> {
  const { clusters, clock, log, random = cryptoRandom } = options
  return new ShardConnections<HostedSession>({
    connect: options.connect ?? connectByKubeconfig(clock),
    open: openHostedSession,
    probe: '/apis/hypershift.openshift.io/v1beta1',
    clock,
    random,
    log,
    onNews: (id) => news.add([id]),
    onTurn: (shardId) => inBackground(options, async () => news.add(await clusters.idsOnShard(shardId))),
    onImageSets: () => {},
  })
}

/** The ways to all shards. */
interface Ways {
  readonly connections: ShardConnections
  readonly hosting: ShardConnections<HostedSession>
}

/** How shards do: one of which a side cannot be reached cannot be reached. */
function healthOf({ connections, hosting }: Ways): ShardHealth[] {
  const worst = new Map<string, ShardHealth>()
  for (const health of [...connections.health(), ...hosting.health()]) {
    if (!worst.has(health.shardId) || !health.reachable) worst.set(health.shardId, health)
  }
  return [...worst.values()]
}

/** Keeps connections in step with the shards, and has clusters without one looked at when there are others. */
function followShards(options: DriverOptions, { connections, hosting }: Ways, news: News): () => void {
  const follow = () =>
    inBackground(options, async () => {
      const shards = await options.shards.list()
      connections.update(shards)
      hosting.update(shards.filter(({ hypershiftConfig }) => hypershiftConfig !== undefined).map(hostingSide))
      news.add(await options.clusters.unplacedIds())
    })
  follow()
  return options.shards.onChange(follow)
}

function inBackground({ log }: DriverOptions, work: () => Promise<void>): void {
  work().catch((error: unknown) => log.error('Failed to follow the shards', { error }))
}

/** Works on clusters until the signal aborts. */
async function startWork(
  options: DriverOptions,
  { connections, hosting, catalog, news }: Ways & { readonly catalog: Catalog; readonly news: News },
  signal: AbortSignal,
): Promise<void> {
  const { database, queue, clusters, clock, log, metrics = new Metrics(), random = cryptoRandom } = options
  const measured = driverMetrics({
    metrics,
    clusters,
    health: () => healthOf({ connections, hosting }),
    clock,
  })
  const reconcile = createReconciler({
    ...options,
    pullSecret: options.pullSecret ?? '{"auths":{}}',
    installAttemptsLimit: options.installAttemptsLimit ?? 3,
    generateSshKey: options.generateSshKey ?? generateSshKey,
    expectNews: (id) => news.expect(id),
    connections,
    hosting,
    versions: catalog.versions,
    enterCluster: options.enterCluster ?? ((text) => createClient({ kubeconfig: readForeignKubeconfig(text) })),
    versionFor: (cluster) => usualVersion(cluster, catalog),
  })
  await runWork({
    ...{ database, queue, clock, log, signal },
    owner: options.owner ?? uid(random),
    concurrency: options.concurrency ?? 128,
    process: measured.timed(reconcile),
  })
  measured.stop()
}

function usualVersion(cluster: Cluster, catalog: Catalog): Cluster['version'] {
  const chosen = defaultVersion(cluster, catalog, cluster.hypershift?.enabled ?? false)
  const known = offeredVersions(catalog, cluster.cloud_provider?.id).find(({ id }) => id === chosen?.id)
  return known && { id: known.id, raw_id: known.raw_id, channel_group: known.channel_group }
}
