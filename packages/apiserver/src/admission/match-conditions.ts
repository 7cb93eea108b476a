import {
  admissionVariables,
  type CelExpression,
  type CelOutcome,
  compileExpression,
  MATCH_CONDITIONS_COST_BUDGET,
} from '@skep/schema'

type Activation = Parameters<CelExpression['evaluate']>[0]

export interface MatchCondition {
  name: string
  expression: string
}

/** Whether all conditions hold; an error counts when none is false. */
export type ConditionsOutcome = { matches: boolean } | { error: string }

export type CompiledConditions = (activation: Activation) => ConditionsOutcome

/** Compiles the conditions of a webhook or policy. One that does not compile fails every time it is asked. */
export function compileConditions(
  conditions: readonly MatchCondition[] | undefined,
  variables = admissionVariables({ authorizer: true }),
): CompiledConditions | undefined {
  if (!conditions?.length) return undefined
  const compiled = conditions.map(({ name, expression }) => ({
    name,
    expression: compileExpression(expression, { variables, result: 'bool' }),
  }))
  return (activation) => {
    const errors: string[] = []
    let budget = MATCH_CONDITIONS_COST_BUDGET
    for (const { name, expression } of compiled) {
      const outcome: CelOutcome =
        'error' in expression ? { error: expression.error, cost: 0 } : expression.evaluate(activation, budget)
      budget -= outcome.cost
      if ('error' in outcome) errors.push(`expression '${name}' resulted in error: ${outcome.error}`)
      else if (outcome.value !== true) return { matches: false }
    }
    return errors.length > 0 ? { error: errors.join(', ') } : { matches: true }
  }
}
