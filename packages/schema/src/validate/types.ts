import { fieldError } from '../field-error.ts'
import { findFormat } from '../formats/registry.ts'
import { goQuote } from '../go-text.ts'
import type { Json } from '../json.ts'
import type { SchemaNode } from '../node.ts'
import type { Constraint } from './constraint.ts'

/** The type of a JSON value, as OpenAPI names it. */
export type ValueType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'

const INT64_LIMIT = 2 ** 63

/** The type of a JSON value. A number without fraction is an integer unless no int64 could hold it. */
function typeOfValue(value: Json): ValueType {
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'boolean'
    case 'number':
      return isInteger(value) ? 'integer' : 'number'
    default:
      if (value === null) return 'null'
      return Array.isArray(value) ? 'array' : 'object'
  }
}

const isInteger = (value: number): boolean => Number.isInteger(value) && Math.abs(value) <= INT64_LIMIT

/** The types a node allows: an int-or-string allows two, a node without a type all. */
function allowedTypes(node: SchemaNode): readonly string[] {
  if (node['x-kubernetes-int-or-string']) return ['integer', 'string']
  return node.type === undefined ? [] : [node.type]
}

const NUMERIC_FORMATS: Record<string, readonly string[]> = { integer: ['int32', 'int64'], number: ['float', 'double'] }

/** The format of a node if it is one that is checked for its type; others are documentation. */
export function checkedFormat(node: SchemaNode): string {
  const { format = '' } = node
  const types = allowedTypes(node)
  const type = types.length === 1 ? (types[0] ?? '') : ''
  if (type === '' || type === 'string') return findFormat(format) === undefined ? '' : format
  return NUMERIC_FORMATS[type]?.includes(format) ? format : ''
}

/** Go's name for the representation of a number, which some messages show. */
const REPRESENTATIONS: Partial<Record<ValueType, string>> = { integer: 'int64', number: 'float64' }

const typeError = (name: string, wanted: string, found: string) =>
  fieldError.typeInvalid(name, found, `${name} in body must be of type ${wanted}: ${goQuote(found)}`)

/** The constraint that a node's `type` (and in odd cases its `format`) puts on values that are not null. */
export function typeConstraint(node: SchemaNode): Constraint<Json> | undefined {
  const types = allowedTypes(node)
  const format = checkedFormat(node)
  if (types.length === 0 && format === '') return undefined
  const isNumeric = types.includes('integer') || types.includes('number')
  // A format that belongs to no numeric type lets strings and, by an old mistake nobody dares to mend, lists pass.
  const passesUnseen = (type: ValueType) => format !== '' && !isNumeric && (type === 'string' || type === 'array')
  const fits = (type: ValueType, value: Json) => types.includes(type) || fitsNumerically(types, type, value)
  return {
    holds: (value) => {
      const type = typeOfValue(value)
      return fits(type, value) || passesUnseen(type)
    },
    fail: (value, name) => {
      const type = typeOfValue(value)
      const showsFormat = format !== '' && type !== 'string' && type !== 'array'
      return showsFormat ? typeError(name, format, REPRESENTATIONS[type] ?? '') : typeError(name, types.join(','), type)
    },
  }
}

function fitsNumerically(types: readonly string[], type: ValueType, value: Json): boolean {
  if (type === 'integer') return types.includes('number')
  return type === 'number' && types.includes('integer') && isNearlyInteger(value as number)
}

/** Whether a number is an integer but for what rounding may have added. */
export function isNearlyInteger(value: number): boolean {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return false
  const rounded = Math.round(value)
  return value === rounded || (rounded !== 0 && Math.abs(value - rounded) < 1e-9 * Math.abs(rounded))
}

/** The constraint on a null: it is a value of its own only where the node is nullable or has no type. */
export function nullConstraint(node: SchemaNode): Constraint<null> | undefined {
  const types = allowedTypes(node)
  if (types.length === 0 || node.nullable) return undefined
  return { holds: () => false, fail: (_value, name) => typeError(name, types.join(','), 'null') }
}
