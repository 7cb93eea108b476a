import type { CronJob, CronJobStatus, Job } from '@skep/api'
import type { ClusterView } from '../../../contracts.ts'
import type { ControllerContext } from '../../controller.ts'

export const CRON_JOB = { group: 'batch', version: 'v1', kind: 'CronJob' }

/** Everything that one look at one CronJob works with. */
export interface CronScope {
  readonly context: ControllerContext
  readonly cluster: ClusterView
  readonly cronJob: CronJob
  /** Jobs that it started. */
  readonly jobs: readonly Job[]
  /** What becomes of the status. */
  status: CronJobStatus
}

/** Tells the CronJob's users what happens. */
export function tell(
  { context, cluster, cronJob }: CronScope,
  what: { type?: 'Warning'; reason: string; message: string },
): void {
  context.events.record(cluster, cronJob, { component: 'cronjob-controller', ...what })
}
