import { type FieldError, fieldError, type KindRules, parseQuantity, quantityToNumber } from '@skep/schema'
import { checkQualifiedName } from '../meta/names.ts'
import { invalid, validateEach } from '../meta/validation.ts'
import { plainTable } from '../rules/table.ts'
import { unsetList } from '../rules/unset.ts'
import { amountOf, compareAmounts } from './amounts.ts'
import type { LimitRange, LimitRangeItem } from './limit-range.ts'
import { isOvercommitAllowed } from './resource-names.ts'
import { validateContainerResourceName, validateResourceName } from './resources.validate.ts'

/** What limit ranges do beyond their schema. */
export const limitRangeRules: KindRules<LimitRange> = {
  defaults: (range) => {
    range.spec ??= { limits: unsetList }
    range.spec.limits ??= unsetList
    for (const item of range.spec.limits ?? []) if (item.type === 'Container') defaultContainerLimits(item)
  },
  prepareForCreate: forgetEmptyList,
  prepareForUpdate: forgetEmptyList,
  validate: ({ spec }) => validateLimits(spec?.limits ?? []),
  cells: plainTable.cells,
}

/** Kubernetes does not store the difference between no list and an empty one. */
function forgetEmptyList({ spec }: LimitRange): void {
  if (spec?.limits?.length === 0) spec.limits = unsetList
}

type Amounts = Record<string, string>

/** What a container may use at most is its limit, and its limit is its request, unless something else is said. */
function defaultContainerLimits(item: LimitRangeItem): void {
  const defaults = { ...item.max, ...item.default }
  const requests = { ...item.min, ...defaults, ...item.defaultRequest }
  if (Object.keys(defaults).length > 0) item.default = defaults
  if (Object.keys(requests).length > 0) item.defaultRequest = requests
}

function validateLimits(limits: readonly LimitRangeItem[]): FieldError[] {
  const types = new Set<string>()
  return validateEach(limits, 'spec.limits', (item, at) => {
    const isRepeated = types.has(item.type)
    types.add(item.type)
    return [
      ...validateType(item.type, `${at}.type`),
      ...(isRepeated ? [fieldError.duplicate(`${at}.type`, item.type)] : []),
      ...validateNames(item, at),
      ...validateAmounts(item, at),
    ]
  })
}

const TYPES = ['Pod', 'Container', 'PersistentVolumeClaim']

function validateType(type: string, path: string): FieldError[] {
  const errors = invalid(path, type, checkQualifiedName(type))
  if (errors.length > 0 || type.includes('/') || TYPES.includes(type)) return errors
  return [fieldError.invalid(path, type, 'must be a standard limit type or fully qualified')]
}

function validateNames(item: LimitRangeItem, path: string): FieldError[] {
  const check = item.type === 'Pod' || item.type === 'Container' ? validateContainerResourceName : validateResourceName
  const names = (field: 'max' | 'min' | 'default' | 'defaultRequest' | 'maxLimitRequestRatio') =>
    Object.keys(item[field] ?? {}).flatMap((name) => check(name, `${path}.${field}[${name}]`))
  return [
    ...names('max'),
    ...names('min'),
    ...(item.type === 'Pod' ? validateNoPodDefaults(item, path) : [...names('default'), ...names('defaultRequest')]),
    ...(item.type === 'PersistentVolumeClaim' && !item.min?.['storage'] && !item.max?.['storage']
      ? [
          fieldError.required(
            `${path}.limits`,
            'either minimum or maximum storage value is required, but neither was provided',
          ),
        ]
      : []),
    ...names('maxLimitRequestRatio'),
  ]
}

const validateNoPodDefaults = (item: LimitRangeItem, path: string): FieldError[] =>
  (['default', 'defaultRequest'] as const)
    .filter((field) => Object.keys(item[field] ?? {}).length > 0)
    .map((field) => fieldError.forbidden(`${path}.${field}`, "may not be specified when `type` is 'Pod'"))

function validateAmounts(item: LimitRangeItem, path: string): FieldError[] {
  const { min = {}, max = {}, maxLimitRequestRatio: ratios = {} } = item
  const isPod = item.type === 'Pod'
  const defaults = isPod ? {} : (item.default ?? {})
  const requests = isPod ? {} : (item.defaultRequest ?? {})
  const names = new Set([max, min, defaults, requests, ratios].flatMap((amounts) => Object.keys(amounts)))
  return [...names].flatMap((name) => [
    ...validateOrder(name, { min, max, defaults, requests }, path),
    ...validateRatio(
      amountOf(ratios, name),
      amountOf(min, name),
      amountOf(max, name),
      `${path}.maxLimitRequestRatio[${name}]`,
    ),
    ...validateEqualDefaults(name, amountOf(defaults, name), amountOf(requests, name), path),
  ])
}

const isGreater = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && compareAmounts(a, b) > 0

interface Bounds {
  min: Amounts
  max: Amounts
  defaults: Amounts
  requests: Amounts
}

/** min <= request <= limit <= max. The value that an error quotes is not always the one it is about: so be it. */
function validateOrder(name: string, bounds: Bounds, path: string): FieldError[] {
  const [min, max] = [amountOf(bounds.min, name), amountOf(bounds.max, name)]
  const [limit, request] = [amountOf(bounds.defaults, name), amountOf(bounds.requests, name)]
  const rules: [string | undefined, string | undefined, string, string | undefined, string][] = [
    [min, max, 'min', min, `min value ${min} is greater than max value ${max}`],
    [min, request, 'defaultRequest', request, `min value ${min} is greater than default request value ${request}`],
    [request, max, 'defaultRequest', request, `default request value ${request} is greater than max value ${max}`],
    [
      request,
      limit,
      'defaultRequest',
      request,
      `default request value ${request} is greater than default limit value ${limit}`,
    ],
    [min, limit, 'default', min, `min value ${min} is greater than default value ${limit}`],
    [limit, max, 'default', max, `default value ${limit} is greater than max value ${max}`],
  ]
  return rules
    .filter(([lower, upper]) => isGreater(lower, upper))
    .map(([, , field, shown, detail]) => fieldError.invalid(`${path}.${field}[${name}]`, shown, detail))
}

function validateRatio(
  ratio: string | undefined,
  min: string | undefined,
  max: string | undefined,
  path: string,
): FieldError[] {
  if (ratio === undefined) return []
  const value = quantityToNumber(parseQuantity(ratio))
  const errors = value < 1 ? [fieldError.invalid(path, ratio, `ratio ${ratio} is less than 1`)] : []
  if (min === undefined || max === undefined) return errors
  const limit = quantityToNumber(parseQuantity(max)) / quantityToNumber(parseQuantity(min))
  if (value <= limit) return errors
  return [...errors, fieldError.invalid(path, ratio, `ratio ${ratio} is greater than max/min = ${limit.toFixed(6)}`)]
}

function validateEqualDefaults(
  name: string,
  limit: string | undefined,
  request: string | undefined,
  path: string,
): FieldError[] {
  const differs = isGreater(limit, request) || isGreater(request, limit)
  if (isOvercommitAllowed(name) || !differs) return []
  const detail = `default value ${limit} must equal to defaultRequest value ${request} in ${name}`
  return [fieldError.invalid(`${path}.defaultRequest[${name}]`, request, detail)]
}
