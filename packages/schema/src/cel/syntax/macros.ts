import { ACCUMULATOR, type Call, type Comprehension, type Expr } from './ast.ts'
import {
  collect,
  type Fold,
  global,
  list,
  literal,
  type Macro,
  MacroError,
  quantifiers,
  variableName,
} from './macro-parts.ts'
import { TWO_VARIABLE_MACROS } from './two-variable-macros.ts'

const MACROS: ReadonlyMap<string, Macro> = new Map<string, Macro>([
  ['has:1', has],
  ['.all:2', (call) => quantify(call, quantifiers.all)],
  ['.exists:2', (call) => quantify(call, quantifiers.exists)],
  ['.exists_one:2', (call) => quantify(call, quantifiers.existsOne)],
  ['.existsOne:2', (call) => quantify(call, quantifiers.existsOne)],
  ['.map:2', map],
  ['.map:3', map],
  ['.filter:2', filter],
  ['.sortBy:2', sortBy],
  ['.optMap:2', (call) => overOptional(call, (at, mapped) => global(at, 'optional.of', mapped))],
  ['.optFlatMap:2', (call) => overOptional(call, (_at, mapped) => mapped)],
  ...TWO_VARIABLE_MACROS,
])

/** The expansion of a call, if it is a macro's. */
export function expandMacro(call: Call): Expr | undefined {
  return MACROS.get(`${call.target ? '.' : ''}${call.function}:${call.args.length}`)?.(call)
}

function has({ at, args: [field] }: Call): Expr {
  if (field?.kind !== 'select') throw new MacroError(field!.at, 'invalid argument to has() macro')
  return { ...field, at, testOnly: true }
}

function quantify(call: Call, fold: (at: number, predicate: Expr) => Fold): Expr {
  return over(call, variableName(call.args[0]!, 'argument must be a simple name'), fold(call.at, call.args[1]!))
}

function map(call: Call): Expr {
  const [variable, ...rest] = call.args
  const condition = rest.length === 2 ? rest[0] : undefined
  return over(call, variableName(variable!), collect(call.at, condition, rest.at(-1)!))
}

function filter(call: Call): Expr {
  const [variable, condition] = call.args
  return over(call, variableName(variable!), collect(call.at, condition, variable!))
}

function over({ at, target }: Call, variable: string, fold: Fold): Expr {
  return {
    kind: 'comprehension',
    at,
    range: target!,
    variable,
    secondVariable: undefined,
    accumulator: ACCUMULATOR,
    ...fold,
  }
}

/** `(x = target, x.sort by x.map(e, key))`, so that the target is evaluated once. */
function sortBy(call: Call): Expr {
  const { at, target, args } = call
  const input: Expr = { kind: 'ident', at, name: '@__sortBy_input__' }
  const keys = map({ ...call, target: input, args })
  return bind(at, input.name, target!, {
    kind: 'call',
    at,
    function: '@sortByAssociatedKeys',
    target: input,
    args: [keys],
  })
}

/** `result` with a name for `value`: a fold over nothing, whose accumulator is the name. */
function bind(at: number, name: string, value: Expr, result: Expr): Comprehension {
  return {
    kind: 'comprehension',
    at,
    range: list(at),
    variable: '#unused',
    secondVariable: undefined,
    accumulator: name,
    initial: value,
    condition: literal(at, false),
    step: { kind: 'ident', at, name },
    result,
  }
}

/** `o.hasValue() ? (x = o.value(), mapped) : optional.none()`. */
function overOptional({ at, target, args: [variable, body] }: Call, wrap: (at: number, mapped: Expr) => Expr): Expr {
  const name = variableName(variable!, 'variable name must be a simple identifier')
  const method = (of: string): Expr => ({ kind: 'call', at, function: of, target: target!, args: [] })
  const bound = bind(at, name, method('value'), body!)
  return global(at, '_?_:_', method('hasValue'), wrap(at, bound), global(at, 'optional.none'))
}
