import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { horizontalPodAutoscalerRules } from './horizontal-pod-autoscaler.rules.ts'
import { horizontalPodAutoscalerTable } from './horizontal-pod-autoscaler.table.ts'
import { CrossVersionObjectReference, MetricSpec } from './metric-source.ts'
import { MetricStatus } from './metric-status.ts'

export const HPAScalingPolicy = s.object(
  {
    periodSeconds: s.int32({ description: 'Length of the period; 1 to 1800 seconds.', default: 0 }),
    type: s.string({ description: 'What value counts: Pods or Percent.', default: '' }),
    value: s.int32({ description: 'Change allowed within the period; more than 0.', default: 0 }),
  },
  {
    description: 'How much the replica count may change within a period.',
    component: 'io.k8s.api.autoscaling.v2.HPAScalingPolicy',
  },
)
export type HPAScalingPolicy = TypeOf<typeof HPAScalingPolicy>

export const HPAScalingRules = s.object(
  {
    policies: s.optional(
      s.array(HPAScalingPolicy, {
        description: 'Limits of the change; selectPolicy says which of them counts.',
        listType: 'atomic',
      }),
    ),
    selectPolicy: s.optional(
      s.string({
        description:
          'Max takes the policy that allows most (the default), Min the one that allows least, Disabled stops scaling in this direction.',
      }),
    ),
    stabilizationWindowSeconds: s.optional(
      s.int32({ description: 'Seconds of past recommendations to weigh before scaling, against flapping; 0 to 3600.' }),
    ),
    tolerance: s.optional(
      s.quantity({
        description: 'How far the metric may be off its target before anything happens, as a fraction such as 0.1.',
      }),
    ),
  },
  { description: 'How fast to scale in one direction.', component: 'io.k8s.api.autoscaling.v2.HPAScalingRules' },
)
export type HPAScalingRules = TypeOf<typeof HPAScalingRules>

export const HorizontalPodAutoscalerBehavior = s.object(
  {
    scaleDown: s.optional(
      s.with(HPAScalingRules, {
        description: 'Rules for fewer replicas. By default, down to the minimum after 300 seconds.',
      }),
    ),
    scaleUp: s.optional(
      s.with(HPAScalingRules, {
        description:
          'Rules for more replicas. By default, at once, by 4 pods or double every 15 seconds, whichever is more.',
      }),
    ),
  },
  {
    description: 'How fast to scale up and down.',
    component: 'io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerBehavior',
  },
)
export type HorizontalPodAutoscalerBehavior = TypeOf<typeof HorizontalPodAutoscalerBehavior>

export const HorizontalPodAutoscalerSpec = s.object(
  {
    behavior: s.optional(s.with(HorizontalPodAutoscalerBehavior, { description: 'How fast to scale up and down.' })),
    maxReplicas: s.int32({ description: 'Most replicas; not less than minReplicas.', default: 0 }),
    metrics: s.optional(
      s.array(MetricSpec, {
        description: 'Metrics to scale on; the one that asks for most replicas wins. By default, 80% of requested CPU.',
        listType: 'atomic',
      }),
    ),
    minReplicas: s.optional(s.int32({ description: 'Fewest replicas. 1 by default.' })),
    scaleTargetRef: s.with(CrossVersionObjectReference, { description: 'The workload to scale.', default: {} }),
  },
  {
    description: 'What to scale, between which bounds, and on what.',
    component: 'io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerSpec',
  },
)
export type HorizontalPodAutoscalerSpec = TypeOf<typeof HorizontalPodAutoscalerSpec>

export const HorizontalPodAutoscalerCondition = s.object(
  {
    lastTransitionTime: s.optional(s.time({ description: 'When the status of this condition last changed.' })),
    message: s.optional(s.string({ description: 'Details for people.' })),
    observedGeneration: s.optional(s.int64({ description: 'Generation of the spec that this condition describes.' })),
    reason: s.optional(s.string({ description: 'One word for machines on why the status is what it is.' })),
    status: s.string({ description: 'True, False or Unknown.', default: '' }),
    type: s.string({
      description: 'What is observed, such as AbleToScale, ScalingActive or ScalingLimited.',
      default: '',
    }),
  },
  {
    description: 'One observation about an autoscaler.',
    component: 'io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerCondition',
  },
)
export type HorizontalPodAutoscalerCondition = TypeOf<typeof HorizontalPodAutoscalerCondition>

export const HorizontalPodAutoscalerStatus = s.object(
  {
    conditions: s.optional(
      s.array(HorizontalPodAutoscalerCondition, {
        description: 'Observations about the autoscaler, one per type.',
        listType: 'map',
        listMapKeys: ['type'],
        patchStrategy: 'merge',
        patchMergeKey: 'type',
      }),
    ),
    currentMetrics: s.optional(
      s.array(MetricStatus, { description: 'Last reading of each metric.', listType: 'atomic' }),
    ),
    currentReplicas: s.optional(s.int32({ description: 'Replicas last seen.' })),
    desiredReplicas: s.int32({ description: 'Replicas last asked for.', default: 0 }),
    lastScaleTime: s.optional(s.time({ description: 'When the number of replicas was last changed.' })),
    observedGeneration: s.optional(s.int64({ description: 'Generation of the spec that this status describes.' })),
  },
  {
    description: 'What the autoscaler last saw and decided.',
    component: 'io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerStatus',
  },
)
export type HorizontalPodAutoscalerStatus = TypeOf<typeof HorizontalPodAutoscalerStatus>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.with(HorizontalPodAutoscalerSpec, { description: 'What to scale, and on what.', default: {} }),
    status: s.optional(
      s.with(HorizontalPodAutoscalerStatus, {
        description: 'What the autoscaler last saw and decided; written by it alone.',
        default: {},
      }),
    ),
  },
  {
    description: 'Adjusts the replicas of a workload so that its metrics stay at their targets.',
    component: 'io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler',
  },
)

export const HorizontalPodAutoscaler = defineKind({
  group: 'autoscaling',
  version: 'v2',
  kind: 'HorizontalPodAutoscaler',
  plural: 'horizontalpodautoscalers',
  scope: 'Namespaced',
  shortNames: ['hpa'],
  categories: ['all'],
  statusSubresource: true,
  schema,
  columns: horizontalPodAutoscalerTable.columns,
  rules: horizontalPodAutoscalerRules,
})
export type HorizontalPodAutoscaler = TypeOf<typeof schema>
