import { type Backoff, type Clock, createBackoff, type Logger, type Random } from '@skep/base'
import { linkAbort } from '@skep/client'
import type { ShardRecord } from '../../records/shard-record.ts'
import { serverOf } from '../../shards/kubeconfig.ts'
import { withDeadline } from './deadline.ts'
import { isShardFailure, type ShardUnavailable, shardUnavailable } from './failure.ts'
import { Gate } from './gate.ts'
import type { FollowedShard, Session, SessionOptions, ShardClients } from './session.ts'

/** Opens the ways to a shard. */
export type ConnectShard = (shard: ShardRecord) => Promise<ShardClients & { close(): void }>

/** What a connection is made of. */
export interface ShardConnectionOptions<S extends FollowedShard = Session>
  extends Pick<SessionOptions, 'clock' | 'log' | 'onNews' | 'onImageSets'> {
  readonly shard: ShardRecord
  readonly connect: ConnectShard
  /** Prepares to follow what is there of clusters. */
  readonly open: (options: SessionOptions) => S
  /** A small question by which a shard shows that it is there. */
  readonly probe: string
  readonly random: Random
  /** Told when the shard has become usable, and once it is clear that it will not be for a while. */
  readonly onTurn: (connection: ShardConnection<S>) => void
}

/** Failures in a row after which a shard counts as lost rather than as restarting. */
const LOST_AFTER = 3
/** How long a shard may take to tell everything it has. */
const SYNC_LIMIT_MS = 60_000
/** How long a shard may take to say that it is there. */
const CHECK_LIMIT_MS = 5_000
/** So many clusters of one shard may be in work while it is slow. */
const SLOW_SHARD_LIMIT = 16

/**
 * The connection to one shard: sessions, one after the other, each from a full list until something breaks. In between
 * it waits from 1 second to a minute, so that whoever needs the shard can be told at once when to come back.
 */
export class ShardConnection<S extends FollowedShard = Session> {
  readonly shard: ShardRecord
  /** Keeps a slow shard from taking all workers. */
  readonly gate: Gate
  readonly #options: ShardConnectionOptions<S>
  readonly #clock: Clock
  readonly #log: Logger
  readonly #backoff: Backoff
  readonly #stop = new AbortController()
  #session: S | undefined
  #checking = false
  #failures = 0
  #error: ShardUnavailable | undefined
  #retryAt = 0
  #running: Promise<void> | undefined
  #breakOff: (error: unknown) => void = () => {}

  constructor(options: ShardConnectionOptions<S>) {
    this.shard = options.shard
    this.#options = options
    this.#clock = options.clock
    this.gate = new Gate(options.clock, SLOW_SHARD_LIMIT)
    this.#log = options.log.with({ shard: options.shard.id })
    this.#backoff = createBackoff({ baseMs: 1_000, maxMs: 60_000, random: options.random })
  }

  /** The present session; undefined while the shard cannot be used. */
  get session(): S | undefined {
    return this.#session
  }

  /** Why the shard cannot be used; undefined while it can, or while nobody knows yet. */
  get error(): ShardUnavailable | undefined {
    return this.#error
  }

  /** Where its Hive answers, for messages. */
  get server(): string {
    return hiveServer(this.shard)
  }

  /** How long until it is worth asking again. */
  get retryAfterMs(): number {
    return Math.max(100, this.#retryAt - this.#clock.now() + 100)
  }

  /** Begins to connect, unless it has begun already. */
  start(): void {
    this.#running ??= this.#run()
  }

  /** Says that a request failed: when it looks as if the shard was to blame, it is asked how it does. */
  report(error: unknown): void {
    if (isShardFailure(error)) void this.#check(error)
  }

  async close(): Promise<void> {
    this.#stop.abort(new Error(`the connection to shard ${this.shard.id} is closed`))
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      try {
        await this.#runSession()
      } catch (error) {
        if (signal.aborted) break
        this.#fail(error)
        await this.#clock.sleep(this.#retryAt - this.#clock.now(), signal).catch(() => undefined)
      }
    }
    this.#session = undefined
  }

  /** Connects and follows the shard; ends only by an error. */
  async #runSession(): Promise<void> {
    const clients = await this.#options.connect(this.shard)
    const { controller, unlink } = linkAbort(this.#stop.signal)
    const session = this.#options.open({
      ...this.#options,
      cloudProvider: this.shard.cloudProvider,
      clients,
      // An informer comes back by itself from what was only a broken watch.
      onError: (error) => (this.#session ? this.report(error) : this.#breakOff(error)),
    })
    const broken = new Promise<never>((_, reject) => (this.#breakOff = reject))
    const running = session.run(controller.signal)
    const syncing = withDeadline(
      { clock: this.#clock, signal: controller.signal, limitMs: SYNC_LIMIT_MS },
      session.sync,
    )
    try {
      await Promise.race([syncing, running, broken])
      this.#succeed(session)
      await Promise.race([running, broken])
    } finally {
      this.#session = undefined
      unlink()
      controller.abort(new Error('the session with the shard is over'))
      clients.close()
      await running.catch(() => undefined)
    }
  }

  /** Asks the shard for something small, and ends the session when it does not answer. */
  async #check(suspicion: unknown): Promise<void> {
    const session = this.#session
    if (!session || this.#checking) return
    this.#checking = true
    try {
      await withDeadline({ clock: this.#clock, signal: this.#stop.signal, limitMs: CHECK_LIMIT_MS }, (signal) =>
        session.clients.hive.raw({ path: this.#options.probe, signal }),
      )
      this.#log.debug('The shard answers again', { reason: suspicion })
    } catch (error) {
      if (this.#session === session) this.#breakOff(error)
    } finally {
      this.#checking = false
    }
  }

  #succeed(session: S): void {
    this.#log.info('Connected to the shard', { server: session.clients.hive.target })
    this.#session = session
    this.#failures = 0
    this.#error = undefined
    this.#options.onTurn(this)
  }

  #fail(error: unknown): void {
    const failure = shardUnavailable(this.shard.id, this.server, error)
    this.#retryAt = this.#clock.now() + this.#backoff.delay(this.#failures++)
    if (this.#error?.message !== failure.message) this.#log.error('Cannot use the shard', { reason: failure.message })
    this.#error = failure
    if (this.#failures === LOST_AFTER) this.#options.onTurn(this)
  }
}

/** Where the Hive of a shard answers, for messages. */
function hiveServer({ hiveConfig = '' }: ShardRecord): string {
  try {
    return serverOf(hiveConfig)
  } catch {
    return 'its server'
  }
}
