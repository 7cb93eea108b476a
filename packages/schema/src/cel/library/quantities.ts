import {
  addQuantity,
  compareQuantity,
  parseQuantity,
  type Quantity,
  quantityToNumber,
  subtractQuantity,
} from '../../quantity.ts'
import { objectType, TYPES } from '../types/type.ts'
import { fail } from '../values/failure.ts'
import type { Opaque } from '../values/value.ts'
import { declare, type Library, method, overload } from './declare.ts'

const { bool, double, int, string } = TYPES
const BILLION = 1_000_000_000n

const QUANTITY = objectType('kubernetes.Quantity')

class QuantityValue implements Opaque {
  readonly celKind = 'opaque'
  readonly type = QUANTITY
  readonly quantity: Quantity

  constructor(quantity: Quantity) {
    this.quantity = quantity
  }

  equals(other: Opaque): boolean {
    return other instanceof QuantityValue && compareQuantity(this.quantity, other.quantity) === 0
  }
}

function tryParse(text: string): Quantity | string {
  try {
    return parseQuantity(text)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function parse(text: string): QuantityValue {
  const quantity = tryParse(text)
  return typeof quantity === 'string' ? fail(quantity) : new QuantityValue(quantity)
}

/** The amount as an int, if it is one. */
function wholeAmount({ quantity: { nanos } }: QuantityValue): bigint | undefined {
  const amount = nanos / BILLION
  return nanos % BILLION === 0n && amount < 2n ** 63n && amount >= -(2n ** 63n) ? amount : undefined
}

const order = (a: QuantityValue, b: QuantityValue) => compareQuantity(a.quantity, b.quantity)
const ofInt = (amount: bigint): Quantity => ({ nanos: amount * BILLION, notation: 'exponent' })

const combine =
  (operation: (a: Quantity, b: Quantity) => Quantity) =>
  (a: QuantityValue, b: QuantityValue | bigint): QuantityValue =>
    new QuantityValue(operation(a.quantity, typeof b === 'bigint' ? ofInt(b) : b.quantity))

/** Resource quantities such as `500m` and `2Gi`. */
export const QUANTITIES: Library = {
  types: [QUANTITY],
  functions: [
    declare('quantity', overload('string_to_quantity', [string], QUANTITY, parse)),
    declare(
      'isQuantity',
      overload('is_quantity_string', [string], bool, (text: string) => typeof tryParse(text) !== 'string'),
    ),
    declare(
      'sign',
      overload('quantity_sign', [QUANTITY], int, ({ quantity: { nanos } }: QuantityValue) =>
        nanos > 0n ? 1n : nanos < 0n ? -1n : 0n,
      ),
    ),
    declare(
      'isGreaterThan',
      method(
        'quantity_is_greater_than',
        [QUANTITY, QUANTITY],
        bool,
        (a: QuantityValue, b: QuantityValue) => order(a, b) > 0,
      ),
    ),
    declare(
      'isLessThan',
      method(
        'quantity_is_less_than',
        [QUANTITY, QUANTITY],
        bool,
        (a: QuantityValue, b: QuantityValue) => order(a, b) < 0,
      ),
    ),
    declare(
      'compareTo',
      method('quantity_compare_to', [QUANTITY, QUANTITY], int, (a: QuantityValue, b: QuantityValue) =>
        BigInt(order(a, b)),
      ),
    ),
    declare(
      'asApproximateFloat',
      method('quantity_get_float', [QUANTITY], double, (a: QuantityValue) => quantityToNumber(a.quantity)),
    ),
    declare(
      'asInteger',
      method(
        'quantity_get_int',
        [QUANTITY],
        int,
        (a: QuantityValue) => wholeAmount(a) ?? fail('cannot convert value to integer'),
      ),
    ),
    declare(
      'isInteger',
      method('quantity_is_integer', [QUANTITY], bool, (a: QuantityValue) => wholeAmount(a) !== undefined),
    ),
    declare(
      'add',
      method('quantity_add', [QUANTITY, QUANTITY], QUANTITY, combine(addQuantity)),
      method('quantity_add_int', [QUANTITY, int], QUANTITY, combine(addQuantity)),
    ),
    declare(
      'sub',
      method('quantity_sub', [QUANTITY, QUANTITY], QUANTITY, combine(subtractQuantity)),
      method('quantity_sub_int', [QUANTITY, int], QUANTITY, combine(subtractQuantity)),
    ),
  ],
}
