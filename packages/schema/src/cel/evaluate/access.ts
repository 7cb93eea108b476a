import { fail } from '../values/failure.ts'
import { showValue } from '../values/text.ts'
import { isList, isMap, typeOf, Uint, type Value } from '../values/value.ts'

/** The field, key or index of a value; undefined where it has none. */
export function find(value: Value, key: Value): Value | undefined {
  if (isMap(value)) return value.find(key)
  if (!isList(value)) return undefined
  const index = listIndex(key)
  return index >= 0 && index < value.size ? value.at(index) : undefined
}

function listIndex(key: Value): number {
  if (typeof key === 'bigint') return Number(key)
  if (key instanceof Uint) return Number(key.value)
  if (typeof key !== 'number') return fail(`unsupported index type '${typeOf(key).name}' in list`)
  return Number.isInteger(key) ? key : fail(`unsupported index value ${showValue(key)} in list`)
}

/** The field, key or index of a value, which must have it. */
export function get(value: Value, key: Value): Value {
  const found = find(value, key)
  if (found !== undefined) return found
  return fail(isList(value) ? `index out of bounds: ${showValue(key)}` : `no such key: ${showValue(key)}`)
}
