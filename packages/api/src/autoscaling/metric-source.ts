import { s, type TypeOf } from '@skep/schema'
import { LabelSelector } from '../meta/types.ts'

export const MetricTarget = s.object(
  {
    averageUtilization: s.optional(
      s.int32({ description: 'Wanted average over all pods, in percent of what they request; for resource metrics.' }),
    ),
    averageValue: s.optional(s.quantity({ description: 'Wanted average over all pods, as a quantity.' })),
    type: s.string({ description: 'Which of the fields counts: Utilization, Value or AverageValue.', default: '' }),
    value: s.optional(s.quantity({ description: 'Wanted value of the metric, as a quantity.' })),
  },
  { description: 'The value that a metric should be kept at.', component: 'io.k8s.api.autoscaling.v2.MetricTarget' },
)
export type MetricTarget = TypeOf<typeof MetricTarget>

export const ContainerResourceMetricSource = s.object(
  {
    container: s.string({ description: 'Name of the container in the pods.', default: '' }),
    name: s.string({ description: 'The resource, such as cpu.', default: '' }),
    target: s.with(MetricTarget, { description: 'Value to keep the metric at.', default: {} }),
  },
  {
    description: 'Scales on the CPU or memory of one container in each pod.',
    component: 'io.k8s.api.autoscaling.v2.ContainerResourceMetricSource',
  },
)
export type ContainerResourceMetricSource = TypeOf<typeof ContainerResourceMetricSource>

export const CrossVersionObjectReference = s.object(
  {
    apiVersion: s.optional(s.string({ description: 'Group and version of the object.' })),
    kind: s.string({ description: 'Kind of the object.', default: '' }),
    name: s.string({ description: 'Name of the object.', default: '' }),
  },
  {
    description: 'Names another object by kind and name, in the same namespace.',
    component: 'io.k8s.api.autoscaling.v2.CrossVersionObjectReference',
  },
)
export type CrossVersionObjectReference = TypeOf<typeof CrossVersionObjectReference>

export const MetricIdentifier = s.object(
  {
    name: s.string({ description: 'Name of the metric.', default: '' }),
    selector: s.optional(s.with(LabelSelector, { description: 'Labels that narrow the metric down further.' })),
  },
  { description: 'Names a metric.', component: 'io.k8s.api.autoscaling.v2.MetricIdentifier' },
)
export type MetricIdentifier = TypeOf<typeof MetricIdentifier>

export const ExternalMetricSource = s.object(
  {
    metric: s.with(MetricIdentifier, { description: 'The metric.', default: {} }),
    target: s.with(MetricTarget, { description: 'Value to keep the metric at.', default: {} }),
  },
  {
    description: 'Scales on a metric from outside the cluster.',
    component: 'io.k8s.api.autoscaling.v2.ExternalMetricSource',
  },
)
export type ExternalMetricSource = TypeOf<typeof ExternalMetricSource>

export const ObjectMetricSource = s.object(
  {
    describedObject: s.with(CrossVersionObjectReference, {
      description: 'The object that the metric belongs to.',
      default: {},
    }),
    metric: s.with(MetricIdentifier, { description: 'The metric.', default: {} }),
    target: s.with(MetricTarget, { description: 'Value to keep the metric at.', default: {} }),
  },
  {
    description: 'Scales on a metric of one other object, such as requests at an Ingress.',
    component: 'io.k8s.api.autoscaling.v2.ObjectMetricSource',
  },
)
export type ObjectMetricSource = TypeOf<typeof ObjectMetricSource>

export const PodsMetricSource = s.object(
  {
    metric: s.with(MetricIdentifier, { description: 'The metric.', default: {} }),
    target: s.with(MetricTarget, { description: 'Value to keep the metric at.', default: {} }),
  },
  {
    description: 'Scales on a metric of every pod, averaged.',
    component: 'io.k8s.api.autoscaling.v2.PodsMetricSource',
  },
)
export type PodsMetricSource = TypeOf<typeof PodsMetricSource>

export const ResourceMetricSource = s.object(
  {
    name: s.string({ description: 'The resource, such as cpu.', default: '' }),
    target: s.with(MetricTarget, { description: 'Value to keep the metric at.', default: {} }),
  },
  {
    description: 'Scales on the CPU or memory of the pods.',
    component: 'io.k8s.api.autoscaling.v2.ResourceMetricSource',
  },
)
export type ResourceMetricSource = TypeOf<typeof ResourceMetricSource>

export const MetricSpec = s.object(
  {
    containerResource: s.optional(
      s.with(ContainerResourceMetricSource, { description: 'A resource of one container in each pod.' }),
    ),
    external: s.optional(s.with(ExternalMetricSource, { description: 'A metric from outside the cluster.' })),
    object: s.optional(s.with(ObjectMetricSource, { description: 'A metric of one other object.' })),
    pods: s.optional(s.with(PodsMetricSource, { description: 'A metric of every pod, averaged.' })),
    resource: s.optional(s.with(ResourceMetricSource, { description: 'A resource of the pods.' })),
    type: s.string({
      description: 'Which field is meant: ContainerResource, External, Object, Pods or Resource.',
      default: '',
    }),
  },
  {
    description: 'One metric to scale on; the field that fits the type is filled in.',
    component: 'io.k8s.api.autoscaling.v2.MetricSpec',
  },
)
export type MetricSpec = TypeOf<typeof MetricSpec>
