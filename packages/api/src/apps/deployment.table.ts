import { podColumns, selectorColumn } from '../rules/pod-columns.ts'
import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import type { Deployment } from './deployment.ts'

/** What `kubectl get deployments` shows. */
export const deploymentTable = defineTable<Deployment>(
  nameColumn,
  {
    name: 'Ready',
    description: 'Pods that are ready, of those wanted.',
    cell: ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec.replicas ?? 0}`,
  },
  {
    name: 'Up-to-date',
    description: 'Pods made from the current template.',
    cell: ({ status }) => status?.updatedReplicas ?? 0,
  },
  {
    name: 'Available',
    description: 'Pods that have been ready long enough to count.',
    cell: ({ status }) => status?.availableReplicas ?? 0,
  },
  ageColumn,
  ...podColumns<Deployment>(({ spec }) => spec.template),
  selectorColumn<Deployment>(({ spec }) => spec.selector),
)
