import { type FieldError, fieldError, parseQuantity } from '@skep/schema'
import { checkDnsLabel, checkPathSegment } from '../meta/names.ts'
import { invalid, validateEach, validateRequired } from '../meta/validation.ts'
import type {
  ContainerResourceMetricSource,
  ExternalMetricSource,
  MetricIdentifier,
  MetricSpec,
  MetricTarget,
  ObjectMetricSource,
  PodsMetricSource,
  ResourceMetricSource,
} from './metric-source.ts'
import { validateTargetReference } from './reference.validate.ts'

const TYPES = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource']
/** The fields of a metric, in the order in which they are looked at. */
const SOURCES = ['object', 'external', 'pods', 'resource', 'containerResource'] as const
type Source = (typeof SOURCES)[number]

/** Everything wrong with the metrics of an autoscaler. */
export function validateMetrics(
  metrics: readonly MetricSpec[],
  minReplicas: number | undefined,
  path: string,
): FieldError[] {
  const errors = validateEach(metrics, path, validateMetric)
  const worksWithoutPods = metrics.some(({ type }) => type === 'Object' || type === 'External')
  if (minReplicas !== 0 || worksWithoutPods) return errors
  const detail = 'must specify at least one Object or External metric to support scaling to zero replicas'
  return [...errors, fieldError.forbidden(path, detail)]
}

function validateMetric(metric: MetricSpec, path: string): FieldError[] {
  const present = SOURCES.filter((source) => metric[source] !== undefined)
  const errors: FieldError[] = []
  if (!metric.type) errors.push(fieldError.required(`${path}.type`, 'must specify a metric source type'))
  if (!TYPES.includes(metric.type)) errors.push(fieldError.notSupported(`${path}.type`, metric.type, TYPES))
  if (present[0] !== undefined) errors.push(...validateSource(metric, present[0], `${path}.${present[0]}`))
  const expected = `${metric.type.charAt(0).toLowerCase()}${metric.type.slice(1)}` as Source
  if (TYPES.includes(metric.type) && metric[expected] === undefined) {
    errors.push(fieldError.required(`${path}.${expected}`, 'must populate information for the given metric source'))
  }
  if (present.length === 1) return errors
  const extra = present.filter((source) => source !== expected)
  return [
    ...errors,
    ...extra.map((source) => fieldError.forbidden(`${path}.${source}`, 'must populate the given metric source only')),
  ]
}

function validateSource(metric: MetricSpec, source: Source, path: string): FieldError[] {
  switch (source) {
    case 'object':
      return validateObject(metric.object!, path)
    case 'external':
      return validateExternal(metric.external!, path)
    case 'pods':
      return validatePods(metric.pods!, path)
    case 'resource':
      return validateResource(metric.resource!, path)
    case 'containerResource':
      return validateContainerResource(metric.containerResource!, path)
  }
}

const validateObject = ({ describedObject, metric, target }: ObjectMetricSource, path: string): FieldError[] => [
  ...validateTargetReference(describedObject, `${path}.describedObject`, { needsGroup: false }),
  ...validateIdentifier(metric, `${path}.metric`),
  ...validateTarget(target, `${path}.target`),
  ...(target.value === undefined && target.averageValue === undefined
    ? [fieldError.required(`${path}.target.averageValue`, 'must set either a target value or averageValue')]
    : []),
]

function validateExternal({ metric, target }: ExternalMetricSource, path: string): FieldError[] {
  const errors = [...validateIdentifier(metric, `${path}.metric`), ...validateTarget(target, `${path}.target`)]
  const hasValue = target.value !== undefined
  const hasAverage = target.averageValue !== undefined
  if (!hasValue && !hasAverage) {
    const detail = 'must set either a target value for metric or a per-pod target'
    errors.push(fieldError.required(`${path}.target.averageValue`, detail))
  }
  if (hasValue && hasAverage) {
    const detail = 'may not set both a target value for metric and a per-pod target'
    errors.push(fieldError.forbidden(`${path}.target.value`, detail))
  }
  return errors
}

const validatePods = ({ metric, target }: PodsMetricSource, path: string): FieldError[] => [
  ...validateIdentifier(metric, `${path}.metric`),
  ...validateTarget(target, `${path}.target`),
  ...(target.averageValue === undefined
    ? [fieldError.required(`${path}.target.averageValue`, 'must specify a positive target averageValue')]
    : []),
]

const validateResource = ({ name, target }: ResourceMetricSource, path: string): FieldError[] => [
  ...validateRequired(name, `${path}.name`, 'must specify a resource name'),
  ...validateShareTarget(target, `${path}.target`),
]

const validateContainerResource = (source: ContainerResourceMetricSource, path: string): FieldError[] => [
  ...validateRequired(source.name, `${path}.name`, 'must specify a resource name'),
  ...validateRequired(source.container, `${path}.container`, 'must specify a container'),
  ...(source.container ? invalid(`${path}.container`, source.container, checkDnsLabel(source.container)) : []),
  ...validateShareTarget(source.target, `${path}.target`),
]

/** The target of a resource: an amount, or a share of what is requested. */
function validateShareTarget(target: MetricTarget, path: string): FieldError[] {
  const errors = validateTarget(target, path)
  const hasShare = target.averageUtilization !== undefined
  const hasAmount = target.averageValue !== undefined
  if (!hasShare && !hasAmount) {
    const detail = 'must set either a target raw value or a target utilization'
    errors.push(fieldError.required(`${path}.averageUtilization`, detail))
  }
  if (hasShare && hasAmount) {
    const detail = 'may not set both a target raw value and a target utilization'
    errors.push(fieldError.forbidden(`${path}.averageValue`, detail))
  }
  return errors
}

function validateTarget(target: MetricTarget, path: string): FieldError[] {
  const errors: FieldError[] = []
  if (!target.type) errors.push(fieldError.required(`${path}.type`, 'must specify a metric target type'))
  if (!['Utilization', 'Value', 'AverageValue'].includes(target.type)) {
    const detail = 'must be either Utilization, Value, or AverageValue'
    errors.push(fieldError.invalid(`${path}.type`, target.type, detail))
  }
  for (const name of ['value', 'averageValue'] as const) {
    const amount = target[name]
    if (amount !== undefined && parseQuantity(amount).nanos <= 0n) {
      errors.push(fieldError.invalid(`${path}.${name}`, amount, 'must be positive'))
    }
  }
  if ((target.averageUtilization ?? 1) < 1) {
    errors.push(fieldError.invalid(`${path}.averageUtilization`, target.averageUtilization, 'must be greater than 0'))
  }
  return errors
}

const validateIdentifier = ({ name }: MetricIdentifier, path: string): FieldError[] =>
  name === ''
    ? [fieldError.required(`${path}.name`, 'must specify a metric name')]
    : invalid(`${path}.name`, name, checkPathSegment(name))
