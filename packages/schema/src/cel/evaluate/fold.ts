import { ACCUMULATOR, type Comprehension, type Expr } from '../syntax/ast.ts'
import { Failure, fail } from '../values/failure.ts'
import { ValueMap } from '../values/maps.ts'
import { isList, isMap, kindOf, listValue, type Value } from '../values/value.ts'
import type { Frame, Run } from './frame.ts'
import type { Plan, Planner } from './planner.ts'

/** A macro over a list or map. */
export function planComprehension(planner: Planner, expr: Comprehension): Plan {
  const range = planner.plan(expr.range).run
  const initial = planInitial(planner, expr.initial)
  const accumulator = planner.declare(expr.accumulator)
  const first = planner.declare(expr.variable)
  const second = expr.secondVariable === undefined ? undefined : planner.declare(expr.secondVariable)
  const condition = planner.plan(expr.condition)
  const step = planner.plan(expr.step).run
  if (expr.secondVariable !== undefined) planner.undeclare(expr.secondVariable)
  planner.undeclare(expr.variable)
  const result = planner.plan(expr.result).run
  planner.undeclare(expr.accumulator)

  const fold = { accumulator, first, second, condition, step }
  return {
    run: (frame) => {
      const values = range(frame)
      frame.locals[accumulator] = attempt(initial, frame)
      if (condition.constant !== false) iterate(frame, fold, values)
      return result(frame)
    },
  }
}

/** Lists and maps that a fold builds up must not be shared with the next evaluation. */
function planInitial(planner: Planner, initial: Expr): Run {
  if (initial.kind === 'list' && initial.elements.length === 0) return () => listValue([])
  if (initial.kind === 'map' && initial.entries.length === 0) return () => new ValueMap()
  return planner.plan(initial).run
}

interface Fold {
  accumulator: number
  first: number
  second: number | undefined
  condition: Plan
  step: Run
}

function iterate(frame: Frame, fold: Fold, range: Value): void {
  if (isList(range)) {
    for (let index = 0; index < range.size; index++) {
      const element = range.at(index)
      if (!next(frame, fold, fold.second === undefined ? element : BigInt(index), element)) return
    }
    return
  }
  if (!isMap(range)) fail(`got '${GO_TYPES[kindOf(range)] ?? kindOf(range)}', expected iterable type`)
  for (const key of range.keys()) {
    if (!next(frame, fold, key, fold.second === undefined ? null : range.find(key)!)) return
  }
}

/** One round; false ends the fold. */
function next(frame: Frame, { accumulator, first, second, condition, step }: Fold, a: Value, b: Value): boolean {
  const { locals } = frame
  locals[first] = a
  if (second !== undefined) locals[second] = b
  if (condition.constant === undefined && condition.run(frame) === false) return false
  const value = attempt(step, frame)
  locals[accumulator] = value
  // Only quantifiers, which have a condition of their own, can still come to a result after a failure.
  return !(value instanceof Failure) || condition.constant === undefined
}

function attempt(run: Run, frame: Frame): Value | Failure {
  try {
    return run(frame)
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

/** Whether an expression is the accumulator of a macro. */
export const isAccumulator = (expr: Expr | undefined): boolean => expr?.kind === 'ident' && expr.name === ACCUMULATOR

const GO_TYPES: Partial<Record<ReturnType<typeof kindOf>, string>> = {
  string: 'types.String',
  int: 'types.Int',
  uint: 'types.Uint',
  double: 'types.Double',
  bool: 'types.Bool',
  bytes: 'types.Bytes',
  null: 'types.Null',
  timestamp: 'types.Timestamp',
  duration: 'types.Duration',
  type: '*types.Type',
  optional: '*types.Optional',
}
