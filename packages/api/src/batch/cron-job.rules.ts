import type { KindRules } from '@skep/schema'
import { warnOfHostName } from '../apps/workload.ts'
import { defaultPodTemplate } from '../core/pod-spec.defaults.ts'
import { cronJobTable } from './cron-job.table.ts'
import type { CronJob } from './cron-job.ts'
import { validateCronJob } from './cron-job.validate.ts'
import { defaultPodFailurePolicy, warnOfJobSpec } from './job-spec.rules.ts'

/** What CronJobs do beyond their schema. */
export const cronJobRules: KindRules<CronJob> = {
  defaults: ({ spec }) => {
    defaultPodTemplate(spec.jobTemplate.spec.template)
    defaultPodFailurePolicy(spec.jobTemplate.spec)
    spec.concurrencyPolicy ||= 'Allow'
    spec.suspend ??= false
    spec.successfulJobsHistoryLimit ??= 3
    spec.failedJobsHistoryLimit ??= 1
  },
  prepareForCreate: (cronJob) => {
    cronJob.status = {}
  },
  validate: validateCronJob,
  warnings: ({ metadata, spec }, stored) => [
    ...(stored === undefined ? warnOfHostName(metadata.name) : []),
    ...warnOfJobSpec(spec.jobTemplate.spec, 'spec.jobTemplate.spec', stored?.spec.jobTemplate.spec),
  ],
  cells: cronJobTable.cells,
}
