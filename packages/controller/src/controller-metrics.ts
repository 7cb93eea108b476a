import type { Counter, Gauge, Histogram, Metrics } from './metrics.ts'

/** How a run of a reconciler ended. */
export type Outcome = 'success' | 'requeue_after' | 'error'

/** What is counted of every controller, under the names that controller-runtime has made known. */
export interface ControllerMetrics {
  readonly runs: Counter
  readonly errors: Counter
  readonly terminalErrors: Counter
  readonly seconds: Histogram
  readonly workers: Gauge
  readonly active: Gauge
  readonly adds: Counter
  readonly retries: Counter
  readonly requests: Counter
  readonly leading: Gauge
}

const SECONDS = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2,
  2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
]

/** Declares the figures; `depths` tells the queue of each controller when they are read. */
export function controllerMetrics(
  metrics: Metrics,
  depths: () => Iterable<[name: string, depth: number]>,
): ControllerMetrics {
  const name = ['controller']
  metrics.gauge('workqueue_depth', 'Keys that wait in the queue.', ['name'], (gauge) => {
    for (const [controller, depth] of depths()) gauge.set([controller], depth)
  })
  return {
    runs: metrics.counter('controller_runtime_reconcile_total', 'Runs of the reconciler.', ['controller', 'result']),
    errors: metrics.counter('controller_runtime_reconcile_errors_total', 'Runs that failed.', name),
    terminalErrors: metrics.counter(
      'controller_runtime_terminal_reconcile_errors_total',
      'Runs that failed for good.',
      name,
    ),
    seconds: metrics.histogram('controller_runtime_reconcile_time_seconds', 'How long runs took.', name, SECONDS),
    workers: metrics.gauge('controller_runtime_max_concurrent_reconciles', 'How many runs there may be at once.', name),
    active: metrics.gauge('controller_runtime_active_workers', 'How many runs there are now.', name),
    adds: metrics.counter('workqueue_adds_total', 'Keys that were brought to the queue.', ['name']),
    retries: metrics.counter('workqueue_retries_total', 'Keys that came back because of a failure.', ['name']),
    requests: metrics.counter('rest_client_requests_total', 'Requests to the API.', ['code', 'method', 'host']),
    leading: metrics.gauge('leader_election_master_status', 'Whether this process holds the lease.', ['name']),
  }
}
