import { isObject, type Json, type JsonObject, type ObjectMeta } from '@skep/schema'
import { metricFromV1, metricToV1, readingFromV1, readingToV1 } from './convert-metrics.ts'
import { cpuMetric } from './horizontal-pod-autoscaler.defaults.ts'
import type { HorizontalPodAutoscaler, HorizontalPodAutoscalerBehavior } from './horizontal-pod-autoscaler.ts'
import type { HorizontalPodAutoscalerV1 } from './horizontal-pod-autoscaler-v1.ts'
import type { MetricSpec } from './metric-source.ts'
import type { MetricStatus } from './metric-status.ts'

type Spec = HorizontalPodAutoscaler['spec']
type Status = NonNullable<HorizontalPodAutoscaler['status']>

/** Where v1 keeps what it has no fields for. */
const ANNOTATION = {
  metrics: 'autoscaling.alpha.kubernetes.io/metrics',
  readings: 'autoscaling.alpha.kubernetes.io/current-metrics',
  conditions: 'autoscaling.alpha.kubernetes.io/conditions',
  behavior: 'autoscaling.alpha.kubernetes.io/behavior',
} as const

/** The share of CPU that v1 has a field for, if this is the metric for it. */
const cpuShare = ({ type, resource }: MetricSpec): number | undefined =>
  type === 'Resource' && resource?.name === 'cpu' ? resource.target.averageUtilization : undefined

const currentCpuShare = ({ type, resource }: MetricStatus): number | undefined =>
  type === 'Resource' && resource?.name === 'cpu' ? resource.current.averageUtilization : undefined

/** An autoscaler as autoscaling/v1 shows it. What v1 has no field for goes into annotations, and comes back from there. */
export function autoscalerToV1(autoscaler: HorizontalPodAutoscaler): HorizontalPodAutoscalerV1 {
  return {
    ...autoscaler,
    apiVersion: 'autoscaling/v1',
    metadata: withAnnotations(autoscaler.metadata, annotationsOf(autoscaler)),
    spec: specToV1(autoscaler.spec),
    status: statusToV1(autoscaler.status ?? { desiredReplicas: 0 }),
  }
}

function annotationsOf({ spec, status }: HorizontalPodAutoscaler): Record<string, unknown> {
  const others = (spec.metrics ?? []).filter((metric) => cpuShare(metric) === undefined)
  return {
    [ANNOTATION.metrics]: unlessEmpty(others.map(metricToV1)),
    [ANNOTATION.readings]: unlessEmpty((status?.currentMetrics ?? []).map(readingToV1)),
    [ANNOTATION.behavior]: spec.behavior && renameKeys(spec.behavior, upperFirst),
    [ANNOTATION.conditions]: unlessEmpty(status?.conditions ?? []),
  }
}

const unlessEmpty = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined)

function specToV1({ scaleTargetRef, minReplicas, maxReplicas, metrics }: Spec): HorizontalPodAutoscalerV1['spec'] {
  const cpu = (metrics ?? []).map(cpuShare).find((share) => share !== undefined)
  return {
    scaleTargetRef,
    ...(minReplicas === undefined ? {} : { minReplicas }),
    maxReplicas,
    ...(cpu === undefined ? {} : { targetCPUUtilizationPercentage: cpu }),
  }
}

function statusToV1(status: Status): NonNullable<HorizontalPodAutoscalerV1['status']> {
  const { conditions: _conditions, currentMetrics, currentReplicas = 0, ...rest } = status
  const cpu = (currentMetrics ?? []).map(currentCpuShare).findLast((share) => share !== undefined)
  return { ...rest, currentReplicas, ...(cpu === undefined ? {} : { currentCPUUtilizationPercentage: cpu }) }
}

/** An autoscaler of autoscaling/v1 as it is stored. */
export function autoscalerFromV1(autoscaler: HorizontalPodAutoscalerV1): HorizontalPodAutoscaler {
  const { annotations = {} } = autoscaler.metadata
  return {
    ...autoscaler,
    apiVersion: 'autoscaling/v2',
    metadata: withAnnotations(autoscaler.metadata, {}),
    spec: specFromV1(autoscaler.spec, annotations),
    status: statusFromV1(autoscaler.status ?? { currentReplicas: 0, desiredReplicas: 0 }, annotations),
  }
}

function specFromV1(specOfV1: HorizontalPodAutoscalerV1['spec'], annotations: Record<string, string>): Spec {
  const { targetCPUUtilizationPercentage: cpu, ...spec } = specOfV1
  const others = objectsOf(parse(annotations[ANNOTATION.metrics])).map(metricFromV1)
  const metrics = cpu === undefined ? others : [...others, cpuMetric(cpu)]
  const behavior = parse(annotations[ANNOTATION.behavior])
  return {
    ...spec,
    metrics: metrics.length > 0 ? metrics : [cpuMetric()],
    ...(isObject(behavior) ? { behavior: renameKeys(behavior, lowerFirst) as HorizontalPodAutoscalerBehavior } : {}),
  }
}

function statusFromV1(
  statusOfV1: NonNullable<HorizontalPodAutoscalerV1['status']>,
  annotations: Record<string, string>,
): Status {
  const { currentCPUUtilizationPercentage: cpu, ...status } = statusOfV1
  const readings = objectsOf(parse(annotations[ANNOTATION.readings])).map(readingFromV1)
  const ofCpu = cpu === undefined ? [] : [currentCpuReading(cpu)]
  const conditions = objectsOf(parse(annotations[ANNOTATION.conditions]))
  return {
    ...status,
    currentMetrics: readings.length > 0 ? readings : ofCpu,
    // They were conditions of this kind when they were written there.
    ...(conditions.length > 0 ? { conditions: conditions as { type: string; status: string }[] } : {}),
  }
}

const currentCpuReading = (averageUtilization: number): MetricStatus => ({
  type: 'Resource',
  resource: { name: 'cpu', current: { averageUtilization } },
})

/** The metadata with these annotations for v1, and none else of them. */
function withAnnotations(metadata: ObjectMeta, additions: Record<string, unknown>): ObjectMeta {
  const { annotations: before = {}, ...rest } = metadata
  const ours = new Set<string>(Object.values(ANNOTATION))
  const kept = Object.entries(before).filter(([key]) => !ours.has(key))
  const added = Object.entries(additions)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, JSON.stringify(value)])
  const annotations = Object.fromEntries([...kept, ...added])
  return Object.keys(annotations).length > 0 ? { ...rest, annotations } : rest
}

/** What an annotation holds; nothing when someone has put something else there. */
function parse(text: string | undefined): Json | undefined {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const objectsOf = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

const upperFirst = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

/** The behavior is kept with the names of Go's fields. */
function renameKeys(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, rename))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [rename(key), renameKeys(member, rename)]))
}
