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
    description: 'The workload that is scaled.',
    cell: ({ spec: { scaleTargetRef } }) => `${scaleTargetRef.kind}/${scaleTargetRef.name}`,
  },
  {
    name: 'Targets',
    description: 'Each metric now, and where it should be.',
    cell: ({ spec, status }) => formatMetrics(spec.metrics ?? [], status?.currentMetrics ?? []),
  },
  {
    name: 'MinPods',
    description: 'Fewest replicas.',
    cell: ({ spec }) => (spec.minReplicas === undefined ? '<unset>' : String(spec.minReplicas)),
  },
  { name: 'MaxPods', description: 'Most replicas.', cell: ({ spec }) => spec.maxReplicas },
  { name: 'Replicas', description: 'Replicas there are.', cell: ({ status }) => status?.currentReplicas ?? 0 },
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
