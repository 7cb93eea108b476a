import type { Activation } from './evaluate/frame.ts'
import { planExpression } from './evaluate/plan.ts'
import { parse } from './syntax/parse.ts'
import { formatIssues, type Issue } from './syntax/source.ts'
import { type Checked, check, type Functions } from './types/checker.ts'
import type { Variables } from './types/scope.ts'
import { validate } from './types/validators.ts'
import { CostExceeded, Failure } from './values/failure.ts'
import type { Value } from './values/value.ts'

/** What came of an evaluation, and what it cost. */
export type Outcome = { value: Value; cost: number } | { error: string; cost: number }

/** A compiled expression. */
export interface Program {
  evaluate(variables: Activation, costLimit?: number): Outcome
}

/** The cost that one evaluation may have. */
export const COST_LIMIT_PER_CALL = 1_000_000

/** Parses and checks an expression; with issues, their report. The functions are those of Kubernetes unless given. */
export function checkSource(source: string, variables: Variables, functions?: Functions): Checked | string {
  const parsed = parse(source)
  if ('issues' in parsed) return formatIssues(source, parsed.issues)
  const issues: Issue[] = []
  const report = (issue: Issue) => issues.push(issue)
  const checked = check(parsed.expr, variables, report, functions)
  if (issues.length === 0) validate(checked, report)
  return issues.length === 0 ? checked : formatIssues(source, issues)
}

/** Turns a checked expression into a program; when a constant in it cannot be computed, the reason. */
export function createProgram(checked: Checked): Program | string {
  const planned = tryPlan(checked)
  if (typeof planned === 'string') return planned
  const { plan, localCount } = planned
  return {
    evaluate(variables, costLimit = COST_LIMIT_PER_CALL) {
      const frame = { variables, locals: new Array<Value>(localCount), cost: 0, limit: costLimit }
      try {
        return { value: plan.run(frame), cost: frame.cost }
      } catch (error) {
        if (error instanceof Failure || error instanceof CostExceeded) return { error: error.message, cost: frame.cost }
        throw error
      }
    },
  }
}

function tryPlan(checked: Checked): ReturnType<typeof planExpression> | string {
  try {
    return planExpression(checked)
  } catch (error) {
    if (error instanceof Failure) return error.message
    throw error
  }
}
