import { ACCUMULATOR, type Call, type Comprehension, type Expr } from './ast.ts'

/** Wrong arguments of a macro. */
export class MacroError {
  readonly at: number
  readonly message: string

  constructor(at: number, message: string) {
    this.at = at
    this.message = message
  }
}

/** Rewrites a call; undefined leaves it as it is. */
export type Macro = (call: Call) => Expr | undefined

/** A call of a function or operator. */
export const global = (at: number, name: string, ...args: Expr[]): Call => ({
  kind: 'call',
  at,
  function: name,
  target: undefined,
  args,
})
/** A constant. */
export const literal = (at: number, value: bigint | boolean): Expr => ({ kind: 'literal', at, value })
/** A list. */
export const list = (at: number, ...elements: Expr[]): Expr => ({ kind: 'list', at, elements, optional: new Set() })
/** The accumulator of the macro. */
export const accumulator = (at: number): Expr => ({ kind: 'ident', at, name: ACCUMULATOR })
/** The step if the condition holds, or if there is none; else the accumulator as it is. */
export const when = (at: number, condition: Expr | undefined, step: Expr): Expr =>
  condition ? global(at, '_?_:_', condition, step, accumulator(at)) : step

/** What a comprehension does with each element. */
export type Fold = Pick<Comprehension, 'initial' | 'condition' | 'step' | 'result'>

/** How each quantifier folds its predicate. `&&` and `||` absorb failures, so a later element may still decide. */
export const quantifiers = {
  all: (at: number, predicate: Expr): Fold => ({
    initial: literal(at, true),
    condition: global(at, '@not_strictly_false', accumulator(at)),
    step: global(at, '_&&_', accumulator(at), predicate),
    result: accumulator(at),
  }),
  exists: (at: number, predicate: Expr): Fold => ({
    initial: literal(at, false),
    condition: global(at, '@not_strictly_false', global(at, '!_', accumulator(at))),
    step: global(at, '_||_', accumulator(at), predicate),
    result: accumulator(at),
  }),
  existsOne: (at: number, predicate: Expr): Fold => ({
    initial: literal(at, 0n),
    condition: literal(at, true),
    step: when(at, predicate, global(at, '_+_', accumulator(at), literal(at, 1n))),
    result: global(at, '_==_', accumulator(at), literal(at, 1n)),
  }),
}

/** Folds into a list. */
export const collect = (at: number, condition: Expr | undefined, element: Expr): Fold => ({
  initial: list(at),
  condition: literal(at, true),
  step: when(at, condition, global(at, '_+_', accumulator(at), list(at, element))),
  result: accumulator(at),
})

/** The name that a macro's argument gives to a variable. */
export function variableName(expr: Expr, otherwise = 'argument is not an identifier'): string {
  if (expr.kind !== 'ident') throw new MacroError(expr.at, otherwise)
  if (expr.name === ACCUMULATOR || expr.name === '__result__') {
    throw new MacroError(expr.at, 'iteration variable overwrites accumulator variable')
  }
  return expr.name
}
