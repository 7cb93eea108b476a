import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { horizontalPodAutoscalerTable } from './horizontal-pod-autoscaler.table.ts'
import { horizontalPodAutoscalerV1Rules } from './horizontal-pod-autoscaler-v1.rules.ts'

export const CrossVersionObjectReferenceV1 = s.object(
  {
    apiVersion: s.optional(s.string({ description: 'Group and version of the object.' })),
    kind: s.string({ description: 'Kind of the object.', default: '' }),
    name: s.string({ description: 'Name of the object.', default: '' }),
  },
  {
    description: 'Names another object by kind and name, in the same namespace.',
    component: 'io.k8s.api.autoscaling.v1.CrossVersionObjectReference',
    mapType: 'atomic',
  },
)
export type CrossVersionObjectReferenceV1 = TypeOf<typeof CrossVersionObjectReferenceV1>

export const HorizontalPodAutoscalerSpecV1 = s.object(
  {
    maxReplicas: s.int32({ description: 'Most replicas; not less than minReplicas.', default: 0 }),
    minReplicas: s.optional(s.int32({ description: 'Fewest replicas. 1 by default.' })),
    scaleTargetRef: s.with(CrossVersionObjectReferenceV1, { description: 'The workload to scale.', default: {} }),
    targetCPUUtilizationPercentage: s.optional(
      s.int32({ description: 'Average CPU use to keep, in percent of what the pods request.' }),
    ),
  },
  {
    description: 'What to scale, between which bounds, and on what.',
    component: 'io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerSpec',
  },
)
export type HorizontalPodAutoscalerSpecV1 = TypeOf<typeof HorizontalPodAutoscalerSpecV1>

export const HorizontalPodAutoscalerStatusV1 = s.object(
  {
    currentCPUUtilizationPercentage: s.optional(
      s.int32({ description: 'Average CPU use now, in percent of what the pods request.' }),
    ),
    currentReplicas: s.int32({ description: 'Replicas last seen.', default: 0 }),
    desiredReplicas: s.int32({ description: 'Replicas last asked for.', default: 0 }),
    lastScaleTime: s.optional(s.time({ description: 'When the number of replicas was last changed.' })),
    observedGeneration: s.optional(s.int64({ description: 'Generation of the spec that this status describes.' })),
  },
  {
    description: 'What the autoscaler last saw and decided.',
    component: 'io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerStatus',
  },
)
export type HorizontalPodAutoscalerStatusV1 = TypeOf<typeof HorizontalPodAutoscalerStatusV1>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.with(HorizontalPodAutoscalerSpecV1, { description: 'What to scale, and on what.', default: {} }),
    status: s.optional(
      s.with(HorizontalPodAutoscalerStatusV1, {
        description: 'What the autoscaler last saw and decided; written by it alone.',
        default: {},
      }),
    ),
  },
  {
    description: 'Adjusts the replicas of a workload so that its metrics stay at their targets.',
    component: 'io.k8s.api.autoscaling.v1.HorizontalPodAutoscaler',
  },
)

export const HorizontalPodAutoscalerV1 = defineKind({
  group: 'autoscaling',
  version: 'v1',
  kind: 'HorizontalPodAutoscaler',
  plural: 'horizontalpodautoscalers',
  scope: 'Namespaced',
  shortNames: ['hpa'],
  categories: ['all'],
  statusSubresource: true,
  schema,
  columns: horizontalPodAutoscalerTable.columns,
  rules: horizontalPodAutoscalerV1Rules,
})
export type HorizontalPodAutoscalerV1 = TypeOf<typeof schema>
