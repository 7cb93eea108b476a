import { ACCUMULATOR, type Call, type Expr } from './ast.ts'
import {
  accumulator,
  collect,
  type Fold,
  global,
  literal,
  type Macro,
  MacroError,
  quantifiers,
  variableName,
  when,
} from './macro-parts.ts'

/** Macros over index and element of a list, or key and value of a map. */
export const TWO_VARIABLE_MACROS: readonly (readonly [string, Macro])[] = [
  ['.all:3', (call) => over(call, () => quantifiers.all(call.at, call.args[2]!))],
  ['.exists:3', (call) => over(call, () => quantifiers.exists(call.at, call.args[2]!))],
  ['.existsOne:3', (call) => over(call, () => quantifiers.existsOne(call.at, call.args[2]!))],
  ['.exists_one:3', (call) => over(call, () => quantifiers.existsOne(call.at, call.args[2]!))],
  ['.transformList:3', transformList],
  ['.transformList:4', transformList],
  ['.transformMap:3', transformMap],
  ['.transformMap:4', transformMap],
  ['.transformMapEntry:3', transformMapEntry],
  ['.transformMapEntry:4', transformMapEntry],
]

function transformList(call: Call): Expr {
  const { condition, transform } = transformation(call)
  return over(call, () => collect(call.at, condition, transform))
}

function transformMap(call: Call): Expr {
  const { condition, transform } = transformation(call)
  const { at } = call
  return over(call, (key) => insert(at, condition, [{ kind: 'ident', at, name: key }, transform]))
}

function transformMapEntry(call: Call): Expr {
  const { condition, transform } = transformation(call)
  return over(call, () => insert(call.at, condition, [transform]))
}

const insert = (at: number, condition: Expr | undefined, entry: Expr[]): Fold => ({
  initial: { kind: 'map', at, entries: [] },
  condition: literal(at, true),
  step: when(at, condition, global(at, 'cel.@mapInsert', accumulator(at), ...entry)),
  result: accumulator(at),
})

const transformation = ({ args }: Call) => ({
  condition: args.length === 4 ? args[2] : undefined,
  transform: args.at(-1)!,
})

function over({ at, target, args }: Call, fold: (variable: string) => Fold): Expr {
  const simple = 'argument must be a simple name'
  for (const arg of args.slice(0, 2)) if (arg.kind !== 'ident') throw new MacroError(arg.at, simple)
  const [first, second] = args
  if (first?.kind === 'ident' && second?.kind === 'ident' && first.name === second.name) {
    throw new MacroError(second.at, `duplicate variable name: ${first.name}`)
  }
  const variable = variableName(first!, simple)
  return {
    kind: 'comprehension',
    at,
    range: target!,
    variable,
    secondVariable: variableName(second!, simple),
    accumulator: ACCUMULATOR,
    ...fold(variable),
  }
}
