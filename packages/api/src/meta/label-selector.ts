import { type FieldError, fieldError } from '@skep/schema'
import { checkLabelValue, checkQualifiedName } from './names.ts'
import type { LabelSelector, LabelSelectorRequirement } from './types.ts'
import { invalid, validateEach } from './validation.ts'

/** A set of labels: keys and values. */
export function validateLabels(labels: Readonly<Record<string, string>> | undefined, path: string): FieldError[] {
  if (labels === undefined) return []
  return Object.entries(labels).flatMap(([key, value]) => [
    ...invalid(path, key, checkQualifiedName(key)),
    ...invalid(path, value, checkLabelValue(value)),
  ])
}

/** The key of a label. */
export const validateLabelKey = (key: string, path: string): FieldError[] => invalid(path, key, checkQualifiedName(key))

/** A label selector. An absent one is fine: whether it must be there is the kind's business. */
export function validateLabelSelector(selector: LabelSelector | undefined, path: string): FieldError[] {
  if (selector === undefined) return []
  return [
    ...validateLabels(selector.matchLabels, `${path}.matchLabels`),
    ...validateEach(selector.matchExpressions, `${path}.matchExpressions`, validateRequirement),
  ]
}

function validateRequirement({ key, operator, values = [] }: LabelSelectorRequirement, path: string): FieldError[] {
  return [
    ...validateOperator(operator, values, path),
    ...validateLabelKey(key ?? '', `${path}.key`),
    ...validateEach(values, `${path}.values`, (value, at) => invalid(at, value, checkLabelValue(value))),
  ]
}

/** The operator of a requirement and whether it goes with its values. */
export function validateOperator(operator: string | undefined, values: readonly string[], path: string): FieldError[] {
  switch (operator) {
    case 'In':
    case 'NotIn':
      return values.length > 0
        ? []
        : [fieldError.required(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'")]
    case 'Exists':
    case 'DoesNotExist':
      return values.length === 0
        ? []
        : [fieldError.forbidden(`${path}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")]
    default:
      return [fieldError.invalid(`${path}.operator`, operator ?? '', 'not a valid selector operator')]
  }
}

/** Whether labels satisfy a selector. An absent selector matches nothing, an empty one everything. */
export function matchesSelector(
  selector: LabelSelector | undefined,
  labels: Readonly<Record<string, string>> | undefined,
): boolean {
  if (selector === undefined) return false
  const required = Object.entries(selector.matchLabels ?? {})
  return (
    required.every(([key, value]) => labels?.[key] === value) &&
    (selector.matchExpressions ?? []).every((requirement) =>
      matchesRequirement(requirement, labelOf(labels, requirement.key)),
    )
  )
}

/** A key that objects inherit, such as `constructor`, is no label until somebody sets it. */
const labelOf = (labels: Readonly<Record<string, string>> | undefined, key: string): string | undefined =>
  labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined

/** Whether the value of a label, undefined where it is not set, is what a requirement asks for. */
export function matchesRequirement(
  { operator, values = [] }: Pick<LabelSelectorRequirement, 'operator' | 'values'>,
  value: string | undefined,
): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value)
    case 'NotIn':
      return value === undefined || !values.includes(value)
    case 'Exists':
      return value !== undefined
    case 'DoesNotExist':
      return value === undefined
    default:
      return false
  }
}

/** Whether a selector selects anything in particular: none or an empty one does not. */
export const isEmptySelector = (selector: LabelSelector | undefined): boolean =>
  Object.keys(selector?.matchLabels ?? {}).length + (selector?.matchExpressions?.length ?? 0) === 0

/** A selector in the order in which Kubernetes quotes it in an error. */
export const printedSelector = ({ matchLabels, matchExpressions }: LabelSelector): object => ({
  ...(matchLabels && Object.keys(matchLabels).length > 0 ? { matchLabels: sortKeys(matchLabels) } : {}),
  ...(matchExpressions && matchExpressions.length > 0
    ? {
        matchExpressions: matchExpressions.map(({ key, operator, values }) => ({
          key,
          operator,
          ...(values && values.length > 0 ? { values } : {}),
        })),
      }
    : {}),
})

const sortKeys = (labels: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)))

/** A selector as kubectl shows it: `app=web,tier in (a,b)`, or `<none>`. */
export function formatSelector(selector: LabelSelector | undefined): string {
  if (selector === undefined || isEmptySelector(selector)) return '<none>'
  const equal = Object.entries(sortKeys(selector.matchLabels ?? {})).map(([key, value]) => `${key}=${value}`)
  const others = [...(selector.matchExpressions ?? [])].sort((a, b) => (a.key < b.key ? -1 : 1)).map(formatRequirement)
  return [...equal, ...others].join(',')
}

function formatRequirement({ key, operator, values = [] }: LabelSelectorRequirement): string {
  switch (operator) {
    case 'Exists':
      return key
    case 'DoesNotExist':
      return `!${key}`
    default:
      return `${key} ${operator === 'In' ? 'in' : 'notin'} (${[...values].sort().join(',')})`
  }
}

/** Labels as kubectl shows them: `app=web,tier=front`, or `<none>`. */
export const formatLabels = (labels: Readonly<Record<string, string>> | undefined): string =>
  labels === undefined || Object.keys(labels).length === 0
    ? '<none>'
    : Object.entries(sortKeys(labels))
        .map(([key, value]) => `${key}=${value}`)
        .join(',')
