import { podColumns, selectorColumn } from '../rules/pod-columns.ts'
import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import type { ReplicaSet } from './replica-set.ts'

/** What `kubectl get replicasets` shows. */
export const replicaSetTable = defineTable<ReplicaSet>(
  nameColumn,
  { name: 'Desired', type: 'integer', description: 'Pods wanted.', cell: ({ spec }) => spec.replicas ?? 0 },
  { name: 'Current', type: 'integer', description: 'Pods there are.', cell: ({ status }) => status?.replicas ?? 0 },
  {
    name: 'Ready',
    type: 'integer',
    description: 'Pods that are ready.',
    cell: ({ status }) => status?.readyReplicas ?? 0,
  },
  ageColumn,
  ...podColumns<ReplicaSet>(({ spec }) => spec.template),
  selectorColumn<ReplicaSet>(({ spec }) => spec.selector),
)
