import { CostExceeded, type Failure } from '../values/failure.ts'
import type { Value } from '../values/value.ts'

/** The variables of one evaluation, by name. */
export type Activation = Readonly<Record<string, Value>>

/** The state of one evaluation. */
export interface Frame {
  readonly variables: Activation
  /** Local variables. A fold's accumulator may be a failure, which whoever reads it throws. */
  readonly locals: (Value | Failure)[]
  cost: number
  readonly limit: number
}

/** An expression, ready to be evaluated. */
export type Run = (frame: Frame) => Value

/** Adds to the cost of an evaluation and ends it when that exceeds its limit. */
export function charge(frame: Frame, cost: number): void {
  frame.cost += cost
  if (frame.cost > frame.limit) throw new CostExceeded()
}
