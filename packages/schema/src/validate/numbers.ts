import { fieldError } from '../field-error.ts'
import { goNumber } from '../go-text.ts'
import type { SchemaNode } from '../node.ts'
import { type Constraint, WHOLE } from './constraint.ts'
import { checkedFormat, isNearlyInteger } from './types.ts'

/** The constraints on a number, in the order in which the API server reports them. */
export function numberConstraints(node: SchemaNode): Constraint<number>[] {
  const range = numericRange(node)
  const constraints = range === undefined ? [] : [inRange(range, 'Checked')]
  const { multipleOf, minimum, maximum } = node
  if (multipleOf !== undefined) constraints.push(...bound(range, 'MultipleOf', multipleOf, isMultipleOf))
  if (minimum !== undefined) {
    constraints.push(...bound(range, 'Minimum boundary', minimum, atLeast(node.exclusiveMinimum === true)))
  }
  if (maximum !== undefined) {
    constraints.push(...bound(range, 'Maximum boundary', maximum, atMost(node.exclusiveMaximum === true)))
  }
  return constraints
}

/** What a type with its format can hold. */
interface NumericRange {
  /** `integer with format int32`, as messages say it. */
  text: string
  contains(value: number): boolean
}

const FLOAT_LIMIT = 3.4028235677973366e38

function numericRange(node: SchemaNode): NumericRange | undefined {
  if (node['x-kubernetes-int-or-string']) return undefined
  const format = checkedFormat(node)
  const text = `${node.type} ${format === '' ? '(default format)' : `with format ${format}`}`
  if (node.type === 'integer') {
    const contains = format === 'int32' ? (value: number) => (value | 0) === value : isInt64
    return { text, contains }
  }
  if (node.type === 'number' && format === 'float') return { text, contains: (value) => Math.abs(value) < FLOAT_LIMIT }
  return undefined
}

const isInt64 = (value: number): boolean => Number.isInteger(value) && Math.abs(value) <= 2 ** 63

const inRange = (range: NumericRange, what: string): Constraint<number> => ({
  holds: range.contains,
  fail: (_value, name) => fieldError.invalid(WHOLE, '', `${what} value must be of type ${range.text} in ${name}`),
})

/** Compares a value with a bound; `describe` completes "x in body should be ...". */
interface Comparison {
  holds(value: number, bound: number): boolean
  describe(bound: number): string
}

/**
 * A bound that the type itself could not hold is reported on every value. Otherwise integers are compared with the
 * bound cut to an integer, as the API server does.
 */
function bound(
  range: NumericRange | undefined,
  what: string,
  limit: number,
  comparison: Comparison,
): Constraint<number>[] {
  const isForeign = range !== undefined && !range.contains(limit)
  const limitFor = (value: number) => (!isForeign && Number.isInteger(value) ? Math.trunc(limit) : limit)
  const compare: Constraint<number> = {
    holds: (value) => comparison.holds(value, limitFor(value)),
    fail: (value, name) => failedComparison(name, value, limitFor(value), comparison),
  }
  return isForeign && range !== undefined ? [foreignBound(range, what), compare] : [compare]
}

const foreignBound = (range: NumericRange, what: string): Constraint<number> => ({
  ...inRange(range, what),
  holds: () => false,
})

function failedComparison(name: string, value: number, limit: number, comparison: Comparison) {
  if (comparison === isMultipleOf && limit <= 0) {
    const shown = goNumber(limit)
    return fieldError.invalid(name, limit, `factor MultipleOf declared for ${name} must be positive: ${shown}`)
  }
  return fieldError.invalid(name, value, `${name} in body should be ${comparison.describe(limit)}`)
}

const atLeast = (isExclusive: boolean): Comparison => ({
  holds: isExclusive ? (value, limit) => value > limit : (value, limit) => value >= limit,
  describe: (limit) => `greater than ${isExclusive ? '' : 'or equal to '}${goNumber(limit)}`,
})

const atMost = (isExclusive: boolean): Comparison => ({
  holds: isExclusive ? (value, limit) => value < limit : (value, limit) => value <= limit,
  describe: (limit) => `less than ${isExclusive ? '' : 'or equal to '}${goNumber(limit)}`,
})

const isMultipleOf: Comparison = {
  holds: (value, factor) => {
    if (factor <= 0) return false
    if (Number.isInteger(value) && Number.isInteger(factor)) return value % factor === 0
    return isNearlyInteger(factor < 1 ? (1 / factor) * value : value / factor)
  },
  describe: (factor) => `a multiple of ${goNumber(factor)}`,
}
