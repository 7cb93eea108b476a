import type { Clock, Metrics, Timer } from '@skep/base'
import type { WorkResult } from '@skep/database'
import type { DrivenClusters, ShardHealth } from '../driver-seam.ts'

/** What the figures are about. */
export interface DriverMetricsParts {
  readonly metrics: Metrics
  readonly clusters: Pick<DrivenClusters, 'countByState'>
  readonly health: () => readonly ShardHealth[]
  readonly clock: Clock
}

/** How often clusters are counted: a query that is not worth making whenever somebody looks. */
const COUNT_EVERY_MS = 15_000

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Declares the figures of the driver: clusters by state, shards up or down, and how long a pass takes. */
export function driverMetrics({ metrics, clusters, health, clock }: DriverMetricsParts) {
  const counts = metrics.gauge('clusters_service_clusters', 'Clusters by state.', ['state'])
  metrics.gauge('clusters_service_shard_up', 'Whether a provision shard can be used.', ['shard'], (gauge) => {
    for (const { shardId, reachable } of health()) gauge.set([shardId], reachable ? 1 : 0)
  })
  const stop = repeatedly(clock, COUNT_EVERY_MS, async () => {
    for (const [state, number] of await clusters.countByState()) counts.set([state], number)
  })
  return { timed: timedBy(metrics, clock), stop }
}

/** Does something now and again and again. What fails is done better next time: that a database is away is told elsewhere. */
function repeatedly(clock: Clock, everyMs: number, work: () => Promise<void>): () => void {
  let timer: Timer
  const go = () => {
    work().catch(() => {})
    timer = clock.setTimer(everyMs, go)
  }
  go()
  return () => timer.cancel()
}

type Pass = (id: string, signal: AbortSignal) => Promise<WorkResult>

/** Measures how long passes take. */
function timedBy(metrics: Metrics, clock: Clock): (pass: Pass) => Pass {
  const durations = metrics.histogram(
    'clusters_service_reconcile_duration_seconds',
    'How long one pass over a cluster took.',
    ['outcome'],
    SECONDS,
  )
  return (pass) => async (id, signal) => {
    const begun = clock.now()
    const measure = (outcome: string) => durations.observe([outcome], (clock.now() - begun) / 1_000)
    try {
      const result = await pass(id, signal)
      measure(result.requeueAfterMs === undefined ? 'done' : 'again')
      return result
    } catch (error) {
      measure('error')
      throw error
    }
  }
}
