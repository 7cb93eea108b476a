import { ageSince } from '@skep/base'
import { podColumns, selectorColumn } from '../rules/pod-columns.ts'
import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import type { CronJob } from './cron-job.ts'

/** A flag as Go's printer shows it. */
const flag = (value: boolean | undefined): string => {
  if (value === undefined) return '<unset>'
  return value ? 'True' : 'False'
}

/** What `kubectl get cronjobs` shows. */
export const cronJobTable = defineTable<CronJob>(
  nameColumn,
  { name: 'Schedule', description: 'When Jobs are started, in cron format.', cell: ({ spec }) => spec.schedule },
  { name: 'Timezone', description: 'Time zone of the schedule.', cell: ({ spec }) => spec.timeZone ?? '<none>' },
  {
    name: 'Suspend',
    type: 'boolean',
    description: 'Whether no Jobs are started for now.',
    cell: ({ spec }) => flag(spec.suspend),
  },
  {
    name: 'Active',
    type: 'integer',
    description: 'Jobs that are running.',
    cell: ({ status }) => status?.active?.length ?? 0,
  },
  {
    name: 'Last Schedule',
    description: 'How long ago a Job was last started.',
    cell: ({ status }, now) => (status?.lastScheduleTime ? ageSince(status.lastScheduleTime, now) : '<none>'),
  },
  ageColumn,
  ...podColumns<CronJob>(({ spec }) => spec.jobTemplate.spec.template),
  selectorColumn<CronJob>(({ spec }) => spec.jobTemplate.spec.selector),
)
