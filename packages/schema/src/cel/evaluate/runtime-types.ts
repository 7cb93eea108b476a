import type { CelType } from '../types/type.ts'
import { isList, isMap, kindOf, type Value } from '../values/value.ts'

/** Whether a value is of a type, as far as one element of a list or map tells. */
export function fits(value: Value, type: CelType): boolean {
  switch (type.kind) {
    case 'dyn':
    case 'param':
      return true
    case 'list':
      return isList(value) && (value.size === 0 || fits(value.at(0), type.params[0]!))
    case 'map':
      return isMap(value) && fitsMap(value, type)
    case 'opaque':
    case 'object':
      return fitsLibraryType(value, type)
    default:
      return kindOf(value) === type.kind
  }
}

function fitsMap(value: Value, type: CelType): boolean {
  if (!isMap(value) || value.size === 0) return true
  const key = value.keys()[0]!
  const element = value.find(key)
  return fits(key, type.params[0]!) && (element === undefined || fits(element, type.params[1]!))
}

function fitsLibraryType(value: Value, type: CelType): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (value.celKind === 'optional') return type.name === 'optional_type'
  return value.celKind === 'opaque' && value.type.name === type.name
}
