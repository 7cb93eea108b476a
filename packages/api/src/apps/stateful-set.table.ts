import { podColumns } from '../rules/pod-columns.ts'
import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import type { StatefulSet } from './stateful-set.ts'

/** What `kubectl get statefulsets` shows. */
export const statefulSetTable = defineTable<StatefulSet>(
  nameColumn,
  {
    name: 'Ready',
    description: 'Number of the pod with ready state',
    cell: ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec.replicas ?? 0}`,
  },
  ageColumn,
  ...podColumns<StatefulSet>(({ spec }) => spec.template),
)
