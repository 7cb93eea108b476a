import type { Expr } from '../syntax/ast.ts'
import type { Checked } from '../types/checker.ts'
import type { Value } from '../values/value.ts'
import { charge, type Frame, type Run } from './frame.ts'

/** A planned expression. */
export interface Plan {
  run: Run
  /** Set when evaluation has nothing left to do. */
  constant?: Value
  /**
   * Of variables and paths into them: evaluation without the cost of reading the variable. A path costs one for the
   * variable and one per step, and whoever extends the path pays for the variable.
   */
  resolve?: Run
}

/** What the plans of one expression share. */
export interface Planner {
  readonly checked: Checked
  plan(expr: Expr): Plan
  /** Where a local variable is kept. Inner ones hide outer ones of the same name. */
  slotOf(name: string): number
  declare(name: string): number
  undeclare(name: string): void
}

/** Where constants are computed: without variables, for free. */
export const EMPTY_FRAME: Frame = { variables: {}, locals: [], cost: 0, limit: Number.POSITIVE_INFINITY }

/** A plan without anything to do. */
export const constant = (value: Value): Plan => ({ run: () => value, constant: value })

/** A plan that costs one more when it is not extended. */
export const path = (resolve: Run): Plan => ({
  resolve,
  run: (frame) => {
    charge(frame, 1)
    return resolve(frame)
  },
})
