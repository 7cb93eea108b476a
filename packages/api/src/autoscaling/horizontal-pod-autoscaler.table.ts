import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import type { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.ts'
import type { MetricSpec, MetricTarget } from './metric-source.ts'
import type { MetricStatus, MetricValueStatus } from './metric-status.ts'

const SHOWN_METRICS = 2
const UNKNOWN = '<unknown>'

/** What `kubectl get horizontalpodautoscalers` shows. */
export const horizontalPodAutoscalerTable = defineTable<HorizontalPodAutoscaler>(
  nameColumn,
  {
    name: 'Reference',
    description:
      'scaleTargetRef points to the target resource to scale, and is used to the pods for which metrics should be collected, as well as to actually change the replica count.',
    cell: ({ spec: { scaleTargetRef } }) => `${scaleTargetRef.kind}/${scaleTargetRef.name}`,
  },
  {
    name: 'Targets',
    description:
      'metrics contains the specifications for which to use to calculate the desired replica count (the maximum replica count across all metrics will be used).  The desired replica count is calculated multiplying the ratio between the target value and the current value by the current number of pods.  Ergo, metrics used must decrease as the pod count is increased, and vice-versa.  See the individual metric source types for more information about how each type of metric must respond. If not set, the default metric will be set to 80% average CPU utilization.',
    cell: ({ spec, status }) => formatMetrics(spec.metrics ?? [], status?.currentMetrics ?? []),
  },
  {
    name: 'MinPods',
    description:
      'minReplicas is the lower limit for the number of replicas to which the autoscaler can scale down.  It defaults to 1 pod.  minReplicas is allowed to be 0 if the alpha feature gate HPAScaleToZero is enabled and at least one Object or External metric is configured.  Scaling is active as long as at least one metric value is available.',
    cell: ({ spec }) => (spec.minReplicas === undefined ? '<unset>' : String(spec.minReplicas)),
  },
  {
    name: 'MaxPods',
    description:
      'maxReplicas is the upper limit for the number of replicas to which the autoscaler can scale up. It cannot be less that minReplicas.',
    cell: ({ spec }) => spec.maxReplicas,
  },
  {
    name: 'Replicas',
    description:
      'currentReplicas is current number of replicas of pods managed by this autoscaler, as last seen by the autoscaler.',
    cell: ({ status }) => status?.currentReplicas ?? 0,
  },
  ageColumn,
)

function formatMetrics(specs: readonly MetricSpec[], statuses: readonly MetricStatus[]): string {
  if (specs.length === 0) return '<none>'
  const all = specs.map((spec, index) => formatMetric(spec, statuses[index]))
  const shown = all.slice(0, SHOWN_METRICS).join(', ')
  return all.length > SHOWN_METRICS ? `${shown} + ${all.length - SHOWN_METRICS} more...` : shown
}

function formatMetric(spec: MetricSpec, status: MetricStatus | undefined): string {
  switch (spec.type) {
    case 'External':
      return formatValue(spec.external?.target, status?.external?.current)
    case 'Object':
      return formatValue(spec.object?.target, status?.object?.current)
    case 'Pods':
      return `${status?.pods?.current.averageValue ?? UNKNOWN}/${spec.pods?.target.averageValue ?? ''}`
    case 'Resource':
      return `${spec.resource?.name}: ${formatShare(spec.resource?.target, status?.resource?.current)}`
    case 'ContainerResource':
      return `${spec.containerResource?.name}: ${formatShare(spec.containerResource?.target, status?.containerResource?.current)}`
    default:
      return '<unknown type>'
  }
}

const formatValue = (target: MetricTarget | undefined, current: MetricValueStatus | undefined): string =>
  target?.averageValue === undefined
    ? `${current?.value ?? UNKNOWN}/${target?.value ?? ''}`
    : `${current?.averageValue ?? UNKNOWN}/${target.averageValue} (avg)`

/** A metric of a resource: its amount, or its share of what is requested. */
function formatShare(target: MetricTarget | undefined, current: MetricValueStatus | undefined): string {
  if (target?.averageValue !== undefined) return `${current?.averageValue ?? UNKNOWN}/${target.averageValue}`
  return `${percent(current?.averageUtilization) ?? UNKNOWN}/${percent(target?.averageUtilization) ?? '<auto>'}`
}

const percent = (value: number | undefined): string | undefined => (value === undefined ? undefined : `${value}%`)
