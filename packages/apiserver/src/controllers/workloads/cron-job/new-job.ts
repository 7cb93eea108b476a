import type { CronJob, Job } from '@skep/api'
import { controllerReference } from '../ownership.ts'
import { CRON_JOB } from './scope.ts'
import { wallClock } from './wall-clock.ts'

const MINUTE_MS = 60_000
const SCHEDULED = 'batch.kubernetes.io/cronjob-scheduled-timestamp'

/** The name of the Job for a time: the same however often it is tried. */
export const jobName = ({ metadata }: CronJob, time: number): string =>
  `${metadata.name}-${Math.floor(time / MINUTE_MS)}`

/** The Job for a time. */
export function newJob(cronJob: CronJob, time: number): Job {
  const { metadata, spec } = cronJob.spec.jobTemplate
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: jobName(cronJob, time),
      namespace: cronJob.metadata.namespace ?? '',
      ...(metadata?.labels && { labels: metadata.labels }),
      annotations: { ...metadata?.annotations, [SCHEDULED]: localTime(time, cronJob.spec.timeZone) },
      ownerReferences: [controllerReference(CRON_JOB, cronJob)],
    },
    spec,
  }
}

/** RFC 3339 as clocks of the time zone show it. */
function localTime(time: number, timeZone: string | undefined): string {
  const shown = wallClock(timeZone).read(time)
  const text = new Date(shown).toISOString().slice(0, 19)
  const minutes = Math.round((shown - time) / MINUTE_MS)
  if (minutes === 0) return `${text}Z`
  const two = (number: number): string => String(number).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${text}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
