import { defineKind, kubeObject, objectMeta, s, type TypeOf } from '@skep/schema'
import { ObjectReference } from '../core/references.ts'
import { cronJobRules } from './cron-job.rules.ts'
import { cronJobTable } from './cron-job.table.ts'
import { JobSpec } from './job-spec.ts'

export const JobTemplateSpec = s.object(
  {
    metadata: s.optional(
      s.with(objectMeta, { description: 'Labels and annotations of the created Jobs.', default: {} }),
    ),
    spec: s.defaulted(s.with(JobSpec, { description: 'What the created Jobs do.', default: {} })),
  },
  {
    description: 'The Job that a CronJob creates at each scheduled time.',
    component: 'io.k8s.api.batch.v1.JobTemplateSpec',
  },
)
export type JobTemplateSpec = TypeOf<typeof JobTemplateSpec>

export const CronJobSpec = s.object(
  {
    concurrencyPolicy: s.optional(
      s.string({
        description:
          'When the last Job still runs at the next time: Allow starts another (the default), Forbid skips the new one, Replace stops the old one.',
      }),
    ),
    failedJobsHistoryLimit: s.optional(s.int32({ description: 'Failed Jobs to keep. 1 by default.' })),
    jobTemplate: s.with(JobTemplateSpec, { description: 'The Job to create at each scheduled time.', default: {} }),
    schedule: s.string({
      description: 'When to run, in cron format: minute, hour, day of month, month, day of week.',
      default: '',
    }),
    startingDeadlineSeconds: s.optional(
      s.int64({
        description: 'Seconds after the scheduled time within which a Job may still start; later it counts as missed.',
      }),
    ),
    successfulJobsHistoryLimit: s.optional(s.int32({ description: 'Successful Jobs to keep. 3 by default.' })),
    suspend: s.optional(s.bool({ description: 'True stops new Jobs from being started; running ones go on.' })),
    timeZone: s.optional(
      s.string({
        description: 'Time zone of the schedule, such as Europe/Prague. By default, that of the controller.',
      }),
    ),
  },
  { description: 'When to run Jobs, and which.', component: 'io.k8s.api.batch.v1.CronJobSpec' },
)
export type CronJobSpec = TypeOf<typeof CronJobSpec>

export const CronJobStatus = s.object(
  {
    active: s.optional(s.array(ObjectReference, { description: 'Jobs that are running now.', listType: 'atomic' })),
    lastScheduleTime: s.optional(s.time({ description: 'When a Job was last started.' })),
    lastSuccessfulTime: s.optional(s.time({ description: 'When a Job last finished successfully.' })),
  },
  { description: 'What the controller last saw of a CronJob.', component: 'io.k8s.api.batch.v1.CronJobStatus' },
)
export type CronJobStatus = TypeOf<typeof CronJobStatus>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.with(CronJobSpec, { description: 'The schedule and the Job to create.', default: {} }),
    status: s.optional(
      s.with(CronJobStatus, { description: 'What the controller last observed; written by it alone.', default: {} }),
    ),
  },
  { description: 'Creates Jobs on a repeating schedule.', component: 'io.k8s.api.batch.v1.CronJob' },
)

export const CronJob = defineKind({
  group: 'batch',
  version: 'v1',
  kind: 'CronJob',
  plural: 'cronjobs',
  scope: 'Namespaced',
  shortNames: ['cj'],
  categories: ['all'],
  statusSubresource: true,
  schema,
  columns: cronJobTable.columns,
  rules: cronJobRules,
})
export type CronJob = TypeOf<typeof schema>
