import { type Json, jsonEqual } from '../../json.ts'
import { compareNumbers, isNumeric } from './order.ts'
import { Bytes, type CelList, type CelMap, isList, isMap, kindOf, type ObjectValue, Uint, type Value } from './value.ts'

/** Whether two values are equal. Numbers of different types may be; all else of different types is not. */
export function equals(a: Value, b: Value): boolean {
  if (a === b) return true
  if (a === null || b === null) return false
  if (typeof a === 'object' && typeof b === 'object') return objectsEqual(a, b)
  if (isNumeric(a) && isNumeric(b)) return compareNumbers(a, b) === 0
  return false
}

function objectsEqual(a: ObjectValue, b: ObjectValue): boolean {
  if (a.celKind !== b.celKind) return false
  if (isList(a) && isList(b)) return listsEqual(a, b)
  if (isMap(a) && isMap(b)) return mapsEqual(a, b)
  if (a instanceof Bytes && b instanceof Bytes) return Buffer.compare(a.data, b.data) === 0
  switch (a.celKind) {
    case 'uint':
      return a.value === (b as typeof a).value
    case 'timestamp':
    case 'duration':
      return a.nanos === (b as typeof a).nanos
    case 'type':
      return a.type.name === (b as typeof a).type.name
    case 'optional':
      return optionalsEqual(a.value, (b as typeof a).value)
    case 'opaque': {
      const other = b as typeof a
      return a.type.name === other.type.name && a.equals(other)
    }
    default:
      return false
  }
}

function optionalsEqual(a: Value | undefined, b: Value | undefined): boolean {
  return a === undefined || b === undefined ? a === b : equals(a, b)
}

function listsEqual(a: CelList, b: CelList): boolean {
  if (a.size !== b.size) return false
  if (a.semantics === 'set') return setsEqual(a, b)
  if (a.semantics !== 'atomic') return keyedListsEqual(a, b, a.semantics)
  for (let index = 0; index < a.size; index++) if (!equals(a.at(index), b.at(index))) return false
  return true
}

function setsEqual(a: CelList, b: CelList): boolean {
  const keys = new Set(a.toArray().map(setKey))
  return b.toArray().every((each) => keys.has(setKey(each)))
}

function keyedListsEqual(a: CelList, b: CelList, keys: readonly string[]): boolean {
  const byKey = new Map(a.toArray().map((each) => [elementKey(each, keys), each]))
  return b.toArray().every((each) => {
    const same = byKey.get(elementKey(each, keys))
    return same !== undefined && equals(same, each)
  })
}

/** A string that is the same for equal elements of a set. */
export function setKey(value: Value): string {
  if (isNumeric(value)) return `n${value instanceof Uint ? value.value : value}`
  if (value instanceof Bytes) return `b${Buffer.from(value.data).toString('base64')}`
  if (isMap(value))
    return `m${JSON.stringify(
      value
        .keys()
        .map((key) => [key, setKey(value.find(key)!)])
        .sort(),
    )}`
  if (isList(value)) return `l${JSON.stringify(value.toArray().map(setKey))}`
  if (typeof value !== 'object' || value === null) return `${kindOf(value)}${String(value)}`
  return 'nanos' in value ? `${value.celKind}${value.nanos}` : value.celKind
}

/** What tells an element of a list of type `map` from the others. */
export function elementKey(value: Value, keys: readonly string[]): string {
  return JSON.stringify(keys.map((key) => (isMap(value) ? setKey(value.find(key) ?? null) : '')))
}

function mapsEqual(a: CelMap, b: CelMap): boolean {
  if (a.size !== b.size) return false
  for (const key of a.keys()) {
    const mine = a.find(key)
    const theirs = b.find(key)
    if (mine === undefined || theirs === undefined) {
      if (mine !== theirs) return false
    } else if (!equals(mine, theirs)) return false
  }
  return a.raw === undefined || b.raw === undefined || unknownFieldsEqual(a, a.raw, b.raw)
}

/** Fields that no schema declares are compared as JSON, where both objects have them. */
function unknownFieldsEqual(known: CelMap, a: Readonly<Record<string, unknown>>, b: typeof a): boolean {
  if (known.keys().length === Object.keys(a).length) return true
  return Object.keys(a).every((key) => {
    if (!Object.hasOwn(b, key) || known.find(key) !== undefined) return true
    // The objects behind maps are the JSON that clients sent.
    return jsonEqual(a[key] as Json, b[key] as Json)
  })
}
