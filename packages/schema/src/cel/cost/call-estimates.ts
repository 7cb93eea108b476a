import type { CelType } from '../types/type.ts'
import type { Value } from '../values/value.ts'
import { estimateLibraryCall } from './library-estimates.ts'
import { add, exactly, multiply, type Range, scale, UNBOUNDED } from './range.ts'
import { LIST_COST, REGEX_FACTOR, STRING_FACTOR } from './runtime.ts'

/** What is known of an argument. */
export interface Operand {
  type: CelType
  size: Range
  /** How large the elements of a list are. */
  elementSize: Range
  /** Its value, if it is a literal. */
  literal: Value | undefined
}

/** A call whose cost is asked for. The costs of evaluating its operands are not part of it. */
export interface EstimatedCall {
  name: string
  overload: string
  target: Operand | undefined
  args: readonly Operand[]
}

/** The cost of a call, and the size of its result where that is known. */
export interface Estimate {
  cost: Range
  size?: Range
}

type Estimator = (call: EstimatedCall) => Estimate | undefined

const traverse = (size: Range) => scale(size, STRING_FACTOR)
const operandsOf = ({ target, args }: EstimatedCall) => (target ? [target, ...args] : args)

/** A call that makes a list. */
const listCall = (factor: number, size: Range): Estimate => ({
  cost: add(scale(size, factor), exactly(1), exactly(LIST_COST)),
  size,
})

const literalSize = ({ literal }: Operand, otherwise: number) =>
  typeof literal === 'bigint' ? Math.max(Number(literal), 0) : otherwise

const compared: Estimator = (call) => {
  const [a, b] = operandsOf(call)
  const max = Math.min(a!.size.max, b!.size.max)
  return { cost: traverse({ min: max > 0 ? 1 : 0, max }) }
}

const joined: Estimator = ({ args: [a, b] }) => {
  const size = add(a!.size, b!.size)
  return { cost: traverse(size), size }
}

const matched: Estimator = (call) => {
  const [text, pattern] = operandsOf(call)
  return { cost: multiply(traverse(add(text!.size, exactly(1))), scale(pattern!.size, REGEX_FACTOR)) }
}

const sorted =
  (operand: (call: EstimatedCall) => Operand) =>
  (type: string): Estimator =>
  (call) => {
    const { size } = operand(call)
    return listCall(type === 'string' || type === 'bytes' ? 2 + STRING_FACTOR : 2, multiply(size, size))
  }

const setCall =
  (factor: number): Estimator =>
  ({ args: [a, b] }) => ({ cost: add(scale(multiply(a!.size, b!.size), factor), exactly(1)) })

const flatten: Estimator = ({ target, args: [depth] }) =>
  listCall(depth ? literalSize(depth, UNBOUNDED) : 1, target!.size)

const SORTABLE = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes']
const sort = sorted(({ target }) => target!)
const sortByKeys = sorted(({ args }) => args[0]!)
const COMPARISONS = ['less', 'less_equals', 'greater', 'greater_equals']

/** Overloads of the extensions, which come before what Kubernetes says of functions of the same name. */
const EXTENSIONS: ReadonlyMap<string, Estimator> = new Map<string, Estimator>([
  [
    'list_slice',
    ({ target, args: [start, end] }) =>
      listCall(1, exactly(literalSize(end!, target!.size.max) - literalSize(start!, 0))),
  ],
  ['list_flatten', flatten],
  ['list_flatten_int', flatten],
  ['lists_range', ({ args: [count] }) => listCall(1, exactly(literalSize(count!, UNBOUNDED)))],
  ['list_reverse', ({ target }) => listCall(1, target!.size)],
  ['list_distinct', ({ target }) => listCall(2, multiply(target!.size, target!.size))],
  ...SORTABLE.map((type) => [`list_${type}_sort`, sort(type)] as const),
  ...SORTABLE.map((type) => [`list_${type}_sortByAssociatedKeys`, sortByKeys(type)] as const),
  ['list_sets_contains_list', setCall(1)],
  ['list_sets_intersects_list', setCall(1)],
  ['list_sets_equivalent_list', setCall(2)],
])

/** Overloads of the language. Logical operators, conditionals and list concatenation are estimated with their operands. */
const LANGUAGE: ReadonlyMap<string, Estimator> = new Map<string, Estimator>([
  ['string_format', ({ target }) => ({ cost: traverse(target!.size) })],
  [
    'string_to_bytes',
    ({ args: [text] }) => ({ cost: traverse(text!.size), size: { min: text!.size.min, max: text!.size.max * 4 } }),
  ],
  [
    'bytes_to_string',
    ({ args: [bytes] }) => ({
      cost: traverse(bytes!.size),
      size: { min: Math.floor(bytes!.size.min / 4), max: bytes!.size.max },
    }),
  ],
  [
    'strings_quote',
    ({ args: [text] }) => ({
      cost: traverse(text!.size),
      size: { min: text!.size.min + 2, max: text!.size.max * 2 + 2 },
    }),
  ],
  ['starts_with_string', ({ args: [part] }) => ({ cost: traverse(part!.size) })],
  ['ends_with_string', ({ args: [part] }) => ({ cost: traverse(part!.size) })],
  ['in_list', ({ args: [, list] }) => ({ cost: list!.size })],
  ['matches', matched],
  ['matches_string', matched],
  ['contains_string', ({ target, args: [part] }) => ({ cost: multiply(traverse(target!.size), traverse(part!.size)) })],
  ['add_string', joined],
  ['add_bytes', joined],
  ['add_list', ({ args: [a, b] }) => ({ cost: exactly(1), size: add(a!.size, b!.size) })],
  ['equals', compared],
  ['not_equals', compared],
  ...COMPARISONS.flatMap((name) => [[`${name}_string`, compared] as const, [`${name}_bytes`, compared] as const]),
])

/** The cost of a call: what the function says, or one. */
export function estimateCall(call: EstimatedCall): Estimate {
  return (
    EXTENSIONS.get(call.overload)?.(call) ??
    estimateLibraryCall(call) ??
    LANGUAGE.get(call.overload)?.(call) ?? { cost: exactly(1) }
  )
}
