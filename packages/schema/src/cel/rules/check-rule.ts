import { type FieldError, fieldError } from '../../field-error.ts'
import type { SchemaNode, ValidationRule } from '../../node.ts'
import type { Declaration } from '../schema/declaration.ts'
import { type CompiledRule, compileRule } from './compile-rule.ts'
import { costMessage, RULE_COST_LIMIT, type TotalCost } from './total-cost.ts'

/** What has been found on the walk through a schema. */
export interface Findings {
  errors: FieldError[]
  total: TotalCost
}

/** Where a rule stands, and what it is about. */
export interface RulePlace {
  path: string
  node: SchemaNode
  declaration: Declaration
  /** How many values of the schema one object may hold. */
  cardinality: number
  /** The list around the schema whose items have no old values. */
  uncorrelatable: string | undefined
}

/** Checks that a rule compiles, is affordable, and looks at an old value only where there may be one. */
export function checkRule(findings: Findings, rule: ValidationRule, place: RulePlace): void {
  const compiled = compileRule(rule, place.node, place.declaration)
  const at = `${place.path}.rule`
  checkCost(findings, at, 'estimated rule cost', compiled.maxCost * place.cardinality)
  if (compiled.error !== undefined) findings.errors.push(invalidRule(at, rule, compiled.error))
  checkMessage(findings, compiled, place)
  findings.errors.push(...checkTransition(compiled, place))
}

function checkMessage(
  findings: Findings,
  { rule, message, messageError, messageMaxCost }: CompiledRule,
  place: RulePlace,
) {
  const at = `${place.path}.messageExpression`
  if (messageError !== undefined) findings.errors.push(invalidRule(at, rule, messageError))
  else if (message) checkCost(findings, at, 'estimated messageExpression cost', messageMaxCost)
}

function checkCost({ errors, total }: Findings, at: string, name: string, cost: number): void {
  if (cost > RULE_COST_LIMIT) errors.push(fieldError.forbidden(at, costMessage(name, cost, RULE_COST_LIMIT)))
  total.observe(at, cost)
}

function checkTransition({ rule, usesOldSelf }: CompiledRule, { path, uncorrelatable }: RulePlace): FieldError[] {
  if (usesOldSelf && uncorrelatable !== undefined) {
    const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelatable}`
    return [fieldError.invalid(`${path}.rule`, rule.rule, detail)]
  }
  if (usesOldSelf || rule.optionalOldSelf === undefined) return []
  const detail = 'may not be set if oldSelf is not used in rule'
  return [fieldError.invalid(`${path}.optionalOldSelf`, rule.optionalOldSelf, detail)]
}

/** The API shows the whole rule, in the form that its own program has it. */
function invalidRule(field: string, rule: ValidationRule, detail: string): FieldError {
  const shown = JSON.stringify({
    Rule: rule.rule,
    Message: rule.message ?? '',
    MessageExpression: rule.messageExpression ?? '',
    Reason: rule.reason ?? null,
    FieldPath: rule.fieldPath ?? '',
    OptionalOldSelf: rule.optionalOldSelf ?? null,
  })
  const escaped = shown.replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return { type: 'Invalid', field, message: `Invalid value: ${escaped}: ${detail}` }
}
