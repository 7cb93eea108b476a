import { type FieldError, fieldError, goQuoteList } from '@skep/schema'
import { checkQualifiedName } from '../meta/names.ts'
import { invalid, validateEach, validateNonNegative } from '../meta/validation.ts'
import { invalidUnquoted } from '../rules/errors.ts'
import { countIndexes, IndexesError, parseIndexes } from './indexes.ts'
import type {
  PodFailurePolicyOnExitCodesRequirement,
  PodFailurePolicyOnPodConditionsPattern,
  PodFailurePolicyRule,
  SuccessPolicy,
  SuccessPolicyRule,
} from './job-policies.ts'
import type { JobSpec } from './job-spec.ts'

const MAX_RULES = 20
const MAX_CONDITION_PATTERNS = 20
const MAX_EXIT_CODES = 255
const MAX_INDEXES_BYTES = 64 * 1024

const validateMost = (items: readonly unknown[], path: string, max: number): FieldError[] =>
  items.length > max ? [fieldError.tooMany(path, items.length, max)] : []

/** A required choice; when it is missing, the complaint lists what there is to choose from. */
function validateChoice(value: string | undefined, path: string, supported: readonly string[]): FieldError[] {
  if (!value) return [fieldError.required(path, `valid values: ${goQuoteList(supported)}`)]
  return supported.includes(value) ? [] : [fieldError.notSupported(path, value, supported)]
}

/** Everything wrong with how failed pods are treated. */
export function validatePodFailurePolicy(spec: JobSpec, path: string): FieldError[] {
  const rules = spec.podFailurePolicy?.rules ?? []
  const at = `${path}.rules`
  return [
    ...validateMost(rules, at, MAX_RULES),
    ...validateEach(rules, at, (rule, rulePath) => validateFailureRule(rule, spec, rulePath)),
  ]
}

function validateFailureRule(rule: PodFailurePolicyRule, spec: JobSpec, path: string): FieldError[] {
  const { onExitCodes, onPodConditions = [] } = rule
  const errors = validateAction(rule.action, spec, `${path}.action`)
  if (onExitCodes) errors.push(...validateExitCodes(onExitCodes, spec, `${path}.onExitCodes`))
  errors.push(...validateConditions(onPodConditions, `${path}.onPodConditions`))
  if (onExitCodes && onPodConditions.length > 0) {
    errors.push(invalidUnquoted(path, 'specifying both OnExitCodes and OnPodConditions is not supported'))
  }
  if (!onExitCodes && onPodConditions.length === 0) {
    errors.push(invalidUnquoted(path, 'specifying one of OnExitCodes and OnPodConditions is required'))
  }
  return errors
}

function validateAction(action: string, { backoffLimitPerIndex }: JobSpec, path: string): FieldError[] {
  if (action === 'FailIndex' && backoffLimitPerIndex === undefined) {
    return [fieldError.invalid(path, action, 'requires the backoffLimitPerIndex to be set')]
  }
  return validateChoice(action, path, ['Count', 'FailIndex', 'FailJob', 'Ignore'])
}

const validateConditions = (
  patterns: readonly PodFailurePolicyOnPodConditionsPattern[],
  path: string,
): FieldError[] => [
  ...validateMost(patterns, path, MAX_CONDITION_PATTERNS),
  ...validateEach(patterns, path, ({ type, status }, at) => [
    ...invalid(`${at}.type`, type, checkQualifiedName(type)),
    ...validateChoice(status, `${at}.status`, ['False', 'True', 'Unknown']),
  ]),
]

function validateExitCodes(
  { operator, containerName, values = [] }: PodFailurePolicyOnExitCodesRequirement,
  { template }: JobSpec,
  path: string,
): FieldError[] {
  const errors = validateChoice(operator, `${path}.operator`, ['In', 'NotIn'])
  const containers = [...(template.spec?.containers ?? []), ...(template.spec?.initContainers ?? [])]
  if (containerName !== undefined && !containers.some(({ name }) => name === containerName)) {
    const detail = 'must be one of the container or initContainer names in the pod template'
    errors.push(fieldError.invalid(`${path}.containerName`, containerName, detail))
  }
  return [...errors, ...validateExitCodeValues(values, operator, `${path}.values`)]
}

function validateExitCodeValues(values: readonly number[], operator: string, path: string): FieldError[] {
  if (values.length === 0) return [fieldError.invalid(path, values, 'at least one value is required')]
  const isOrdered = values.every((value, index) => index === 0 || values[index - 1]! <= value)
  return [
    ...validateMost(values, path, MAX_EXIT_CODES),
    ...validateEach(values, path, (value, at, index) => [
      ...(operator === 'In' && value === 0 ? [fieldError.invalid(at, value, 'must not be 0 for the In operator')] : []),
      ...(values.indexOf(value) < index ? [fieldError.duplicate(at, value)] : []),
    ]),
    ...(isOrdered ? [] : [fieldError.invalid(path, values, 'must be ordered')]),
  ]
}

/** Everything wrong with when an indexed Job may succeed early. */
export function validateSuccessPolicy({ rules = [] }: SuccessPolicy, completions: number, path: string): FieldError[] {
  const at = `${path}.rules`
  const missing = 'at least one rules must be specified when the successPolicy is specified'
  return [
    ...(rules.length === 0 ? [fieldError.required(at, missing)] : []),
    ...validateMost(rules, at, MAX_RULES),
    ...validateEach(rules, at, (rule, rulePath) => validateSuccessRule(rule, completions, rulePath)),
  ]
}

function validateSuccessRule(rule: SuccessPolicyRule, completions: number, path: string): FieldError[] {
  const { succeededCount, succeededIndexes } = rule
  if (succeededCount === undefined && succeededIndexes === undefined) {
    return [fieldError.required(path, 'at least one of succeededCount or succeededIndexes must be specified')]
  }
  const { errors, total } = validateSucceededIndexes(succeededIndexes, completions, `${path}.succeededIndexes`)
  if (succeededCount === undefined) return errors
  const at = `${path}.succeededCount`
  errors.push(...validateNonNegative(succeededCount, at))
  const atMost = (limit: number, what: string) =>
    errors.push(
      fieldError.invalid(at, succeededCount, `must be less than or equal to ${limit} (the number of ${what})`),
    )
  if (succeededCount > completions) atMost(completions, 'specified completions')
  if (total !== undefined && succeededCount > total) atMost(total, 'indexes in the specified succeededIndexes field')
  return errors
}

function validateSucceededIndexes(
  indexes: string | undefined,
  completions: number,
  path: string,
): { errors: FieldError[]; total?: number } {
  if (indexes === undefined) return { errors: [] }
  const errors = Buffer.byteLength(indexes) > MAX_INDEXES_BYTES ? [fieldError.tooLong(path, MAX_INDEXES_BYTES)] : []
  try {
    return { errors, total: countIndexes(parseIndexes(indexes, completions)) }
  } catch (error) {
    if (!(error instanceof IndexesError)) throw error
    errors.push(fieldError.invalid(path, indexes, `error parsing succeededIndexes: ${error.message}`))
    return { errors, total: 0 }
  }
}
