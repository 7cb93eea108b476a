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
  readonly clusters: number
  readonly perSecond: number
  /** CPU time of the program for one cluster. */
  readonly cpuMs: number
}

/** So many orders are under way at a time, each with a connection of its own. */
const UNDER_WAY = 10
const POLL_MS = 10
/** Nothing may stand still for longer. */
const PATIENCE_MS = 120_000

/** Makes and deletes hosted clusters over sockets, as a service would that orders them. */
export class HostedLoad {
  readonly #program: HostedProgram
  /** Has watches, so that it stays open. */
  readonly connection: Connection
  readonly #clusters = new ObjectChanges((cluster) => isTrue(cluster, 'Available'))
  readonly #pools = new ObjectChanges((pool) => pool.status?.replicas === NODES && isTrue(pool, 'AllNodesHealthy'))

  private constructor(program: HostedProgram, connection: Connection) {
    this.#program = program
    this.connection = connection
    this.#clusters.follow(connection, HOSTED_CLUSTERS)
    this.#pools.follow(connection, NODE_POOLS)
  }

  static async open(program: HostedProgram): Promise<HostedLoad> {
    return new HostedLoad(program, await Connection.open(program.target))
  }

  /** Makes clusters number `from` to `to`, and waits until all are available and all their nodes are ready. */
  make(from: number, to: number): Promise<HostedBatch> {
    return this.#measure(from, to, create, () => Math.min(this.#clusters.done.size, this.#pools.done.size) - from)
  }

  /** Deletes clusters number `from` to `to`, the last that there are, and waits until nothing is left of them. */
  delete(from: number, to: number): Promise<HostedBatch> {
    const left = () => Math.max(this.#clusters.existing.size, this.#pools.existing.size)
    return this.#measure(from, to, remove, () => to - left())
  }

  close(): void {
    this.connection.close()
  }

  async #measure(
    from: number,
    to: number,
    work: (connection: Connection, index: number) => Promise<void>,
    finished: () => number,
  ): Promise<HostedBatch> {
    const cpuBefore = this.#program.cpuMs()
    const started = now()
    let next = from
    const workOff = async () => {
      let connection = await Connection.open(this.#program.target)
      while (next < to) {
        const index = next++
        await this.#until(() => finished() + UNDER_WAY > index - from)
        if (!connection.isOpen) connection = await Connection.open(this.#program.target)
        await work(connection, index)
      }
      connection.close()
    }
    await Promise.all(Array.from({ length: UNDER_WAY }, workOff))
    await this.#until(() => finished() === to - from)
    const clusters = to - from
    return {
      clusters,
      perSecond: clusters / ((now() - started) / 1_000),
      cpuMs: (this.#program.cpuMs() - cpuBefore) / clusters,
    }
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
    await connection.must('POST', path, { body: JSON.stringify(object) })
  }
}

async function remove(connection: Connection, index: number): Promise<void> {
  await connection.must('DELETE', hostedClusterPath(index))
  await connection.must('DELETE', `/api/v1/namespaces/${namespaceOf(index)}`)
}
