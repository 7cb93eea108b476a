import { type CelType, listOf, optionalOf, param, TYPES } from '../types/type.ts'
import { addDurations, ints, uints } from '../values/arithmetic.ts'
import { equals } from '../values/equality.ts'
import { CostExceeded, fail, noSuchOverload } from '../values/failure.ts'
import { compare } from '../values/order.ts'
import { Duration } from '../values/time.ts'
import { type CelList, isList, kindOf, listValue, NONE, Optional, typeOf, Uint, type Value } from '../values/value.ts'
import { declare, type FunctionDeclaration, method, overload } from './declare.ts'

const { bool, bytes, double, duration, dyn, int, string, timestamp, uint } = TYPES
const A = param('A')
const MAX_RANGE = 10_000_000n
const MAX_AFFORDABLE = 1_000_000n

const COMPARABLE: Record<string, CelType> = { int, uint, double, bool, duration, timestamp, string, bytes }

const forComparable = <T>(make: (name: string, type: CelType) => T): T[] =>
  Object.entries(COMPARABLE).map(([name, type]) => make(name, type))

function isSorted(list: CelList): boolean {
  for (let index = 1; index < list.size; index++) if (compare(list.at(index - 1), list.at(index)) > 0) return false
  return true
}

/** The element that comes first when `direction` is -1, last when it is 1. */
function extreme(list: CelList, name: string, direction: number): Value {
  if (list.size === 0) fail(`${name} called on empty list`)
  return list.toArray().reduce((best, each) => (compare(each, best) * direction > 0 ? each : best))
}

const sum =
  <T extends Value>(zero: T, add: (a: T, b: T) => T) =>
  (list: CelList): Value =>
    list.toArray().reduce<T>((total, each) => {
      // A value of the kind of the zero is of its type; the elements of a dynamic list may be of any.
      return kindOf(each) === kindOf(zero) ? add(total, each as T) : noSuchOverload()
    }, zero)

function indexOf(list: CelList, sought: Value): bigint {
  for (let index = 0; index < list.size; index++) if (equals(list.at(index), sought)) return BigInt(index)
  return -1n
}

function lastIndexOf(list: CelList, sought: Value): bigint {
  for (let index = list.size - 1; index >= 0; index--) if (equals(list.at(index), sought)) return BigInt(index)
  return -1n
}

const includes = (target: Value, sought: Value) =>
  isList(target) ? indexOf(target, sought) >= 0n : equals(target, sought)

function slice(list: CelList, start: bigint, end: bigint): CelList {
  const call = `cannot slice(${start}, ${end})`
  if (start < 0n || end < 0n) fail(`${call}, negative indexes not supported`)
  if (start > end) fail(`${call}, start index must be less than or equal to end index`)
  if (end > list.size) fail(`${call}, list is length ${list.size}`)
  return listValue(list.toArray().slice(Number(start), Number(end)))
}

function flatten(list: CelList, depth: bigint): CelList {
  if (depth < 0n) fail('level must be non-negative')
  const flat = (values: CelList, level: bigint): Value[] =>
    values.toArray().flatMap((each) => (isList(each) && level > 0n ? flat(each, level - 1n) : [each]))
  return listValue(flat(list, depth))
}

function sortByKeys(list: CelList, keys: CelList): CelList {
  if (list.size !== keys.size) {
    const sizes = `${list.size} and ${keys.size} elements respectively`
    fail(`@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got ${sizes}`)
  }
  const pairs = keys.toArray().map((key, index) => ({ key, value: list.at(index) }))
  const type = pairs[0] && typeOf(pairs[0].key).name
  if (pairs.some(({ key }) => typeOf(key).name !== type)) fail('list elements must have the same type')
  return listValue(pairs.sort((a, b) => compare(a.key, b.key)).map(({ value }) => value))
}

function range(count: bigint): CelList {
  if (count < 0n) fail(`lists.range: size must be non-negative, got ${count}`)
  if (count > MAX_RANGE) fail(`lists.range: size ${count} exceeds maximum allowed (${MAX_RANGE})`)
  // Each element costs one, so that a longer list would be made for nothing.
  if (count > MAX_AFFORDABLE) throw new CostExceeded()
  return listValue(Array.from({ length: Number(count) }, (_, index) => BigInt(index)))
}

