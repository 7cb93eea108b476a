import { Re2SyntaxError } from '@skep/base'
import { CLAUSES, FormatError, readFormat } from '../library/format-clauses.ts'
import { compilePattern } from '../library/regex.ts'
import type { Call, Expr, ListExpr, MapExpr } from '../syntax/ast.ts'
import type { Issue } from '../syntax/source.ts'
import { intToTimestamp, stringToTimestamp } from '../values/convert.ts'
import { Failure } from '../values/failure.ts'
import { parseDuration } from '../values/time.ts'
import type { Value } from '../values/value.ts'
import type { Checked } from './checker.ts'
import { type CelType, formatType, isDyn, isOptional, sameType } from './type.ts'

type Report = (issue: Issue) => void

/** Finds what would fail at run time for certain: wrong literals, and lists and maps of mixed types. */
export function validate(checked: Checked, report: Report): void {
  visit(checked.expr, false, (expr, inFormat) => {
    if (expr.kind === 'call') validateCall(checked, expr, report)
    if (expr.kind === 'list' && !inFormat) validateList(checked, expr, report)
    if (expr.kind === 'map' && !inFormat) validateMap(checked, expr, report)
  })
}

/** Arguments of `format` may be of different types, at any depth. */
function visit(expr: Expr, inFormat: boolean, each: (expr: Expr, inFormat: boolean) => void): void {
  each(expr, inFormat)
  const within = inFormat || (expr.kind === 'call' && expr.function === 'format')
  for (const child of childrenOf(expr)) visit(child, within, each)
}

function childrenOf(expr: Expr): Expr[] {
  switch (expr.kind) {
    case 'select':
      return [expr.operand]
    case 'call':
      return expr.target ? [expr.target, ...expr.args] : expr.args
    case 'list':
      return expr.elements
    case 'map':
      return expr.entries.flatMap(({ key, value }) => [key, value])
    case 'comprehension':
      return [expr.range, expr.initial, expr.condition, expr.step, expr.result]
    default:
      return []
  }
}

/** What the literal argument of a function must be; other kinds of literals have been refused before. */
const LITERALS: Record<string, (value: Value) => boolean> = {
  duration: (value) => typeof value !== 'string' || parseDuration(value) !== undefined,
  timestamp: (value) =>
    succeeds(() => (typeof value === 'bigint' ? intToTimestamp(value) : stringToTimestamp(String(value)))),
  matches: (value) => typeof value !== 'string' || !(compilePattern(value) instanceof Re2SyntaxError),
}

function succeeds(evaluate: () => unknown): boolean {
  try {
    evaluate()
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

function validateCall(checked: Checked, call: Call, report: Report): void {
  const [arg] = call.args
  const isValid = LITERALS[call.function]
  if (isValid && arg?.kind === 'literal' && !isValid(arg.value)) {
    report({ offset: arg.at, message: `invalid ${call.function} argument` })
  }
  if (call.function !== 'format' || call.target?.kind !== 'literal' || arg?.kind !== 'list') return
  if (typeof call.target.value === 'string') validateFormat(checked, call, call.target.value, arg, report)
}

function validateFormat(checked: Checked, call: Call, format: string, { elements }: ListExpr, report: Report): void {
  try {
    const clauses = readFormat(format, elements.length).filter((piece) => typeof piece !== 'string')
    const wrong = clauses.findIndex(
      ({ verb }, index) => !accepts(CLAUSES[verb].kinds, checked.typeOf(elements[index]!)),
    )
    if (wrong >= 0) {
      const element = elements[wrong]!
      const { refusal } = CLAUSES[clauses[wrong]!.verb]
      const message = `error during formatting: ${refusal}, was given ${checked.typeOf(element).name}`
      report({ offset: element.at, message })
    } else if (clauses.length < elements.length) {
      const counts = `expected ${clauses.length}, got ${elements.length}`
      report({ offset: call.at, message: `too many arguments supplied to string.format (${counts})` })
    }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    report({ offset: call.at, message: error.message })
  }
}

const accepts = (kinds: readonly string[], type: CelType) => isDyn(type) || kinds.includes(type.kind)

function validateList(checked: Checked, { elements, optional }: ListExpr, report: Report): void {
  const types = elements.map((each, index) => elementType(checked, each, optional.has(index)))
  const wrong = types.findIndex((type) => !sameType(types[0]!, type))
  if (wrong >= 0) mismatch(report, elements[wrong]!, types[0]!, types[wrong]!)
}

function validateMap(checked: Checked, { entries }: MapExpr, report: Report): void {
  const [first] = entries
  if (!first) return
  const keyType = checked.typeOf(first.key)
  const valueType = elementType(checked, first.value, first.optional)
  for (const { key, value, optional } of entries) {
    const actualKey = checked.typeOf(key)
    const actualValue = elementType(checked, value, optional)
    if (!sameType(keyType, actualKey)) mismatch(report, key, keyType, actualKey)
    if (!sameType(valueType, actualValue)) mismatch(report, value, valueType, actualValue)
  }
}

function elementType(checked: Checked, expr: Expr, optional: boolean): CelType {
  const type = checked.typeOf(expr)
  return optional && isOptional(type) ? type.params[0]! : type
}

function mismatch(report: Report, { at }: Expr, expected: CelType, actual: CelType): void {
  report({ offset: at, message: `expected type '${formatType(expected)}' but found '${formatType(actual)}'` })
}
