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
  {
    name: 'Schedule',
    description: 'The schedule in Cron format, see https://en.wikipedia.org/wiki/Cron.',
    cell: ({ spec }) => spec.schedule,
  },
  {
    name: 'Timezone',
    description:
      'The time zone name for the given schedule, see https://en.wikipedia.org/wiki/List_of_tz_database_time_zones. If not specified, this will default to the time zone of the kube-controller-manager process. The set of valid time zone names and the time zone offset is loaded from the system-wide time zone database by the API server during CronJob validation and the controller manager during execution. If no system-wide time zone database can be found a bundled version of the database is used instead. If the time zone name becomes invalid during the lifetime of a CronJob or due to a change in host configuration, the controller will stop creating new new Jobs and will create a system event with the reason UnknownTimeZone. More information can be found in https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#time-zones',
    cell: ({ spec }) => spec.timeZone ?? '<none>',
  },
  {
    name: 'Suspend',
    type: 'boolean',
    description:
      'This flag tells the controller to suspend subsequent executions, it does not apply to already started executions.  Defaults to false.',
    cell: ({ spec }) => flag(spec.suspend),
  },
  {
    name: 'Active',
    type: 'integer',
    description: 'A list of pointers to currently running jobs.',
    cell: ({ status }) => status?.active?.length ?? 0,
  },
  {
    name: 'Last Schedule',
    description: 'Information when was the last time the job was successfully scheduled.',
    cell: ({ status }, now) => (status?.lastScheduleTime ? ageSince(status.lastScheduleTime, now) : '<none>'),
  },
  ageColumn,
  ...podColumns<CronJob>(({ spec }) => spec.jobTemplate.spec.template),
  selectorColumn<CronJob>(
    ({ spec }) => spec.jobTemplate.spec.selector,
    'A label query over pods that should match the pod count. Normally, the system sets this field for you. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors',
  ),
)
