import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { jobRules } from './job.rules.ts'
import { jobTable } from './job.table.ts'
import { JobSpec } from './job-spec.ts'

export const JobCondition = s.object(
  {
    lastProbeTime: s.optional(s.time({ description: 'When the condition was last checked.' })),
    lastTransitionTime: s.optional(s.time({ description: 'When the status of this condition last changed.' })),
    message: s.optional(s.string({ description: 'Details for people.' })),
    reason: s.optional(s.string({ description: 'One word for machines on why the status is what it is.' })),
    status: s.string({ description: 'True, False or Unknown.', default: '' }),
    type: s.string({
      description: 'What is observed: Complete, Failed, Suspended, FailureTarget or SuccessCriteriaMet.',
      default: '',
    }),
  },
  { description: 'One observation about a Job.', component: 'io.k8s.api.batch.v1.JobCondition' },
)
export type JobCondition = TypeOf<typeof JobCondition>

export const UncountedTerminatedPods = s.object(
  {
    failed: s.optional(
      s.array(s.string(), { description: 'UIDs of failed pods still to be counted.', listType: 'set' }),
    ),
    succeeded: s.optional(
      s.array(s.string(), { description: 'UIDs of succeeded pods still to be counted.', listType: 'set' }),
    ),
  },
  {
    description: 'Finished pods that are not yet part of the counters in the status.',
    component: 'io.k8s.api.batch.v1.UncountedTerminatedPods',
  },
)
export type UncountedTerminatedPods = TypeOf<typeof UncountedTerminatedPods>

export const JobStatus = s.object(
  {
    active: s.optional(s.int32({ description: 'Pods that are pending or running and not being deleted.' })),
    completedIndexes: s.optional(
      s.string({ description: 'Indexes that are done, as numbers and ranges such as 1,3-5.' }),
    ),
    completionTime: s.optional(s.time({ description: 'When the Job finished successfully.' })),
    conditions: s.optional(
      s.array(JobCondition, {
        description: 'Observations about the Job, among them how it ended.',
        listType: 'atomic',
        patchStrategy: 'merge',
        patchMergeKey: 'type',
      }),
    ),
    failed: s.optional(s.int32({ description: 'Pods that ended in failure.' })),
    failedIndexes: s.optional(
      s.string({ description: 'Indexes that failed for good, as numbers and ranges such as 1,3-5.' }),
    ),
    ready: s.optional(s.int32({ description: 'Active pods that are ready.' })),
    startTime: s.optional(s.time({ description: 'When the controller first took up the Job, or last resumed it.' })),
    succeeded: s.optional(s.int32({ description: 'Pods that ended in success.' })),
    terminating: s.optional(s.int32({ description: 'Pods that are being deleted but still shut down.' })),
    uncountedTerminatedPods: s.optional(
      s.with(UncountedTerminatedPods, { description: 'Finished pods that still have to be counted.' }),
    ),
  },
  { description: 'What the controller last saw of a Job.', component: 'io.k8s.api.batch.v1.JobStatus' },
)
export type JobStatus = TypeOf<typeof JobStatus>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.defaulted(s.with(JobSpec, { description: 'What to run, how often, and when to give up.', default: {} })),
    status: s.optional(
      s.with(JobStatus, { description: 'What the controller last observed; written by it alone.', default: {} }),
    ),
  },
  { description: 'Runs pods until enough of them finish successfully.', component: 'io.k8s.api.batch.v1.Job' },
)

export const Job = defineKind({
  group: 'batch',
  version: 'v1',
  kind: 'Job',
  plural: 'jobs',
  scope: 'Namespaced',
  categories: ['all'],
  statusSubresource: true,
  schema,
  columns: jobTable.columns,
  selectableFields: ['status.successful'],
  rules: jobRules,
})
export type Job = TypeOf<typeof schema>
