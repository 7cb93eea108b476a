import { listOf, mapOf, optionalOf, param, TYPES } from '../types/type.ts'
import {
  addBytes,
  addDurations,
  addLists,
  addToTimestamp,
  betweenTimestamps,
  ints,
  subtractDurations,
  subtractFromTimestamp,
  uints,
} from '../values/arithmetic.ts'
import { equals } from '../values/equality.ts'
import { noSuchOverload } from '../values/failure.ts'
import { compare } from '../values/order.ts'
import type { Duration, Timestamp } from '../values/time.ts'
import type { CelList, CelMap, Value } from '../values/value.ts'
import { declare, type FunctionDeclaration, type Overload, overload } from './declare.ts'

const { bool, bytes, double, duration, int, string, timestamp, uint } = TYPES
const A = param('A')
const B = param('B')

/** The planner evaluates these itself, since they do not always evaluate all of their operands. */
const planned = (): never => noSuchOverload()

const logic = [
  declare('_?_:_', overload('conditional', [bool, A, A], A, planned)),
  declare('_&&_', overload('logical_and', [bool, bool], bool, planned)),
  declare('_||_', overload('logical_or', [bool, bool], bool, planned)),
  declare(
    '!_',
    overload('logical_not', [bool], bool, (a: boolean) => !a),
  ),
  declare('@not_strictly_false', overload('not_strictly_false', [bool], bool, planned)),
  declare('_==_', overload('equals', [A, A], bool, equals)),
  declare(
    '_!=_',
    overload('not_equals', [A, A], bool, (a: Value, b: Value) => !equals(a, b)),
  ),
]

const arithmetic = [
  declare(
    '_+_',
    overload('add_bytes', [bytes, bytes], bytes, addBytes),
    overload('add_double', [double, double], double, (a: number, b: number) => a + b),
    overload('add_duration_duration', [duration, duration], duration, addDurations),
    overload('add_duration_timestamp', [duration, timestamp], timestamp, (a: Duration, b: Timestamp) =>
      addToTimestamp(b, a),
    ),
    overload('add_timestamp_duration', [timestamp, duration], timestamp, addToTimestamp),
    overload('add_int64', [int, int], int, ints.add),
    overload('add_list', [listOf(A), listOf(A)], listOf(A), addLists),
    overload('add_string', [string, string], string, (a: string, b: string) => a + b),
    overload('add_uint64', [uint, uint], uint, uints.add),
  ),
  declare(
    '_-_',
    overload('subtract_double', [double, double], double, (a: number, b: number) => a - b),
    overload('subtract_duration_duration', [duration, duration], duration, subtractDurations),
    overload('subtract_int64', [int, int], int, ints.subtract),
    overload('subtract_timestamp_duration', [timestamp, duration], timestamp, subtractFromTimestamp),
    overload('subtract_timestamp_timestamp', [timestamp, timestamp], duration, betweenTimestamps),
    overload('subtract_uint64', [uint, uint], uint, uints.subtract),
  ),
  declare(
    '_*_',
    overload('multiply_double', [double, double], double, (a: number, b: number) => a * b),
    overload('multiply_int64', [int, int], int, ints.multiply),
    overload('multiply_uint64', [uint, uint], uint, uints.multiply),
  ),
  declare(
    '_/_',
    overload('divide_double', [double, double], double, (a: number, b: number) => a / b),
    overload('divide_int64', [int, int], int, ints.divide),
    overload('divide_uint64', [uint, uint], uint, uints.divide),
  ),
  declare(
    '_%_',
    overload('modulo_int64', [int, int], int, ints.modulo),
    overload('modulo_uint64', [uint, uint], uint, uints.modulo),
  ),
  declare(
    '-_',
    overload('negate_double', [double], double, (a: number) => -a),
    overload('negate_int64', [int], int, ints.negate),
  ),
]

const NUMBERS = { int64: int, uint64: uint, double }
const ORDERED = { bool, string, bytes, timestamp, duration }

/** `<` and its kin compare values of one type, and numbers of any two. */
function comparison(name: string, prefix: string, holds: (order: number) => boolean): FunctionDeclaration {
  const run = (a: Value, b: Value) => holds(compare(a, b))
  const overloads: Overload[] = Object.entries(ORDERED).map(([suffix, type]) =>
    overload(`${prefix}_${suffix}`, [type, type], bool, run),
  )
  for (const [left, leftType] of Object.entries(NUMBERS)) {
    for (const [right, rightType] of Object.entries(NUMBERS)) {
      const suffix = left === right ? left : `${left}_${right}`
      overloads.push(overload(`${prefix}_${suffix}`, [leftType, rightType], bool, run))
    }
  }
  return declare(name, ...overloads)
}

const comparisons = [
  comparison('_<_', 'less', (order) => order < 0),
  comparison('_<=_', 'less_equals', (order) => order <= 0),
  comparison('_>_', 'greater', (order) => order > 0),
  comparison('_>=_', 'greater_equals', (order) => order >= 0),
]

const inList = (value: Value, list: CelList) => list.items.some((_item, index) => equals(list.at(index), value))
const inMap = (key: Value, map: CelMap) => map.find(key) !== undefined

const optionalList = optionalOf(listOf(A))
const optionalMap = optionalOf(mapOf(A, B))

const containers = [
  declare('@in', overload('in_list', [A, listOf(A)], bool, inList), overload('in_map', [A, mapOf(A, B)], bool, inMap)),
  declare(
    '_[_]',
    overload('index_list', [listOf(A), int], A, planned),
    overload('index_map', [mapOf(A, B), A], B, planned),
    overload('optional_list_index_int', [optionalList, int], optionalOf(A), planned),
    overload('optional_map_index_value', [optionalMap, A], optionalOf(B), planned),
  ),
  declare(
    '_[?_]',
    overload('list_optindex_optional_int', [listOf(A), int], optionalOf(A), planned),
    overload('optional_list_optindex_optional_int', [optionalList, int], optionalOf(A), planned),
    overload('map_optindex_optional_value', [mapOf(A, B), A], optionalOf(B), planned),
    overload('optional_map_optindex_optional_value', [optionalMap, A], optionalOf(B), planned),
  ),
  declare('_?._', overload('select_optional_field', [TYPES.dyn, string], optionalOf(A), planned)),
]

/** The operators. */
export const OPERATORS: readonly FunctionDeclaration[] = [...logic, ...arithmetic, ...comparisons, ...containers]
