import { setTimeout as sleep } from 'node:timers/promises'
import { Connection } from '../connection.ts'
import { now } from '../measure.ts'
import {
  HOSTED_CLUSTERS,
  hostedClusterCreations,
  hostedClusterPath,
  NODE_POOLS,
  NODES,
  namespaceOf,
} from './hosted-objects.ts'
import type { HostedProgram } from './hosted-program.ts'
import { isTrue, ObjectChanges } from './object-changes.ts'

/** What it took to make, or to delete, so many clusters. */
export interface HostedBatch {
  /** Fewer than wanted if time was over. */
  readonly clusters: number
  readonly perSecond: number
  /** CPU time of the program for one cluster. */
  readonly cpuMs: number
}

/** So many clusters are under way at a time. */
const UNDER_WAY = 50
/** Who order them. */
const CONNECTIONS = 8
const POLL_MS = 10
const TOO_MANY_REQUESTS = 429
const RETRY_MS = 1_000
/** Nothing may stand still for longer. */
const PATIENCE_MS = 60_000
/** How often people are told how far it is. */
const PROGRESS_MS = 5_000

/** Clusters that are worked on. */
interface Batch {
  readonly from: number
  readonly to: number
  readonly work: (connection: Connection, index: number) => Promise<void>
  /** How many of them are as they should be. */
  readonly finished: () => number
  /** After this no more are begun. */
  readonly limitMs?: number | undefined
  /** What becomes of them. */
  readonly what: string
}

/** Makes and deletes hosted clusters over sockets, as a service would that orders them. */
export class HostedLoad {
  readonly #program: HostedProgram
  /** Has watches, so that it stays open. */
  readonly connection: Connection
  readonly #clusters = new ObjectChanges((cluster) => isTrue(cluster, 'Available'))
  readonly #pools = new ObjectChanges((pool) => pool.status?.replicas === NODES && isTrue(pool, 'AllNodesHealthy'))

  readonly #say: (step: string) => void

  private constructor(program: HostedProgram, connection: Connection, say: (step: string) => void) {
    this.#program = program
    this.#say = say
    this.connection = connection
    this.#clusters.follow(connection, HOSTED_CLUSTERS)
    this.#pools.follow(connection, NODE_POOLS)
  }

  static async open(program: HostedProgram, say: (step: string) => void): Promise<HostedLoad> {
    return new HostedLoad(program, await Connection.open(program.target), say)
  }

  /** How many clusters there are. */
  get existing(): number {
    return this.#clusters.existing.size
  }

  /**
   * Makes so many clusters more, as far as there is time to order them, and waits until they are available and all their
   * nodes are ready.
   */
  make(count: number, limitMs?: number): Promise<HostedBatch> {
    const from = this.existing
    const finished = () => Math.min(this.#clusters.done.size, this.#pools.done.size) - from
    return this.#measure({ from, to: from + count, work: create, finished, limitMs, what: 'made' })
  }

  /** Deletes all clusters, as far as there is time to ask for it, and waits until nothing is left of those. */
  delete(limitMs?: number): Promise<HostedBatch> {
    const to = this.existing
    const finished = () => to - Math.max(this.existing, this.#pools.existing.size)
    return this.#measure({ from: 0, to, work: remove, finished, limitMs, what: 'gone' })
  }

  close(): void {
    this.connection.close()
  }

  async #measure(batch: Batch): Promise<HostedBatch> {
    const cpuBefore = this.#program.cpuMs()
    const started = now()
    const telling = setInterval(() => this.#tell(batch, started), PROGRESS_MS)
    try {
      const clusters = await this.#workOff(batch, started)
      return {
        clusters,
        perSecond: clusters / ((now() - started) / 1_000),
        cpuMs: (this.#program.cpuMs() - cpuBefore) / clusters,
      }
    } finally {
      clearInterval(telling)
    }
  }

  /** Returns how many clusters it was. */
  async #workOff({ from, to, work, finished, limitMs = Infinity }: Batch, started: number): Promise<number> {
    let next = from
    const isOver = () => next >= to || now() - started > limitMs
    const order = async () => {
      let connection = await Connection.open(this.#program.target)
      while (!isOver()) {
        const index = next++
        await this.#until(() => finished() + UNDER_WAY > index - from)
        if (!connection.isOpen) connection = await Connection.open(this.#program.target)
        await work(connection, index)
      }
      connection.close()
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, order))
    await this.#until(() => finished() >= next - from)
    return next - from
  }

  #tell({ from, to, finished, what }: Batch, started: number): void {
    const rate = finished() / ((now() - started) / 1_000)
    this.#say(`  ${finished()} of ${to - from} ${what}, ${rate.toFixed(1)} a second`)
  }

  /** Waits for a state of affairs, for as long as anything changes. */
  async #until(isSo: () => boolean): Promise<void> {
    const total = () => [this.#clusters, this.#pools].reduce((sum, { changes }) => sum + changes, 0)
    let last = { total: total(), at: now() }
    while (!isSo()) {
      await sleep(POLL_MS)
      if (total() !== last.total) last = { total: total(), at: now() }
      if (now() - last.at > PATIENCE_MS) throw this.#standstill()
    }
  }

  #standstill(): Error {
    const waiting = ({ existing, done }: ObjectChanges) => [...existing].find(([key]) => !done.has(key))?.[1]
    const example = waiting(this.#clusters) ?? waiting(this.#pools) ?? [...this.#clusters.existing.values()][0]
    return new Error(`hosted clusters get no further, such as ${JSON.stringify(example)}`)
  }
}

async function create(connection: Connection, index: number): Promise<void> {
  for (const { path, object } of hostedClusterCreations(index)) {
    await insist(connection, 'POST', path, JSON.stringify(object))
  }
}

async function remove(connection: Connection, index: number): Promise<void> {
  await insist(connection, 'DELETE', hostedClusterPath(index))
  await insist(connection, 'DELETE', `/api/v1/namespaces/${namespaceOf(index)}`)
}

/** Comes back when the server asks for it. */
async function insist(connection: Connection, method: string, path: string, body?: string): Promise<void> {
  for (;;) {
    const { status, body: answer } = await connection.request(method, path, body === undefined ? {} : { body })
    if (status < 300) return
    if (status !== TOO_MANY_REQUESTS)
      throw new Error(`${method} ${path} answered ${status}: ${answer.toString('utf8')}`)
    await sleep(RETRY_MS)
  }
}
