import type { SchemaNode, ValidationRule } from '../../node.ts'
import { findField } from '../../structural/field-path.ts'
import { estimateCost } from '../cost/estimate.ts'
import type { Range } from '../cost/range.ts'
import { checkSource, createProgram, type Program } from '../program.ts'
import type { Declaration } from '../schema/declaration.ts'
import { optionalOf } from '../types/type.ts'

/** A rule made ready to be evaluated. */
export interface CompiledRule {
  rule: ValidationRule
  /** Why the rule cannot be used. */
  error?: string
  program?: Program
  /** A transition rule, which needs the old value. */
  usesOldSelf: boolean
  /** The most that one evaluation can cost. */
  maxCost: number
  message?: Program
  messageError?: string
  messageMaxCost: number
  /** Where errors are reported, from the value that the rule is about. */
  fieldPath: string
}

/** Compiles a rule about values of a schema. */
export function compileRule(rule: ValidationRule, node: SchemaNode, declaration: Declaration): CompiledRule {
  const compiled: CompiledRule = { rule, usesOldSelf: false, maxCost: 0, messageMaxCost: 0, fieldPath: '' }
  // An empty rule is neither right nor wrong; the CRD is refused elsewhere.
  if (rule.rule.trim() === '') return compiled
  const variables = variablesOf(rule, declaration)
  const checked = checkSource(rule.rule, variables)
  if (typeof checked === 'string') return { ...compiled, error: `compilation failed: ${checked}` }
  if (checked.typeOf(checked.expr).kind !== 'bool') {
    return { ...compiled, error: 'cel expression must evaluate to a bool' }
  }
  const usesOldSelf = checked.references.has('oldSelf')
  const program = createProgram(checked)
  if (typeof program === 'string')
    return { ...compiled, usesOldSelf, error: `program instantiation failed: ${program}` }
  const maxCost = estimateCost(checked, sizeEstimator(declaration)).max
  return {
    ...compiled,
    program,
    usesOldSelf,
    maxCost,
    ...compileMessage(rule, declaration),
    fieldPath: normalizedPath(rule, node),
  }
}

function variablesOf({ optionalOldSelf }: ValidationRule, { type }: Declaration) {
  return { self: type, oldSelf: optionalOldSelf ? optionalOf(type) : type }
}

function compileMessage(
  rule: ValidationRule,
  declaration: Declaration,
): Pick<CompiledRule, 'message' | 'messageError' | 'messageMaxCost'> {
  const source = rule.messageExpression
  if (!source) return { messageMaxCost: 0 }
  const checked = checkSource(source, variablesOf(rule, declaration))
  if (typeof checked === 'string') {
    return { messageMaxCost: 0, messageError: `messageExpression compilation failed: ${checked}` }
  }
  if (checked.typeOf(checked.expr).kind !== 'string') {
    return { messageMaxCost: 0, messageError: 'messageExpression must evaluate to a string' }
  }
  const message = createProgram(checked)
  if (typeof message === 'string') {
    return { messageMaxCost: 0, messageError: `messageExpression instantiation failed: ${message}` }
  }
  return { message, messageMaxCost: estimateCost(checked, sizeEstimator(declaration)).max }
}

function normalizedPath({ fieldPath }: ValidationRule, node: SchemaNode): string {
  if (!fieldPath) return ''
  const found = findField(fieldPath, node)
  return 'path' in found ? found.path : ''
}

/** Follows a path from `self` or `oldSelf` through the declaration. */
function sizeEstimator(root: Declaration): (path: readonly string[]) => Range | undefined {
  return (path) => {
    let current: Declaration | undefined = root
    for (const step of path.slice(1)) {
      if (step === '@items' || step === '@values') current = current.element
      else current = step === '@keys' ? current.key : current.fields?.get(step)
      if (!current) return undefined
    }
    return { min: 0, max: current.maxElements }
  }
}
