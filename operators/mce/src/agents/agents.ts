import { setMaxListeners } from 'node:events'
import { type Random, WorkQueue } from '@skep/base'
import { type Agent, type AgentDependencies, CHECK_INTERVAL_MS, work } from './agent.ts'
import type { AgentReport } from './report.ts'
import { Wheel } from './wheel.ts'

const WORKERS = 16

/**
 * The agents that managed clusters run for their hub: each says that it is there, and how its cluster is. All of them
 * are on one timer and a few workers, however many there are.
 */
export class Agents {
  readonly #dependencies: AgentDependencies & { readonly random: Random }
  readonly #agents = new Map<string, Agent>()
  readonly #stopping = new AbortController()
  readonly #queue: WorkQueue
  readonly #wheel: Wheel
  readonly #running: Promise<void>

  constructor(dependencies: AgentDependencies & { readonly random: Random }) {
    const { clock } = dependencies
    const { signal } = this.#stopping
    // Every request listens to it.
    setMaxListeners(0, signal)
    this.#dependencies = dependencies
    this.#queue = new WorkQueue({ clock })
    // Signs of life repeat for ever, and are no reason for a simulation to leap.
    this.#wheel = new Wheel(clock.background ?? clock, (names) => {
      for (const name of names) this.#queue.add(name)
    })
    this.#running = this.#queue.run({ workers: WORKERS, signal, process: (name) => this.#visit(name) })
  }

  /** Lets the agent of a cluster work, or go on with another duration of its lease. */
  run(cluster: string, leaseSeconds: number): void {
    if (this.#agents.get(cluster)?.leaseSeconds === leaseSeconds) return
    const now = this.#dependencies.clock.now()
    this.#agents.set(cluster, { cluster, leaseSeconds, leaseDue: now, checkDue: now })
    this.#queue.add(cluster)
  }

  /** Lets it fall silent. */
  stop(cluster: string): void {
    if (this.#agents.delete(cluster)) this.#wheel.delete(cluster)
  }

  /** Lets a working agent look at its cluster now instead of within a minute. */
  lookAgain(cluster: string): void {
    const agent = this.#agents.get(cluster)
    if (!agent) return
    agent.checkDue = this.#dependencies.clock.now()
    this.#queue.add(cluster)
  }

  /** What a working agent found when it last looked; undefined before it has. */
  reportOf(cluster: string): AgentReport | undefined {
    return this.#agents.get(cluster)?.report
  }

  /** Silences all of them, and resolves when nothing is under way any more. */
  async close(): Promise<void> {
    this.#agents.clear()
    this.#wheel.stop()
    this.#stopping.abort()
    await this.#running
  }

  async #visit(cluster: string): Promise<void> {
    const agent = this.#agents.get(cluster)
    if (!agent) return
    const isFirst = agent.report === undefined
    await work(this.#dependencies, agent, this.#stopping.signal)
    if (this.#agents.get(cluster) !== agent) return
    // Agents that start together do not stay together.
    if (isFirst && agent.report?.healthy) agent.checkDue -= this.#dependencies.random.int(CHECK_INTERVAL_MS / 2)
    this.#wheel.set(cluster, Math.min(agent.leaseDue, agent.checkDue))
  }
}
