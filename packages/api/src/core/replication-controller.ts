import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { PodTemplateSpec } from './pod-spec.ts'
import { replicationControllerRules, replicationControllerTable } from './replication-controller.rules.ts'

export const ReplicationControllerSpec = s.object(
  {
    minReadySeconds: s.optional(
      s.int32({ omitEmpty: true, description: 'Seconds a new pod must stay ready to count as available.' }),
    ),
    replicas: s.optional(s.int32({ description: 'How many pods there should be.', default: 1 })),
    selector: s.optional(
      s.map(s.string(), {
        description: 'Labels of the pods that are counted. Those of the template when not set.',
        mapType: 'atomic',
      }),
    ),
    template: s.optional(s.with(PodTemplateSpec, { description: 'What new pods look like.' })),
  },
  { description: 'How many pods of what make.', component: 'io.k8s.api.core.v1.ReplicationControllerSpec' },
)
export type ReplicationControllerSpec = TypeOf<typeof ReplicationControllerSpec>

export const ReplicationControllerCondition = s.object(
  {
    lastTransitionTime: s.optional(s.time({ description: 'When the status last changed.' })),
    message: s.optional(s.string({ omitEmpty: true, description: 'Details, for people.' })),
    reason: s.optional(s.string({ omitEmpty: true, description: 'Why, as one word for programs.' })),
    status: s.string({ description: 'True, False or Unknown.', default: '' }),
    type: s.string({ description: 'The aspect, such as ReplicaFailure.', default: '' }),
  },
  {
    description: 'One aspect of a replication controller.',
    component: 'io.k8s.api.core.v1.ReplicationControllerCondition',
  },
)
export type ReplicationControllerCondition = TypeOf<typeof ReplicationControllerCondition>

export const ReplicationControllerStatus = s.object(
  {
    availableReplicas: s.optional(
      s.int32({ omitEmpty: true, description: 'Pods that have been ready for minReadySeconds.' }),
    ),
    conditions: s.optional(
      s.array(ReplicationControllerCondition, {
        description: 'State, aspect by aspect.',
        listType: 'map',
        listMapKeys: ['type'],
        patchStrategy: 'merge',
        patchMergeKey: 'type',
      }),
    ),
    fullyLabeledReplicas: s.optional(
      s.int32({ omitEmpty: true, description: 'Pods that have all labels of the template.' }),
    ),
    observedGeneration: s.optional(s.int64({ omitEmpty: true, description: 'Generation the status is about.' })),
    readyReplicas: s.optional(s.int32({ omitEmpty: true, description: 'Pods that are ready.' })),
    replicas: s.int32({ description: 'Pods there are.', default: 0 }),
  },
  {
    description: 'What is known of a replication controller.',
    component: 'io.k8s.api.core.v1.ReplicationControllerStatus',
  },
)
export type ReplicationControllerStatus = TypeOf<typeof ReplicationControllerStatus>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.optional(s.with(ReplicationControllerSpec, { description: 'What is wanted.', default: {} })),
    status: s.optional(
      s.with(ReplicationControllerStatus, { description: 'What is known, written by the system.', default: {} }),
    ),
  },
  {
    description: 'Keeps a number of equal pods running. Deployment is its successor.',
    component: 'io.k8s.api.core.v1.ReplicationController',
  },
)

export const ReplicationController = defineKind({
  group: '',
  version: 'v1',
  kind: 'ReplicationController',
  plural: 'replicationcontrollers',
  scope: 'Namespaced',
  shortNames: ['rc'],
  categories: ['all'],
  statusSubresource: true,
  schema,
  columns: replicationControllerTable.columns,
  selectableFields: ['status.replicas'],
  scale: {
    specReplicasPath: '.spec.replicas',
    statusReplicasPath: '.status.replicas',
    labelSelectorPath: '.spec.selector',
  },
  rules: replicationControllerRules,
})
export type ReplicationController = TypeOf<typeof schema>
