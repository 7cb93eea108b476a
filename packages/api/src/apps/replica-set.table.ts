import { podColumns, selectorColumn } from '../rules/pod-columns.ts'
import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import type { ReplicaSet } from './replica-set.ts'

/** What `kubectl get replicasets` shows. */
export const replicaSetTable = defineTable<ReplicaSet>(
  nameColumn,
  {
    name: 'Desired',
    type: 'integer',
    description:
      'Replicas is the number of desired pods. This is a pointer to distinguish between explicit zero and unspecified. Defaults to 1. More info: https://kubernetes.io/docs/concepts/workloads/controllers/replicaset',
    cell: ({ spec }) => spec.replicas ?? 0,
  },
  {
    name: 'Current',
    type: 'integer',
    description:
      'Replicas is the most recently observed number of non-terminating pods. More info: https://kubernetes.io/docs/concepts/workloads/controllers/replicaset',
    cell: ({ status }) => status?.replicas ?? 0,
  },
  {
    name: 'Ready',
    type: 'integer',
    description: 'The number of non-terminating pods targeted by this ReplicaSet with a Ready Condition.',
    cell: ({ status }) => status?.readyReplicas ?? 0,
  },
  ageColumn,
  ...podColumns<ReplicaSet>(({ spec }) => spec.template),
  selectorColumn<ReplicaSet>(
    ({ spec }) => spec.selector,
    "Selector is a label query over pods that should match the replica count. Label keys and values that must match in order to be controlled by this replica set. It must match the pod template's labels. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors",
  ),
)