function distinct(list: CelList): CelList {
  const kept: Value[] = []
  for (const each of list.toArray()) if (!kept.some((other) => equals(other, each))) kept.push(each)
  return listValue(kept)
}

function unwrap(list: CelList): CelList {
  const optionals = list.toArray().map((each) => (each instanceof Optional ? each : fail('value is not optional')))
  return listValue(optionals.flatMap(({ value }) => (value === undefined ? [] : [value])))
}

const at = (index: (size: number) => number) => (list: CelList) =>
  list.size === 0 ? NONE : new Optional(list.at(index(list.size)))

const optionals = listOf(optionalOf(A))

/** Functions on lists: those of Kubernetes and those of the `lists` extension. */
export const LIST_FUNCTIONS: readonly FunctionDeclaration[] = [
  declare(
    'isSorted',
    ...forComparable((name, type) => method(`list_${name}_is_sorted_bool`, [listOf(type)], bool, isSorted)),
  ),
  declare(
    'sum',
    method('list_int_sum_int', [listOf(int)], int, sum(0n, ints.add)),
    method('list_uint_sum_uint', [listOf(uint)], uint, sum(new Uint(0n), uints.add)),
    method(
      'list_double_sum_double',
      [listOf(double)],
      double,
      sum<number>(0, (a, b) => a + b),
    ),
    method('list_duration_sum_duration', [listOf(duration)], duration, sum(new Duration(0n), addDurations)),
  ),
  declare(
    'min',
    ...forComparable((name, type) =>
      method(`list_${name}_min_${name}`, [listOf(type)], type, (list: CelList) => extreme(list, 'min', -1)),
    ),
  ),
  declare(
    'max',
    ...forComparable((name, type) =>
      method(`list_${name}_max_${name}`, [listOf(type)], type, (list: CelList) => extreme(list, 'max', 1)),
    ),
  ),
  declare('indexOf', method('list_a_index_of_int', [listOf(A), A], int, indexOf)),
  declare('lastIndexOf', method('list_a_last_index_of_int', [listOf(A), A], int, lastIndexOf)),
  declare('includes', method('list_includes_dyn_dyn', [dyn, dyn], bool, includes)),
  declare('slice', method('list_slice', [listOf(A), int, int], listOf(A), slice)),
  declare(
    'flatten',
    {
      ...method('list_flatten', [listOf(listOf(A))], listOf(A), (list: CelList) => flatten(list, 1n)),
      takesAnyList: true,
    },
    method('list_flatten_int', [listOf(dyn), int], listOf(dyn), flatten),
  ),
  declare(
    'sort',
    ...forComparable((name, type) =>
      method(`list_${name}_sort`, [listOf(type)], listOf(type), (list: CelList) => sortByKeys(list, list)),
    ),
  ),
  declare(
    '@sortByAssociatedKeys',
    ...forComparable((name, type) =>
      method(`list_${name}_sortByAssociatedKeys`, [listOf(A), listOf(type)], listOf(A), sortByKeys),
    ),
  ),
  declare('lists.range', overload('lists_range', [int], listOf(int), range)),
  declare(
    'reverse',
    method('list_reverse', [listOf(A)], listOf(A), (list: CelList) => listValue(list.toArray().reverse())),
  ),
  declare('distinct', method('list_distinct', [listOf(A)], listOf(A), distinct)),
  declare(
    'first',
    method(
      'list_first',
      [listOf(A)],
      optionalOf(A),
      at(() => 0),
    ),
  ),
  declare(
    'last',
    method(
      'list_last',
      [listOf(A)],
      optionalOf(A),
      at((size) => size - 1),
    ),
  ),
  declare('optional.unwrap', overload('optional_unwrap', [optionals], listOf(A), unwrap)),
  declare('unwrapOpt', method('optional_unwrapOpt', [optionals], listOf(A), unwrap)),
]
