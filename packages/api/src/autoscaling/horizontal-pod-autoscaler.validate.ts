import { type FieldError, fieldError, parseQuantity } from '@skep/schema'
import { validateEach, validateOneOf, validateOptionalOneOf, validatePositive } from '../meta/validation.ts'
import type { HorizontalPodAutoscalerSpec, HPAScalingPolicy, HPAScalingRules } from './horizontal-pod-autoscaler.ts'
import { validateMetrics } from './metric-source.validate.ts'
import { validateTargetReference } from './reference.validate.ts'

const MAX_PERIOD_SECONDS = 1800
const MAX_STABILIZATION_SECONDS = 3600

/** Everything wrong with what an autoscaler does. */
export const validateAutoscalerSpec = (spec: HorizontalPodAutoscalerSpec): FieldError[] => [
  ...(spec.minReplicas !== undefined && spec.maxReplicas < spec.minReplicas
    ? [fieldError.invalid('spec.maxReplicas', spec.maxReplicas, 'must be greater than or equal to `minReplicas`')]
    : []),
  ...validateTargetReference(spec.scaleTargetRef, 'spec.scaleTargetRef', {
    // The one kind of the core group that can be scaled.
    needsGroup: spec.scaleTargetRef.kind !== 'ReplicationController',
  }),
  ...validateMetrics(spec.metrics ?? [], spec.minReplicas, 'spec.metrics'),
  ...validateScaling(spec.behavior?.scaleUp, 'spec.behavior.scaleUp'),
  ...validateScaling(spec.behavior?.scaleDown, 'spec.behavior.scaleDown'),
  ...validateBounds(spec),
]

function validateBounds({ minReplicas, maxReplicas }: HorizontalPodAutoscalerSpec): FieldError[] {
  const errors: FieldError[] = []
  if ((minReplicas ?? 0) < 0) {
    errors.push(fieldError.invalid('spec.minReplicas', minReplicas, 'must be greater than or equal to 0'))
  }
  if (maxReplicas === 0) errors.push(fieldError.required('spec.maxReplicas'))
  if (maxReplicas < 0) {
    errors.push(fieldError.invalid('spec.maxReplicas', maxReplicas, 'must be greater than or equal to 1'))
  }
  return errors
}

function validateScaling(rules: HPAScalingRules | undefined, path: string): FieldError[] {
  if (rules === undefined) return []
  const policies = rules.policies ?? []
  return [
    ...validateStabilization(rules.stabilizationWindowSeconds, `${path}.stabilizationWindowSeconds`),
    ...validateOptionalOneOf(rules.selectPolicy, `${path}.selectPolicy`, ['Disabled', 'Max', 'Min']),
    ...(policies.length === 0 ? [fieldError.required(`${path}.policies`, 'must specify at least one Policy')] : []),
    ...validateEach(policies, `${path}.policies`, validatePolicy),
    ...validateTolerance(rules.tolerance, `${path}.tolerance`),
  ]
}

function validateStabilization(seconds: number | undefined, path: string): FieldError[] {
  if (seconds === undefined) return []
  if (seconds < 0) return [fieldError.invalid(path, seconds, 'must be greater than or equal to zero')]
  return seconds > MAX_STABILIZATION_SECONDS
    ? [fieldError.invalid(path, seconds, `must be less than or equal to ${MAX_STABILIZATION_SECONDS}`)]
    : []
}

const validatePolicy = ({ type, value, periodSeconds }: HPAScalingPolicy, path: string): FieldError[] => [
  ...validateOneOf(type, `${path}.type`, ['Percent', 'Pods']),
  ...validatePositive(value, `${path}.value`),
  ...validatePositive(periodSeconds, `${path}.periodSeconds`),
  ...(periodSeconds > MAX_PERIOD_SECONDS
    ? [
        fieldError.invalid(
          `${path}.periodSeconds`,
          periodSeconds,
          `must be less than or equal to ${MAX_PERIOD_SECONDS}`,
        ),
      ]
    : []),
]

const validateTolerance = (tolerance: string | undefined, path: string): FieldError[] =>
  tolerance !== undefined && parseQuantity(tolerance).nanos < 0n
    ? [fieldError.invalid(path, tolerance, 'must be greater than or equal to 0')]
    : []
