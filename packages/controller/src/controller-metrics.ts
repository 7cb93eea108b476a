import type { Client } from '@skep/client'
import { type Counter, type Gauge, type Histogram, Metrics } from './metrics.ts'

/** How a run of a reconciler ended. */
export type Outcome = 'success' | 'requeue_after' | 'error'

/** What a controller is doing, looked at whenever somebody asks. */
export interface ControllerFigures {
  readonly name: string
  /** Keys that wait. */
  readonly depth: number
  /** Runs that there are now. */
  readonly active: number
  /** Runs that there may be at once. */
  readonly workers: number
}

const SECONDS = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2,
  2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
]

/** What is counted of every controller, under the names that controller-runtime has made known. All managers of a process may share one. */
export class ControllerMetrics {
  /** Where the figures are kept, together with whatever else a process counts. */
  readonly registry: Metrics
  readonly runs: Counter
  readonly errors: Counter
  readonly terminalErrors: Counter
  readonly seconds: Histogram
  readonly leading: Gauge
  readonly #adds: Counter
  readonly #retries: Counter
  readonly #requests: Counter
  readonly #controllers: ControllerFigures[] = []
  /** How many managers use a client, and how to stop counting what it asks. */
  readonly #clients = new Map<Client, { users: number; stop(): void }>()

  constructor(registry = new Metrics()) {
    this.registry = registry
    const queue = ['name', 'controller']
    this.runs = registry.counter('controller_runtime_reconcile_total', 'Runs of the reconciler.', [
      'controller',
      'result',
    ])
    this.errors = registry.counter('controller_runtime_reconcile_errors_total', 'Runs that failed.', ['controller'])
    this.terminalErrors = registry.counter(
      'controller_runtime_terminal_reconcile_errors_total',
      'Runs that failed for good.',
      ['controller'],
    )
    this.seconds = registry.histogram(
      'controller_runtime_reconcile_time_seconds',
      'How long runs took.',
      ['controller'],
      SECONDS,
    )
    this.leading = registry.gauge('leader_election_master_status', 'Whether this process holds the lease.', ['name'])
    this.#adds = registry.counter('workqueue_adds_total', 'Keys that were brought to the queue.', queue)
    this.#retries = registry.counter('workqueue_retries_total', 'Keys that came back because of a failure.', queue)
    this.#requests = registry.counter('rest_client_requests_total', 'Requests to the API.', ['code', 'method', 'host'])
    this.#declareLookedUp()
  }

  /** Shows what a controller is doing from now on. Controllers of the same name are shown together. */
  add(controller: ControllerFigures): void {
    this.#controllers.push(controller)
  }

  /** A key was brought to the queue of a controller. */
  queued(name: string): void {
    this.#adds.add([name, name])
  }

  /** A key came back to the queue of a controller because of a failure. */
  retried(name: string): void {
    this.#retries.add([name, name])
  }

  /** Counts what a client asks, once however many managers use it. Returns how to stop it. */
  observe(client: Client): () => void {
    const observed = this.#clients.get(client) ?? { users: 0, stop: this.#count(client) }
    this.#clients.set(client, observed)
    observed.users++
    return () => {
      if (--observed.users > 0) return
      this.#clients.delete(client)
      observed.stop()
    }
  }

  #count(client: Client): () => void {
    const host = client.target.replace(/^https?:\/\//, '')
    return client.observe(({ code, method }) => this.#requests.add([code, method, host]))
  }

  #declareLookedUp(): void {
    const { registry } = this
    registry.gauge('workqueue_depth', 'Keys that wait in the queue.', ['name', 'controller'], (gauge) => {
      for (const [name, depth] of this.#sumOf('depth')) gauge.set([name, name], depth)
    })
    const gauge = (name: string, help: string, figure: 'active' | 'workers') =>
      registry.gauge(name, help, ['controller'], (found) => {
        for (const [controller, value] of this.#sumOf(figure)) found.set([controller], value)
      })
    gauge('controller_runtime_max_concurrent_reconciles', 'How many runs there may be at once.', 'workers')
    gauge('controller_runtime_active_workers', 'How many runs there are now.', 'active')
  }

  #sumOf(figure: 'depth' | 'active' | 'workers'): Map<string, number> {
    const sums = new Map<string, number>()
    for (const controller of this.#controllers) {
      sums.set(controller.name, (sums.get(controller.name) ?? 0) + controller[figure])
    }
    return sums
  }
}
