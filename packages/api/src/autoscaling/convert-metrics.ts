/**
 * Metrics in the older shape that autoscaling/v1 keeps in annotations: the fields of metric and target are side by side,
 * and the type of the target follows from which of them is there.
 */
import { isObject, type Json, type JsonObject } from '@skep/schema'
import type { MetricSpec, MetricTarget } from './metric-source.ts'
import type { MetricStatus, MetricValueStatus } from './metric-status.ts'

/** The same without members that are undefined, as it will be written down. */
const compact = (value: Record<string, unknown>): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as JsonObject

/** A metric to scale on, in the older shape. */
export function metricToV1({ type, object, pods, resource, containerResource, external }: MetricSpec): JsonObject {
  return compact({
    type,
    object:
      object &&
      compact({
        target: object.describedObject,
        metricName: object.metric.name,
        targetValue: object.target.value ?? '0',
        selector: object.metric.selector,
        averageValue: object.target.averageValue,
      }),
    pods:
      pods &&
      compact({
        metricName: pods.metric.name,
        targetAverageValue: pods.target.averageValue ?? '0',
        selector: pods.metric.selector,
      }),
    resource: resource && shareToV1({ name: resource.name }, 'target', resource.target),
    containerResource:
      containerResource &&
      shareToV1(
        { name: containerResource.name, container: containerResource.container },
        'target',
        containerResource.target,
      ),
    external:
      external &&
      compact({
        metricName: external.metric.name,
        metricSelector: external.metric.selector,
        targetValue: external.target.value,
        targetAverageValue: external.target.averageValue,
      }),
  })
}

const shareToV1 = (of: JsonObject, prefix: string, value: MetricTarget | MetricValueStatus): JsonObject =>
  compact({
    ...of,
    [`${prefix}AverageUtilization`]: value.averageUtilization,
    [`${prefix}AverageValue`]: value.averageValue,
  })

/** The reading of a metric, in the older shape. */
export function readingToV1({ type, object, pods, resource, containerResource, external }: MetricStatus): JsonObject {
  return compact({
    type,
    object:
      object &&
      compact({
        target: object.describedObject,
        metricName: object.metric.name,
        currentValue: object.current.value ?? '0',
        selector: object.metric.selector,
        averageValue: object.current.averageValue,
      }),
    pods:
      pods &&
      compact({
        metricName: pods.metric.name,
        currentAverageValue: pods.current.averageValue ?? '0',
        selector: pods.metric.selector,
      }),
    resource: resource && shareToV1({ name: resource.name }, 'current', withAverage(resource.current)),
    containerResource:
      containerResource &&
      shareToV1(
        { name: containerResource.name, container: containerResource.container },
        'current',
        withAverage(containerResource.current),
      ),
    external:
      external &&
      compact({
        metricName: external.metric.name,
        metricSelector: external.metric.selector,
        currentValue: external.current.value ?? '0',
        currentAverageValue: external.current.averageValue,
      }),
  })
}

const withAverage = (current: MetricValueStatus): MetricValueStatus => ({ averageValue: '0', ...current })

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
