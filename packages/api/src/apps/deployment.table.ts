import { podColumns, selectorColumn } from '../rules/pod-columns.ts'
import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import type { Deployment } from './deployment.ts'

/** What `kubectl get deployments` shows. */
export const deploymentTable = defineTable<Deployment>(
  nameColumn,
  {
    name: 'Ready',
    description: 'Number of the pod with ready state',
    cell: ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec.replicas ?? 0}`,
  },
  {
    name: 'Up-to-date',
    description:
      'Total number of non-terminating pods targeted by this deployment that have the desired template spec.',
    cell: ({ status }) => status?.updatedReplicas ?? 0,
  },
  {
    name: 'Available',
    description:
      'Total number of available non-terminating pods (ready for at least minReadySeconds) targeted by this deployment.',
    cell: ({ status }) => status?.availableReplicas ?? 0,
  },
  ageColumn,
  ...podColumns<Deployment>(({ spec }) => spec.template),
  selectorColumn<Deployment>(
    ({ spec }) => spec.selector,
    "Label selector for pods. Existing ReplicaSets whose pods are selected by this will be the ones affected by this deployment. It must match the pod template's labels.",
  ),
)
