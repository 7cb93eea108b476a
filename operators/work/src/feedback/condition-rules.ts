import { LruMap } from '@skep/base'
import type { ConditionUpdate } from '@skep/controller'
import {
  ADMISSION_COST_BUDGET,
  asJson,
  CEL_TYPES,
  type CelExpression,
  type CelValue,
  celOverload,
  celValueOf,
  compileExpression,
  declareCelFunction,
} from '@skep/schema'
import type { ConditionRule, SpokeObject } from '../types.ts'
import { wellKnownRule } from './well-known-conditions.ts'

/** Makes conditions from an object, as rules say. */
export type ConditionReader = (object: SpokeObject, rules: readonly ConditionRule[]) => ConditionUpdate[]

/** Whether a condition was made by a rule, as its reason tells. */
export const isMadeByRule = ({ reason }: { readonly reason: string }): boolean => reason.startsWith('ConditionRule')

const REMEMBERED_EXPRESSIONS = 1_000

const hasConditions = declareCelFunction(
  'hasConditions',
  celOverload('status_has_conditions', [CEL_TYPES.dyn], CEL_TYPES.bool, (status: CelValue) => {
    const conditions = isObject(status) && status.celKind === 'map' ? status.find('conditions') : undefined
    return isObject(conditions) && conditions.celKind === 'list' && conditions.size > 0
  }),
)

const isObject = (value: CelValue | undefined): value is CelValue & object =>
  typeof value === 'object' && value !== null

const functions = [hasConditions]
const RULE = { variables: { object: CEL_TYPES.dyn }, functions }
const MESSAGE = { variables: { object: CEL_TYPES.dyn, result: CEL_TYPES.bool }, functions }

/** What is left to spend on an object, and where compiled expressions are. */
interface Evaluation {
  readonly object: CelValue
  budget: number
  compile(source: string, options: typeof RULE): CelExpression | { error: string }
}

/** A reader of conditions that compiles every expression once. */
export function createConditionReader(): ConditionReader {
  const compiled = new LruMap<CelExpression | { error: string }>(REMEMBERED_EXPRESSIONS)
  const compile: Evaluation['compile'] = (source, options) => {
    const key = `${options === RULE}/${source}`
    const known = compiled.get(key) ?? compileExpression(source, options)
    compiled.set(key, known)
    return known
  }
  return (object, rules) => {
    const evaluation = { object: celValueOf(asJson(object)), budget: ADMISSION_COST_BUDGET, compile }
    return rules.flatMap((rule) => {
      const known = rule.type === 'WellKnownConditions' ? wellKnownRule(object, rule) : rule
      return known ? [evaluateRule(evaluation, known)] : []
    })
  }
}

function evaluateRule(evaluation: Evaluation, rule: ConditionRule): ConditionUpdate {
  const { condition: type, celExpressions = [] } = rule
  for (const source of celExpressions) {
    const outcome = run(evaluation, source, RULE, { object: evaluation.object })
    // A rule that does not work holds for nothing.
    if ('error' in outcome)
      return { type, status: 'False', reason: 'ConditionRuleExpressionError', message: outcome.error }
    if (typeof outcome.value !== 'boolean') {
      const message = `expected bool result of ${source}`
      return { type, status: 'False', reason: 'ConditionRuleExpressionError', message }
    }
    if (!outcome.value) return evaluated(evaluation, rule, false)
  }
  return evaluated(evaluation, rule, true)
}

const evaluated = (evaluation: Evaluation, rule: ConditionRule, result: boolean): ConditionUpdate => ({
  type: rule.condition,
  status: result ? 'True' : 'False',
  reason: 'ConditionRuleEvaluated',
  message: messageOfRule(evaluation, rule, result),
})

function messageOfRule(evaluation: Evaluation, rule: ConditionRule, result: boolean): string {
  const { condition, message, messageExpression } = rule
  if (messageExpression) {
    const outcome = run(evaluation, messageExpression, MESSAGE, { object: evaluation.object, result })
    if ('error' in outcome) return outcome.error
    if (typeof outcome.value !== 'string') return 'expected message expression to have a string result'
    if (outcome.value !== '') return outcome.value
  }
  return message || `Manifest is ${result ? '' : 'not '}${condition}`
}

function run(
  evaluation: Evaluation,
  source: string,
  options: typeof RULE,
  variables: Readonly<Record<string, CelValue>>,
): { value: CelValue } | { error: string } {
  const expression = evaluation.compile(source, options)
  if ('error' in expression) return expression
  const outcome = expression.evaluate(variables)
  evaluation.budget -= outcome.cost
  return evaluation.budget < 0 ? { error: 'CEL evaluation budget exceeded' } : outcome
}
