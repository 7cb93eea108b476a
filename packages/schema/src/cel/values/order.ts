import { fail, noSuchOverload } from './failure.ts'
import { Bytes, Uint, type Value } from './value.ts'

/** Ints, uints and doubles, which compare with each other. */
export type Numeric = bigint | number | Uint

/** Whether a value is an int, a uint or a double. */
export const isNumeric = (value: Value): value is Numeric =>
  typeof value === 'bigint' || typeof value === 'number' || value instanceof Uint

/** Negative, zero or positive as one number is less than, equal to or greater than another; NaN when one is NaN. */
export function compareNumbers(a: Numeric, b: Numeric): number {
  const left = a instanceof Uint ? a.value : a
  const right = b instanceof Uint ? b.value : b
  if (typeof left === typeof right) return compareSame(left, right)
  return compareSame(Number(left), Number(right))
}

const compareSame = (a: bigint | number, b: bigint | number) => (a < b ? -1 : a > b ? 1 : a === b ? 0 : Number.NaN)

/** The order of two values, for `<` and its kin, `sort`, `min` and `max`. */
export function compare(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b)
  if (isNumeric(a) && isNumeric(b)) {
    const order = compareNumbers(a, b)
    return Number.isNaN(order) ? fail('NaN values cannot be ordered') : order
  }
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  return compareObjects(a, b)
}

function compareObjects(a: Value, b: Value): number {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return noSuchOverload()
  if (a instanceof Bytes && b instanceof Bytes) return Buffer.compare(a.data, b.data)
  if (a.celKind === b.celKind && 'nanos' in a && 'nanos' in b) return compareSame(a.nanos, b.nanos)
  return noSuchOverload()
}

const SURROGATE = /[\ud800-\udfff]/

/** By code points, which is the order of UTF-8 but not of UTF-16. */
function compareStrings(a: string, b: string): number {
  if (a === b) return 0
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return a < b ? -1 : 1
}
