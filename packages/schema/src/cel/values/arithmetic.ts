import { elementKey, setKey } from './equality.ts'
import { fail } from './failure.ts'
import { type Duration, durationOf, type Timestamp, timestampOf } from './time.ts'
import { Bytes, type CelList, listValue, Uint, type Value } from './value.ts'

const INT_MAX = 2n ** 63n - 1n
const INT_MIN = -(2n ** 63n)
const UINT_MAX = 2n ** 64n - 1n

/** An int, refused when it does not fit 64 bits. */
export const checkedInt = (value: bigint): bigint =>
  value > INT_MAX || value < INT_MIN ? fail('integer overflow') : value

/** A uint, refused when it does not fit 64 bits. */
export const checkedUint = (value: bigint): Uint =>
  value > UINT_MAX || value < 0n ? fail('unsigned integer overflow') : new Uint(value)

/** Arithmetic of ints. */
export const ints = {
  add: (a: bigint, b: bigint) => checkedInt(a + b),
  subtract: (a: bigint, b: bigint) => checkedInt(a - b),
  multiply: (a: bigint, b: bigint) => checkedInt(a * b),
  divide: (a: bigint, b: bigint) => (b === 0n ? fail('division by zero') : checkedInt(a / b)),
  modulo: (a: bigint, b: bigint) => (b === 0n ? fail('modulus by zero') : a % b),
  negate: (a: bigint) => checkedInt(-a),
}

/** Arithmetic of uints. */
export const uints = {
  add: (a: Uint, b: Uint) => checkedUint(a.value + b.value),
  subtract: (a: Uint, b: Uint) => checkedUint(a.value - b.value),
  multiply: (a: Uint, b: Uint) => checkedUint(a.value * b.value),
  divide: (a: Uint, b: Uint) => (b.value === 0n ? fail('division by zero') : new Uint(a.value / b.value)),
  modulo: (a: Uint, b: Uint) => (b.value === 0n ? fail('modulus by zero') : new Uint(a.value % b.value)),
}

/** The sum of two durations. */
export const addDurations = (a: Duration, b: Duration) => durationOf(a.nanos + b.nanos)
/** The difference of two durations. */
export const subtractDurations = (a: Duration, b: Duration) => durationOf(a.nanos - b.nanos)
/** A later timestamp. */
export const addToTimestamp = (a: Timestamp, b: Duration) => timestampOf(a.nanos + b.nanos, a.offsetMinutes)
/** An earlier timestamp. */
export const subtractFromTimestamp = (a: Timestamp, b: Duration) => timestampOf(a.nanos - b.nanos, a.offsetMinutes)
/** The time from `b` to `a`. */
export const betweenTimestamps = (a: Timestamp, b: Timestamp) => {
  checkedInt(a.nanos - b.nanos)
  return durationOf(a.nanos - b.nanos)
}

/** Bytes one after the other. */
export const addBytes = (a: Bytes, b: Bytes) => new Bytes(Buffer.concat([a.data, b.data]))

/** Joins two lists: one after the other, or, as the schema of the first says, as a set or by the keys of the elements. */
export function addLists(a: CelList, b: CelList): CelList {
  if (a.semantics === 'atomic') return listValue([...a.toArray(), ...b.toArray()])
  const { semantics } = a
  const keyOf = semantics === 'set' ? setKey : (element: Value) => elementKey(element, semantics)
  const merged = new Map<string, Value>()
  for (const element of a.toArray()) merged.set(keyOf(element), element)
  for (const element of b.toArray()) {
    const key = keyOf(element)
    // A set keeps what it has; a list of type `map` takes the newer element with the same key.
    if (semantics !== 'set' || !merged.has(key)) merged.set(key, element)
  }
  return listValue([...merged.values()], semantics)
}
