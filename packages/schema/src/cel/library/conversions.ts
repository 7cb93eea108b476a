import { listOf, mapOf, param, TYPES, typeOfType } from '../types/type.ts'
import * as convert from '../values/convert.ts'
import type { Duration } from '../values/time.ts'
import {
  type Bytes,
  type CelList,
  type CelMap,
  type Opaque,
  TypeValue,
  typeOf,
  type Uint,
  type Value,
} from '../values/value.ts'
import { declare, type FunctionDeclaration, method, type Overload, overload } from './declare.ts'

const { bool, bytes, double, duration, dyn, int, string, timestamp, uint } = TYPES
const A = param('A')
const B = param('B')

const identity = (value: Value) => value

/** The length in characters, not in UTF-16 units. */
export function stringSize(text: string): number {
  let size = 0
  for (let index = 0; index < text.length; index++) {
    // The second half of a surrogate pair belongs to the character before it.
    const unit = text.charCodeAt(index)
    if (unit < 0xdc00 || unit > 0xdfff) size++
  }
  return size
}

const sizes: readonly (readonly [string, typeof string, Overload['run']])[] = [
  ['bytes', bytes, (value: Bytes) => BigInt(value.data.length)],
  ['list', listOf(A), (value: CelList) => BigInt(value.size)],
  ['map', mapOf(A, B), (value: CelMap) => BigInt(value.size)],
  ['string', string, (value: string) => BigInt(stringSize(value))],
]

/** `size`, and the functions named like the types they convert to. */
export const CONVERSIONS: readonly FunctionDeclaration[] = [
  declare(
    'size',
    ...sizes.flatMap(([name, type, run]) => [
      overload(`size_${name}`, [type], int, run),
      method(`${name}_size`, [type], int, run),
    ]),
  ),
  declare(
    'type',
    overload('type', [A], typeOfType(A), (value: Value) => new TypeValue(typeOf(value))),
  ),
  declare('dyn', overload('to_dyn', [A], dyn, identity)),
  declare(
    'bool',
    overload('bool_to_bool', [bool], bool, identity),
    overload('string_to_bool', [string], bool, convert.stringToBool),
  ),
  declare(
    'bytes',
    overload('bytes_to_bytes', [bytes], bytes, identity),
    overload('string_to_bytes', [string], bytes, convert.stringToBytes),
  ),
  declare(
    'double',
    overload('double_to_double', [double], double, identity),
    overload('int64_to_double', [int], double, (value: bigint) => Number(value)),
    overload('string_to_double', [string], double, convert.stringToDouble),
    overload('uint64_to_double', [uint], double, (value: Uint) => Number(value.value)),
  ),
  declare(
    'duration',
    overload('duration_to_duration', [duration], duration, identity),
    overload('string_to_duration', [string], duration, convert.stringToDuration),
  ),
  declare(
    'int',
    overload('int64_to_int64', [int], int, identity),
    overload('double_to_int64', [double], int, convert.doubleToInt),
    overload('duration_to_int64', [duration], int, (value: Duration) => value.nanos),
    overload('string_to_int64', [string], int, convert.stringToInt),
    overload('timestamp_to_int64', [timestamp], int, convert.timestampToInt),
    overload('uint64_to_int64', [uint], int, convert.uintToInt),
  ),
  declare(
    'string',
    overload('string_to_string', [string], string, identity),
    overload('bool_to_string', [bool], string, String),
    overload('bytes_to_string', [bytes], string, convert.bytesToString),
    overload('double_to_string', [double], string, convert.doubleToString),
    overload('duration_to_string', [duration], string, convert.durationToString),
    overload('int64_to_string', [int], string, String),
    overload('timestamp_to_string', [timestamp], string, convert.timestampToString),
    overload('uint64_to_string', [uint], string, (value: Uint) => String(value.value)),
  ),
  declare(
    'timestamp',
    overload('timestamp_to_timestamp', [timestamp], timestamp, identity),
    overload('int64_to_timestamp', [int], timestamp, convert.intToTimestamp),
    overload('string_to_timestamp', [string], timestamp, convert.stringToTimestamp),
  ),
  declare(
    'uint',
    overload('uint64_to_uint64', [uint], uint, identity),
    overload('double_to_uint64', [double], uint, convert.doubleToUint),
    overload('int64_to_uint64', [int], uint, convert.intToUint),
    overload('string_to_uint64', [string], uint, convert.stringToUint),
  ),
]

/** Functions whose value is known when their argument is a constant. */
export const CONSTANT_FUNCTIONS: ReadonlySet<string> = new Set(
  CONVERSIONS.map(({ name }) => name).filter((name) => name !== 'size'),
)

/** The number of elements or characters in a value, 1 for what has none; costs depend on it. */
export function sizeOf(value: Value): number {
  if (typeof value === 'string') return stringSize(value)
  if (typeof value !== 'object' || value === null) return 1
  switch (value.celKind) {
    case 'list':
    case 'map':
      return value.size
    case 'bytes':
      return value.data.length
    case 'optional':
      return value.value === undefined ? 1 : sizeOf(value.value)
    case 'opaque':
      return (value satisfies Opaque).size ?? 1
    default:
      return 1
  }
}
