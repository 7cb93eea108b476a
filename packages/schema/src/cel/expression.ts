import type { Activation } from './evaluate/frame.ts'
import type { FunctionDeclaration } from './library/declare.ts'
import { withFunctions } from './library/index.ts'
import { checkSource, createProgram, type Outcome } from './program.ts'
import { type CelType, isDyn, sameType, TYPES } from './types/type.ts'

/** What an expression may refer to and must result in. */
export interface ExpressionOptions {
  /** Types of the variables; `TYPES.dyn` where only the values will tell. */
  variables: Readonly<Record<string, CelType>>
  /** `any`, which is the default, takes every result. */
  result?: 'any' | 'bool' | 'string' | 'string or null'
  /** Functions besides those of Kubernetes. */
  functions?: readonly FunctionDeclaration[]
}

/** An expression, ready to be evaluated. */
export interface Expression {
  readonly source: string
  readonly type: CelType
  /** Evaluates with the values of all variables. What goes wrong is in the outcome, in the words of the API. */
  evaluate(variables: Activation, costLimit?: number): Outcome
}

const RESULTS: Record<Exclude<ExpressionOptions['result'], 'any' | undefined>, readonly CelType[]> = {
  bool: [TYPES.bool],
  string: [TYPES.string],
  'string or null': [TYPES.string, TYPES.null],
}

/** Compiles an expression of an admission policy or match condition; says what is wrong with it otherwise. */
export function compileExpression(source: string, options: ExpressionOptions): Expression | { error: string } {
  const checked = checkSource(source, options.variables, withFunctions(options.functions))
  if (typeof checked === 'string') return { error: `compilation failed: ${checked}` }
  const type = checked.typeOf(checked.expr)
  const { result = 'any' } = options
  if (result !== 'any' && !RESULTS[result].some((wanted) => sameType(wanted, type))) {
    return { error: wrongResult(RESULTS[result], type) }
  }
  const program = createProgram(checked)
  if (typeof program === 'string') return { error: `program instantiation failed: ${program}` }
  return { source, type, evaluate: program.evaluate }
}

function wrongResult(wanted: readonly CelType[], actual: CelType): string {
  const names = wanted.map(nameOf)
  const expected = names.length === 1 ? names[0] : `one of [${names.join(' ')}]`
  return `must evaluate to ${expected} but got ${nameOf(actual)}`
}

const nameOf = (type: CelType): string =>
  type.params.length === 0 ? type.name : `${type.name}(${type.params.map(nameOf).join(', ')})`

/** The type that a composed variable has for the expressions after it. */
export const composedType = ({ type }: Expression): CelType => (isComposable(type) ? type : TYPES.dyn)

const COMPOSABLE: ReadonlySet<string> = new Set([
  ...['bool', 'bytes', 'double', 'duration', 'int', 'null', 'string', 'timestamp', 'uint', 'list', 'map'],
])

const isComposable = ({ kind, params }: CelType): boolean =>
  COMPOSABLE.has(kind) && params.every((each) => isDyn(each) || isComposable(each))
