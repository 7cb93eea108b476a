import type { Clock, Logger, Random } from '@skep/base'
import type { ImageSet } from '../../catalog/versions.ts'
import type { ShardHealth } from '../../driver-seam.ts'
import type { ShardRecord } from '../../records/shard-record.ts'
import { ShardConnection, type ShardConnectionOptions } from './connection.ts'
import type { FollowedShard, Session } from './session.ts'

/** What connections are made of. */
export interface ShardConnectionsOptions<S extends FollowedShard = Session>
  extends Pick<ShardConnectionOptions<S>, 'connect' | 'open' | 'probe'> {
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  /** Told of every cluster that something happened to on its shard. */
  readonly onNews: (clusterId: string) => void
  /** Told of the shard whose clusters have to be looked at, because it came back or was lost. */
  readonly onTurn: (shardId: string) => void
  /** Told when shards offer other image sets than before. */
  readonly onImageSets: () => void
}

/** The connections to all shards: each on its own, opened when it is first needed and again when the shard changed. */
export class ShardConnections<S extends FollowedShard = Session> {
  readonly #options: ShardConnectionsOptions<S>
  #shards: ReadonlyMap<string, ShardRecord> = new Map()
  readonly #connections = new Map<string, ShardConnection<S>>()
  /** As last seen: a shard that is out of reach still offers what it did. */
  readonly #imageSets = new Map<string, readonly ImageSet[]>()
  readonly #closing = new Set<Promise<void>>()

  constructor(options: ShardConnectionsOptions<S>) {
    this.#options = options
  }

  /** A shard as it was when last followed; undefined when it is newer than that, or gone. */
  shard(id: string): ShardRecord | undefined {
    return this.#shards.get(id)
  }

  /** The connection to a shard as it is now. */
  of(shard: ShardRecord): ShardConnection<S> {
    const known = this.#connections.get(shard.id)
    if (known && isSame(known.shard, shard)) return known
    if (known) this.#drop(known)
    const connection = new ShardConnection<S>({
      ...this.#options,
      shard,
      onTurn: ({ shard: { id } }) => this.#options.onTurn(id),
      onImageSets: (imageSets) => this.#takeImageSets(shard.id, imageSets),
    })
    this.#connections.set(shard.id, connection)
    connection.start()
    return connection
  }

  /** Follows what became of the shards: closes what is gone, and opens what offers versions. */
  update(shards: readonly ShardRecord[]): void {
    const byId = new Map(shards.map((shard) => [shard.id, shard]))
    this.#shards = byId
    for (const connection of this.#connections.values()) {
      if (!byId.has(connection.shard.id)) this.#drop(connection)
    }
    for (const id of this.#imageSets.keys()) {
      if (byId.get(id)?.status !== 'active') this.#forgetImageSets(id)
    }
    for (const shard of shards) {
      if (this.#connections.has(shard.id) || (shard.status === 'active' && shard.hiveConfig !== undefined))
        this.of(shard)
    }
  }

  /** All image sets of active shards, as last seen. */
  *imageSets(): IterableIterator<ImageSet> {
    for (const imageSets of this.#imageSets.values()) yield* imageSets
  }

  health(): ShardHealth[] {
    return [...this.#connections.values()].map(({ shard, session, error }) => ({
      shardId: shard.id,
      reachable: session !== undefined,
      ...(error === undefined ? {} : { error: error.message }),
    }))
  }

  async close(): Promise<void> {
    for (const connection of this.#connections.values()) this.#drop(connection)
    await Promise.all(this.#closing)
  }

  #drop(connection: ShardConnection<S>): void {
    this.#connections.delete(connection.shard.id)
    const closed = connection.close().finally(() => this.#closing.delete(closed))
    this.#closing.add(closed)
  }

  #takeImageSets(shardId: string, imageSets: readonly ImageSet[]): void {
    if (this.#connections.get(shardId)?.shard.status !== 'active') return
    this.#imageSets.set(shardId, imageSets)
    this.#options.onImageSets()
  }

  #forgetImageSets(shardId: string): void {
    this.#imageSets.delete(shardId)
    this.#options.onImageSets()
  }
}

/** Whether a connection to one serves the other. */
const isSame = (a: ShardRecord, b: ShardRecord): boolean => a.version === b.version || contentOf(a) === contentOf(b)

/** What a connection depends on; when it changes, another one is needed. */
const contentOf = (shard: ShardRecord): string =>
  JSON.stringify([
    shard.hiveConfig,
    shard.awsAccountOperatorConfig,
    shard.gcpProjectOperatorConfig,
    shard.cloudProvider,
    shard.status === 'active',
  ])
