import { humanDuration } from '@skep/base'
import { podColumns, selectorColumn } from '../rules/pod-columns.ts'
import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import type { Job } from './job.ts'
import { hasCondition } from './job-state.ts'

/** What `kubectl get jobs` shows. */
export const jobTable = defineTable<Job>(
  nameColumn,
  { name: 'Status', description: 'Status of the job.', cell: stateOf },
  {
    name: 'Completions',
    description:
      'The number of pods which reached phase Succeeded. The value increases monotonically for a given spec. However, it may decrease in reaction to scale down of elastic indexed jobs.',
    cell: completionsOf,
  },
  { name: 'Duration', description: 'Time required to complete the job.', cell: durationOf },
  ageColumn,
  ...podColumns<Job>(({ spec }) => spec.template),
  selectorColumn<Job>(
    ({ spec }) => spec.selector,
    'A label query over pods that should match the pod count. Normally, the system sets this field for you. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors',
  ),
)

function stateOf({ metadata, status = {} }: Job): string {
  for (const type of ['Complete', 'Failed'] as const) if (hasCondition(status, type)) return type
  if (metadata.deletionTimestamp !== undefined) return 'Terminating'
  for (const type of ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'] as const) {
    if (hasCondition(status, type)) return type
  }
  return 'Running'
}

function completionsOf({ spec, status }: Job): string {
  const succeeded = status?.succeeded ?? 0
  if (spec.completions !== undefined) return `${succeeded}/${spec.completions}`
  const { parallelism = 0 } = spec
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`
}

function durationOf({ status }: Job, now: number): string {
  if (status?.startTime === undefined) return ''
  const end = status.completionTime === undefined ? now : Date.parse(status.completionTime)
  return humanDuration(end - Date.parse(status.startTime))
}
