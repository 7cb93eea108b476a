import { Connection } from './connection.ts'
import { percentile } from './measure.ts'
import { collectionPath } from './objects.ts'
import type { Target } from './target.ts'

export interface WatchLatency {
  events: number
  p50: number
  p99: number
}

const ADDED = Buffer.from('{"type":"ADDED"')
const SENT = Buffer.from('"sent":"')

/**
 * Watchers of one namespace. An event's age is counted from the moment its write was sent, so it includes the write
 * itself; sender and watchers are one process and share a clock.
 */
export class Watchers {
  private readonly connections: Connection[]
  private ages: number[] = []

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
      connections[index % connections.length]!.watch(path, (event) => watchers.onEvent(event))
    }
    return watchers
  }

  private onEvent(event: Buffer): void {
    const at = event.indexOf(SENT)
    if (at === -1 || event.compare(ADDED, 0, ADDED.length, 0, ADDED.length) !== 0) return
    const begin = at + SENT.length
    const sent = event.toString('latin1', begin, event.indexOf('"', begin))
    this.ages.push(performance.now() - Number(sent))
  }

  /** Resolves when `events` have arrived; fails when they do not come within `timeoutMs`. */
  async collect(events: number, timeoutMs = 30_000): Promise<WatchLatency> {
    const deadline = performance.now() + timeoutMs
    while (this.ages.length < events) {
      if (performance.now() > deadline) throw new Error(`watchers saw ${this.ages.length} of ${events} events`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const sorted = this.ages.sort((a, b) => a - b)
    this.ages = []
    return { events: sorted.length, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
  }

  close(): void {
    for (const connection of this.connections) connection.close()
  }
}
