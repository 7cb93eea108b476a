import type { KindRules } from '@skep/schema'
import { warnOfHostName } from '../apps/workload.ts'
import { defaultPodTemplate } from '../core/pod-spec.defaults.ts'
import { jobTable } from './job.table.ts'
import type { Job } from './job.ts'
import { validateJob, validateJobUpdate } from './job.validate.ts'
import { generateSelector } from './job-labels.ts'
import { defaultPodFailurePolicy, warnOfJobSpec } from './job-spec.rules.ts'
import type { JobSpec } from './job-spec.ts'
import { validateJobStatus } from './job-status.validate.ts'

/** As good as no limit: with a limit per index, the Job as a whole does not give up. */
const MAX_INT32 = 2 ** 31 - 1

/** What Jobs do beyond their schema. */
export const jobRules: KindRules<Job> = {
  defaults: ({ metadata, spec }) => {
    defaultPodTemplate(spec.template)
    defaultPodFailurePolicy(spec)
    defaultCounts(spec)
    const labels = spec.template.metadata?.labels
    if (labels !== undefined && Object.keys(metadata.labels ?? {}).length === 0) metadata.labels = { ...labels }
    spec.completionMode ??= 'NonIndexed'
    spec.suspend ??= false
    spec.podReplacementPolicy ??= spec.podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed'
    spec.manualSelector ??= false
  },
  prepareForCreate: (job) => {
    generateSelector(job)
    job.status = {}
  },
  validate: validateJob,
  validateUpdate: (job, stored, { subresource }) =>
    subresource === 'status' ? validateJobStatus(job, stored) : validateJobUpdate(job, stored),
  warnings: ({ metadata, spec }, stored) => [
    ...(stored === undefined ? warnOfHostName(metadata.name) : []),
    ...warnOfJobSpec(spec, 'spec', stored?.spec),
  ],
  selectableFields: ({ status }) => ({ 'status.successful': String(status?.succeeded ?? 0) }),
  cells: jobTable.cells,
}

function defaultCounts(spec: JobSpec): void {
  if (spec.completions === undefined && spec.parallelism === undefined) spec.completions = 1
  spec.parallelism ??= 1
  spec.backoffLimit ??= spec.backoffLimitPerIndex === undefined ? 6 : MAX_INT32
}
