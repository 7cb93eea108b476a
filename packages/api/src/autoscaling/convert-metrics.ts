/**
 * Metrics in the older shape that autoscaling/v1 keeps in annotations: the fields of metric and target are side by side,
 * and the type of the target follows from which of them is there.
 */
import { isObject, type Json, type JsonObject } from '@skep/schema'
import type { MetricIdentifier, MetricSpec, MetricTarget, ObjectMetricSource } from './metric-source.ts'
import type { MetricStatus, MetricValueStatus, ObjectMetricStatus } from './metric-status.ts'

/** The same without members that are undefined, as it will be written down. */
const compact = (value: Record<string, unknown>): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as JsonObject

/** A metric to scale on, in the older shape. */
export function metricToV1({ type, object, pods, resource, containerResource, external }: MetricSpec): JsonObject {
  return compact({
    type,
    object: object && objectToV1(object, 'targetValue', object.target),
    pods: pods && podsToV1(pods.metric, 'targetAverageValue', pods.target),
    resource: resource && shareToV1(resource, 'target', resource.target),
    containerResource: containerResource && shareToV1(containerResource, 'target', containerResource.target),
    external: external && externalToV1(external.metric, 'target', external.target),
  })
}

/** The reading of a metric, in the older shape, which cannot leave out every value. */
export function readingToV1({ type, object, pods, resource, containerResource, external }: MetricStatus): JsonObject {
  return compact({
    type,
    object: object && objectToV1(object, 'currentValue', object.current),
    pods: pods && podsToV1(pods.metric, 'currentAverageValue', pods.current),
    resource: resource && shareToV1(resource, 'current', { averageValue: '0', ...resource.current }),
    containerResource:
      containerResource && shareToV1(containerResource, 'current', { averageValue: '0', ...containerResource.current }),
    external: external && externalToV1(external.metric, 'current', { value: '0', ...external.current }),
  })
}

type Amount = MetricTarget | MetricValueStatus

const objectToV1 = (source: ObjectMetricSource | ObjectMetricStatus, valueField: string, amount: Amount): JsonObject =>
  compact({
    target: source.describedObject,
    metricName: source.metric.name,
    [valueField]: amount.value ?? '0',
    selector: source.metric.selector,
    averageValue: amount.averageValue,
  })

const podsToV1 = (metric: MetricIdentifier, averageField: string, amount: Amount): JsonObject =>
  compact({ metricName: metric.name, [averageField]: amount.averageValue ?? '0', selector: metric.selector })

const shareToV1 = (of: { name: string; container?: string }, prefix: string, amount: Amount): JsonObject =>
  compact({
    name: of.name,
    container: of.container,
    [`${prefix}AverageUtilization`]: amount.averageUtilization,
    [`${prefix}AverageValue`]: amount.averageValue,
  })

const externalToV1 = (metric: MetricIdentifier, prefix: string, amount: Amount): JsonObject =>
  compact({
    metricName: metric.name,
    metricSelector: metric.selector,
    [`${prefix}Value`]: amount.value,
    [`${prefix}AverageValue`]: amount.averageValue,
  })

/** A metric to scale on, from the older shape. What was written there came from here, so its types are taken on trust. */
export function metricFromV1(metric: JsonObject): MetricSpec {
  const { object, pods, resource, containerResource, external } = metric
  return compact({
    type: metric['type'] ?? '',
    object: isObject(object) ? { describedObject: object['target'], ...namedTarget(object, 'selector') } : undefined,
    pods: isObject(pods) ? namedTarget(pods, 'selector') : undefined,
    resource: isObject(resource) ? { name: resource['name'], target: shareTarget(resource) } : undefined,
    containerResource: isObject(containerResource)
      ? {
          name: containerResource['name'],
          container: containerResource['container'],
          target: shareTarget(containerResource),
        }
      : undefined,
    external: isObject(external) ? namedTarget(external, 'metricSelector') : undefined,
  }) as MetricSpec
}

const shareTarget = (source: JsonObject): JsonObject =>
  compact({
    type: source['targetAverageUtilization'] === undefined ? 'AverageValue' : 'Utilization',
    averageUtilization: source['targetAverageUtilization'],
    averageValue: source['targetAverageValue'],
  })

function namedTarget(source: JsonObject, selector: string): { metric: Json; target: Json } {
  const averageValue = source['averageValue'] ?? source['targetAverageValue']
  // The older shape cannot leave a value out, so 0 beside an average means none.
  const value = averageValue !== undefined && source['targetValue'] === '0' ? undefined : source['targetValue']
  const type = source['averageValue'] === undefined && value !== undefined ? 'Value' : 'AverageValue'
  return { metric: identifier(source, selector), target: compact({ type, value, averageValue }) }
}

const identifier = (source: JsonObject, selector: string): JsonObject =>
  compact({ name: source['metricName'], selector: source[selector] })

/** The reading of a metric, from the older shape. */
export function readingFromV1(reading: JsonObject): MetricStatus {
  const { object, pods, resource, containerResource, external } = reading
  return compact({
    type: reading['type'] ?? '',
    object: isObject(object) ? { describedObject: object['target'], ...namedReading(object, 'selector') } : undefined,
    pods: isObject(pods) ? namedReading(pods, 'selector') : undefined,
    resource: isObject(resource) ? { name: resource['name'], current: shareReading(resource) } : undefined,
    containerResource: isObject(containerResource)
      ? {
          name: containerResource['name'],
          container: containerResource['container'],
          current: shareReading(containerResource),
        }
      : undefined,
    external: isObject(external) ? namedReading(external, 'metricSelector') : undefined,
  }) as MetricStatus
}

const shareReading = (source: JsonObject): JsonObject =>
  compact({
    averageUtilization: source['currentAverageUtilization'],
    averageValue: source['currentAverageValue'],
  })

const namedReading = (source: JsonObject, selector: string): { metric: Json; current: Json } => ({
  metric: identifier(source, selector),
  current: compact({
    value: source['currentValue'],
    averageValue: source['averageValue'] ?? source['currentAverageValue'],
  }),
})
