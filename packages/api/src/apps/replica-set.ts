import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { PodTemplateSpec } from '../core/pod-spec.ts'
import { LabelSelector } from '../meta/types.ts'
import { replicaSetRules } from './replica-set.rules.ts'
import { replicaSetTable } from './replica-set.table.ts'

export const ReplicaSetSpec = s.object(
  {
    minReadySeconds: s.optional(
      s.int32({ description: 'Seconds a new pod must stay ready before it counts as available. 0 by default.' }),
    ),
    replicas: s.optional(s.int32({ description: 'How many pods should run. 1 by default.' })),
    selector: s.with(LabelSelector, {
      description: 'Which pods belong to this set; must match the labels of the template and cannot change.',
    }),
    template: s.defaulted(
      s.with(PodTemplateSpec, { description: 'The pod to create when there are too few.', default: {} }),
    ),
  },
  { description: 'The wanted state of a ReplicaSet.', component: 'io.k8s.api.apps.v1.ReplicaSetSpec' },
)
export type ReplicaSetSpec = TypeOf<typeof ReplicaSetSpec>

export const ReplicaSetCondition = s.object(
  {
    lastTransitionTime: s.optional(s.time({ description: 'When the status of this condition last changed.' })),
    message: s.optional(s.string({ description: 'Details for people.' })),
    reason: s.optional(s.string({ description: 'One word for machines on why the status is what it is.' })),
    status: s.optional(s.string({ description: 'True, False or Unknown.', default: '' })),
    type: s.optional(s.string({ description: 'What is observed, such as ReplicaFailure.', default: '' })),
  },
  { description: 'One observation about a ReplicaSet.', component: 'io.k8s.api.apps.v1.ReplicaSetCondition' },
)
export type ReplicaSetCondition = TypeOf<typeof ReplicaSetCondition>

export const ReplicaSetStatus = s.object(
  {
    availableReplicas: s.optional(s.int32({ description: 'Pods that have been ready for minReadySeconds.' })),
    conditions: s.optional(
      s.array(ReplicaSetCondition, {
        description: 'Observations about the set, one per type.',
        listType: 'map',
        listMapKeys: ['type'],
        patchStrategy: 'merge',
        patchMergeKey: 'type',
      }),
    ),
    fullyLabeledReplicas: s.optional(s.int32({ description: 'Pods that carry all labels of the template.' })),
    observedGeneration: s.optional(s.int64({ description: 'Generation of the spec that this status describes.' })),
    readyReplicas: s.optional(s.int32({ description: 'Pods that are ready.' })),
    replicas: s.int32({ description: 'Pods, not counting terminating ones, that belong to the set.', default: 0 }),
    terminatingReplicas: s.optional(s.int32({ description: 'Pods that are being deleted but still shut down.' })),
  },
  { description: 'What the controller last saw of a ReplicaSet.', component: 'io.k8s.api.apps.v1.ReplicaSetStatus' },
)
export type ReplicaSetStatus = TypeOf<typeof ReplicaSetStatus>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.with(ReplicaSetSpec, { description: 'How many pods to run, and of what.', default: {} }),
    status: s.optional(
      s.with(ReplicaSetStatus, { description: 'What the controller last observed; written by it alone.', default: {} }),
    ),
  },
  {
    description: 'Keeps a number of identical pods running. Usually made by a Deployment rather than by hand.',
    component: 'io.k8s.api.apps.v1.ReplicaSet',
  },
)

export const ReplicaSet = defineKind({
  group: 'apps',
  version: 'v1',
  kind: 'ReplicaSet',
  plural: 'replicasets',
  scope: 'Namespaced',
  shortNames: ['rs'],
  categories: ['all'],
  statusSubresource: true,
  schema,
  columns: replicaSetTable.columns,
  scale: {
    specReplicasPath: '.spec.replicas',
    statusReplicasPath: '.status.replicas',
    labelSelectorPath: '.spec.selector',
  },
  rules: replicaSetRules,
})
export type ReplicaSet = TypeOf<typeof schema>
