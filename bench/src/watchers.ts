import { Connection } from './connection.ts'
import { EventLines } from './event-lines.ts'
import { percentile } from './measure.ts'
import { collectionPath } from './objects.ts'
import type { Target } from './target.ts'

export interface WatchLatency {
  events: number
  p50: number
  p99: number
}

/**
 * Watchers of one namespace. An event's age is counted from the moment its write was sent, so it includes the write
 * itself; sender and watchers are one process and share a clock.
 */
export class Watchers {
  private readonly connections: Connection[]
  private readonly ages = new Ages()

  private constructor(connections: Connection[]) {
    this.connections = connections
  }

  /** Opens `count` watches, at most 100 on a connection. */
  static async open(target: Target, namespace: string, count: number): Promise<Watchers> {
    const connections = await Promise.all(
      Array.from({ length: Math.max(Math.min(count, 10), Math.ceil(count / 100)) }, () => Connection.open(target)),
    )
    const watchers = new Watchers(connections)
    const path = `${collectionPath(namespace)}?watch=true`
    for (let index = 0; index < count; index++) {
      const lines = new EventLines((sentAt) => watchers.ages.add(performance.now() - sentAt))
      connections[index % connections.length]!.watch(path, (piece) => lines.read(piece))
    }
    return watchers
  }

  /** Resolves when `events` have arrived; fails when they do not come within `timeoutMs`. */
  async collect(events: number, timeoutMs = 30_000): Promise<WatchLatency> {
    const deadline = performance.now() + timeoutMs
    while (this.ages.count < events) {
      if (performance.now() > deadline) throw new Error(`watchers saw ${this.ages.count} of ${events} events`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const sorted = this.ages.take()
    return { events: sorted.length, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
  }

  close(): void {
    for (const connection of this.connections) connection.close()
  }
}

/** Very many numbers, without an object for each. */
class Ages {
  #values = new Float64Array(1 << 16)
  count = 0

  add(age: number): void {
    if (this.count === this.#values.length) {
      const grown = new Float64Array(this.count * 2)
      grown.set(this.#values)
      this.#values = grown
    }
    this.#values[this.count++] = age
  }

  /** All of them, the smallest first; the next ones begin anew. */
  take(): number[] {
    const sorted = [...this.#values.subarray(0, this.count).sort()]
    this.count = 0
    return sorted
  }
}
