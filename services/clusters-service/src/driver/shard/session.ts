import { ClusterDeployment, ClusterImageSet, HiveMachinePool, Namespace, SyncSet } from '@skep/api'
import type { Clock, Logger } from '@skep/base'
import { type Client, type ClientKind, Informer, type InformerOptions } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import type { ImageSet } from '../../catalog/versions.ts'
import { CLUSTER_ID_LABEL } from '../manifests/names.ts'
import { type Claim, claimKindOf } from './kinds.ts'
import {
  claimParts,
  deploymentParts,
  isNews,
  machinePoolParts,
  namespaceParts,
  type PartsOf,
  syncSetParts,
} from './relevance.ts'

/** The ways to the servers of a shard; mostly one and the same. */
export interface ShardClients {
  readonly hive: Client
  /** Where accounts or projects are claimed. */
  readonly accounts: Client
}

/** What a session needs from the connection it is part of. */
export interface SessionOptions {
  readonly clients: ShardClients
  readonly cloudProvider: string
  readonly clock: Clock
  readonly log: Logger
  /** Told of every cluster that something happened to. */
  readonly onNews: (clusterId: string) => void
  /** Told when the image sets changed. */
  readonly onImageSets: (imageSets: readonly ImageSet[]) => void
  /** Told of every failure that an informer recovers from by itself. */
  readonly onError: (error: unknown) => void
}

/** A shard that is followed from a full list on until something breaks. */
export interface FollowedShard {
  readonly clients: ShardClients
  /** Resolves when everything that is there is known. */
  sync(signal: AbortSignal): Promise<void>
  /** Follows the shard until the signal aborts; rejects with what trying again cannot help. */
  run(signal: AbortSignal): Promise<void>
}

/** What a shard has of all clusters that Hive makes. */
export interface Session extends FollowedShard {
  readonly namespaces: Informer<Namespace>
  readonly claims: Informer<Claim>
  readonly deployments: Informer<ClusterDeployment>
  readonly machinePools: Informer<HiveMachinePool>
  readonly syncSets: Informer<SyncSet>
  /** The releases that the shard can install. */
  readonly imageSets: Informer<ClusterImageSet>
}

/** Prepares to follow a shard; nothing is sent before `run`. */
export function createSession(options: SessionOptions): Session {
  const { clients } = options
  const follow = followWith(options)
  const followed = {
    namespaces: follow(clients.hive, Namespace, namespaceParts),
    claims: follow(clients.accounts, claimKindOf(options.cloudProvider), claimParts),
    deployments: follow(clients.hive, ClusterDeployment, deploymentParts),
    machinePools: follow(clients.hive, HiveMachinePool, machinePoolParts),
    syncSets: follow(clients.hive, SyncSet, syncSetParts),
  }
  const imageSets = followImageSets(options)
  return { clients, ...followed, imageSets, ...together([...Object.values(followed), imageSets]) }
}

/** Follows the objects of clusters, and tells of every cluster whose objects changed in what matters of them. */
export const followWith =
  (options: SessionOptions) =>
  <T extends KubeObject & { status?: object }>(client: Client, kind: ClientKind<T>, parts: PartsOf<T>): Informer<T> => {
    const informer = new Informer(client, kind, informerOptions<T>(options, CLUSTER_ID_LABEL))
    informer.onChange((change) => {
      const id = change.object.metadata.labels?.[CLUSTER_ID_LABEL]
      if (id !== undefined && isNews(change, parts)) options.onNews(id)
    })
    return informer
  }

/** What runs as one. */
type Following = Pick<Informer<KubeObject>, 'waitForSync' | 'run'>

/** Several informers, followed as one. */
export const together = (informers: readonly Following[]): Pick<FollowedShard, 'sync' | 'run'> => ({
  sync: async (signal) => {
    await Promise.all(informers.map((informer) => informer.waitForSync(signal)))
  },
  run: async (signal) => {
    await Promise.all(informers.map((informer) => informer.run(signal)))
  },
})

/** Tells of all image sets whenever one changes; while the first list comes in, once at its end. */
function followImageSets(options: SessionOptions): Informer<ClusterImageSet> {
  const informer = new Informer(options.clients.hive, ClusterImageSet, informerOptions<ClusterImageSet>(options))
  const tell = () => options.onImageSets(informer.list())
  informer.onChange(() => {
    if (informer.synced) tell()
  })
  void informer.waitForSync(new AbortController().signal).then(tell)
  return informer
}

const informerOptions = <T extends KubeObject>(
  { clock, log, onError }: SessionOptions,
  labelSelector?: string,
): InformerOptions<T> => ({
  clock,
  log,
  onError,
  ...(labelSelector === undefined ? {} : { labelSelector }),
})
