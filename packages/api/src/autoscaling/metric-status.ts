import { s, type TypeOf } from '@skep/schema'
import { CrossVersionObjectReference, MetricIdentifier } from './metric-source.ts'

export const MetricValueStatus = s.object(
  {
    averageUtilization: s.optional(s.int32({ description: 'Average over all pods, in percent of what they request.' })),
    averageValue: s.optional(s.quantity({ description: 'Average over all pods.' })),
    value: s.optional(s.quantity({ description: 'Value of the metric.' })),
  },
  { description: 'The value a metric has now.', component: 'io.k8s.api.autoscaling.v2.MetricValueStatus' },
)
export type MetricValueStatus = TypeOf<typeof MetricValueStatus>

export const ContainerResourceMetricStatus = s.object(
  {
    container: s.string({ description: 'Name of the container in the pods.', default: '' }),
    current: s.with(MetricValueStatus, { description: 'The reading.', default: {} }),
    name: s.string({ description: 'The resource, such as cpu.', default: '' }),
  },
  {
    description: "The current reading of a container's resource.",
    component: 'io.k8s.api.autoscaling.v2.ContainerResourceMetricStatus',
  },
)
export type ContainerResourceMetricStatus = TypeOf<typeof ContainerResourceMetricStatus>

export const ExternalMetricStatus = s.object(
  {
    current: s.with(MetricValueStatus, { description: 'The reading.', default: {} }),
    metric: s.with(MetricIdentifier, { description: 'The metric.', default: {} }),
  },
  {
    description: 'The current reading of an external metric.',
    component: 'io.k8s.api.autoscaling.v2.ExternalMetricStatus',
  },
)
export type ExternalMetricStatus = TypeOf<typeof ExternalMetricStatus>

export const ObjectMetricStatus = s.object(
  {
    current: s.with(MetricValueStatus, { description: 'The reading.', default: {} }),
    describedObject: s.with(CrossVersionObjectReference, {
      description: 'The object that the metric belongs to.',
      default: {},
    }),
    metric: s.with(MetricIdentifier, { description: 'The metric.', default: {} }),
  },
  {
    description: "The current reading of an object's metric.",
    component: 'io.k8s.api.autoscaling.v2.ObjectMetricStatus',
  },
)
export type ObjectMetricStatus = TypeOf<typeof ObjectMetricStatus>

export const PodsMetricStatus = s.object(
  {
    current: s.with(MetricValueStatus, { description: 'The reading.', default: {} }),
    metric: s.with(MetricIdentifier, { description: 'The metric.', default: {} }),
  },
  {
    description: 'The current reading of a metric of the pods.',
    component: 'io.k8s.api.autoscaling.v2.PodsMetricStatus',
  },
)
export type PodsMetricStatus = TypeOf<typeof PodsMetricStatus>

export const ResourceMetricStatus = s.object(
  {
    current: s.with(MetricValueStatus, { description: 'The reading.', default: {} }),
    name: s.string({ description: 'The resource, such as cpu.', default: '' }),
  },
  {
    description: 'The current reading of a resource of the pods.',
    component: 'io.k8s.api.autoscaling.v2.ResourceMetricStatus',
  },
)
export type ResourceMetricStatus = TypeOf<typeof ResourceMetricStatus>

export const MetricStatus = s.object(
  {
    containerResource: s.optional(
      s.with(ContainerResourceMetricStatus, { description: 'Reading of a resource of one container.' }),
    ),
    external: s.optional(
      s.with(ExternalMetricStatus, { description: 'Reading of a metric from outside the cluster.' }),
    ),
    object: s.optional(s.with(ObjectMetricStatus, { description: "Reading of another object's metric." })),
    pods: s.optional(s.with(PodsMetricStatus, { description: 'Reading of a metric of the pods.' })),
    resource: s.optional(s.with(ResourceMetricStatus, { description: 'Reading of a resource of the pods.' })),
    type: s.string({
      description: 'Which field is meant: ContainerResource, External, Object, Pods or Resource.',
      default: '',
    }),
  },
  {
    description: 'The last reading of one metric; the field that fits the type is filled in.',
    component: 'io.k8s.api.autoscaling.v2.MetricStatus',
  },
)
export type MetricStatus = TypeOf<typeof MetricStatus>
