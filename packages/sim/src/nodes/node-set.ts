import { setMaxListeners } from 'node:events'
import type { Clock, Logger, Random } from '@skep/base'
import type { Client } from '@skep/client'
import type { PodDelays } from '../delays.ts'
import { PodRunner } from '../pods/pod-runner.ts'
import { startHeartbeats } from './heartbeats.ts'
import type { SimulatedNode } from './simulated-node.ts'

/** What the nodes of one cluster share. */
export interface NodeSetOptions {
  /** For the watch of all their pods; what a node writes, it writes in its own name. */
  readonly client: Client
  /** How long pods take. Heartbeats keep to the time outside of a simulation. */
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  readonly delays: PodDelays
  /** What pods draw their lives from. */
  readonly seed: string
  /** Told of nodes that somebody deleted, and that are in the set no more. */
  readonly onGone?: (name: string) => void
}

/** The nodes of one cluster that are alive. They share one watch of pods, one queue and one timer for heartbeats. */
export class NodeSet {
  readonly #options: NodeSetOptions
  readonly #nodes = new Map<string, SimulatedNode>()
  readonly #runner: PodRunner
  readonly #abort = new AbortController()
  #running: Promise<unknown> | undefined

  constructor(options: NodeSetOptions) {
    this.#options = options
    this.#runner = new PodRunner({ ...options, nodeOf: (name) => this.#nodes.get(name) })
    setMaxListeners(0, this.#abort.signal)
  }

  get names(): string[] {
    return [...this.#nodes.keys()]
  }

  get size(): number {
    return this.#nodes.size
  }

  /** Aborts when the set stops. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** Begins to run pods and to say that nodes are alive. */
  start(): void {
    if (this.#running) throw new Error('these nodes have been started before')
    const { clock, log } = this.#options
    const { signal } = this.#abort
    const heartbeats = startHeartbeats({
      clock: clock.outside ?? clock,
      log,
      signal,
      nodes: () => [...this.#nodes.values()],
      onGone: (name) => this.#lose(name),
    })
    this.#running = this.#runner
      .run(signal)
      .catch((error: unknown) => {
        log.error('Running pods failed for good', { error })
        this.#abort.abort(error)
      })
      .finally(() => heartbeats.stop())
  }

  /** Resolves when all pods are known. */
  waitForSync(): Promise<void> {
    return this.#runner.waitForSync(this.#abort.signal)
  }

  add(node: SimulatedNode): void {
    const { name } = node.object.metadata
    this.#nodes.set(name, node)
    this.#runner.wake(name)
  }

  /** Looks at the pods of a node again, which has become ready. */
  wake(name: string): void {
    this.#runner.wake(name)
  }

  /** False when it was not there. */
  remove(name: string): boolean {
    this.#runner.forget(name)
    return this.#nodes.delete(name)
  }

  /** Stops, for `reason`, and resolves when nothing is under way any more. */
  async stop(reason = new Error('the simulated nodes were stopped')): Promise<void> {
    this.#abort.abort(reason)
    await this.#running
  }

  #lose(name: string): void {
    if (this.remove(name)) this.#options.onGone?.(name)
  }
}
