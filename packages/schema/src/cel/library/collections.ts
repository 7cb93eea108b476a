import { listOf, mapOf, optionalOf, param, TYPES } from '../types/type.ts'
import { equals } from '../values/equality.ts'
import { fail, noSuchOverload } from '../values/failure.ts'
import { ValueMap } from '../values/maps.ts'
import { FIRST_INSTANT } from '../values/time.ts'
import { type CelList, type CelMap, isList, isMap, NONE, Optional, Uint, type Value } from '../values/value.ts'
import { declare, type FunctionDeclaration, method, overload } from './declare.ts'

const { bool } = TYPES
const K = param('K')
const V = param('V')
const T = listOf(param('T'))

const contains = (list: CelList, sublist: CelList): boolean => {
  const all = list.toArray()
  return sublist.toArray().every((each) => all.some((other) => equals(other, each)))
}

const intersects = (a: CelList, b: CelList): boolean => {
  const others = b.toArray()
  return a.toArray().some((each) => others.some((other) => equals(other, each)))
}

/** Whether a value is the zero of its type: null, false, 0, "" or empty. */
function isZero(value: Value): boolean {
  if (value === null || value === false || value === '' || value === 0 || value === 0n) return true
  if (typeof value !== 'object') return false
  if (isList(value) || isMap(value)) return value.size === 0
  if (value instanceof Uint) return value.value === 0n
  if (value.celKind === 'bytes') return value.data.length === 0
  if (value.celKind === 'timestamp') return value.nanos === FIRST_INSTANT
  return value.celKind === 'duration' && value.nanos === 0n
}

function insertAll(target: CelMap, added: CelMap): CelMap {
  const merged = copy(target)
  for (const key of added.keys()) merged.insert(key, added.find(key)!)
  return merged
}

/** Comprehensions only ever insert into the map they have made themselves, which therefore need not be copied. */
function copy(map: CelMap): ValueMap {
  if (map instanceof ValueMap) return map
  const copied = new ValueMap()
  for (const key of map.keys()) copied.set(key, map.find(key)!)
  return copied
}

/** Sets, optionals, and what macros over maps are made of. */
export const COLLECTION_FUNCTIONS: readonly FunctionDeclaration[] = [
  declare('sets.contains', overload('list_sets_contains_list', [T, T], bool, contains)),
  declare(
    'sets.equivalent',
    overload('list_sets_equivalent_list', [T, T], bool, (a: CelList, b: CelList) => contains(a, b) && contains(b, a)),
  ),
  declare('sets.intersects', overload('list_sets_intersects_list', [T, T], bool, intersects)),
  declare(
    'cel.@mapInsert',
    overload('@mapInsert_map_key_value', [mapOf(K, V), K, V], mapOf(K, V), (map: CelMap, key: Value, value: Value) =>
      copy(map).insert(key, value),
    ),
    overload('@mapInsert_map_map', [mapOf(K, V), mapOf(K, V)], mapOf(K, V), insertAll),
  ),
  declare(
    'optional.of',
    overload('optional_of', [V], optionalOf(V), (value: Value) => new Optional(value)),
  ),
  declare(
    'optional.ofNonZeroValue',
    overload('optional_ofNonZeroValue', [V], optionalOf(V), (value: Value) =>
      isZero(value) ? NONE : new Optional(value),
    ),
  ),
  declare(
    'optional.none',
    overload('optional_none', [], optionalOf(V), () => NONE),
  ),
  declare(
    'value',
    method('optional_value', [optionalOf(V)], V, ({ value }: Optional) =>
      value === undefined ? fail('optional.none() dereference') : value,
    ),
  ),
  declare(
    'hasValue',
    method('optional_hasValue', [optionalOf(V)], bool, ({ value }: Optional) => value !== undefined),
  ),
  // The planner evaluates the alternative only when it is needed.
  declare('or', method('optional_or_optional', [optionalOf(V), optionalOf(V)], optionalOf(V), noSuchOverload)),
  declare('orValue', method('optional_orValue_value', [optionalOf(V), V], V, noSuchOverload)),
]
