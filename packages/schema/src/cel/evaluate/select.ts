import type { Call, Select } from '../syntax/ast.ts'
import { NONE, Optional, type Value } from '../values/value.ts'
import { find, get } from './access.ts'
import { charge, type Frame, type Run } from './frame.ts'
import { type Plan, type Planner, path } from './planner.ts'

/** Evaluates what a path starts from, without paying for it if it is a variable. */
const origin = ({ resolve, run }: Plan): Run => resolve ?? run

/** `a.b` and `has(a.b)`. */
export function planSelect(planner: Planner, { operand, field, testOnly }: Select): Plan {
  const read = origin(planner.plan(operand))
  if (!testOnly) return path((frame) => step(frame, read(frame), field))
  const test: Run = (frame) => {
    const value = read(frame)
    charge(frame, 1)
    return isPresent(value, field)
  }
  return { run: test, resolve: test }
}

function isPresent(value: Value, field: string): boolean {
  if (!(value instanceof Optional)) return find(value, field) !== undefined
  return value.value !== undefined && find(value.value, field) !== undefined
}

/** `a[b]`, `a[?b]` and `a.?b`. */
export function planIndex(planner: Planner, { args }: Call, optional: boolean): Plan {
  const read = origin(planner.plan(args[0]!))
  const index = planner.plan(args[1]!)
  const readIndex = origin(index)
  const take = optional ? optionalStep : step
  const key = index.constant
  if (key !== undefined) return path((frame) => take(frame, read(frame), key))
  return path((frame) => take(frame, read(frame), readIndex(frame)))
}

/** One step along a path. A step from an optional leads to an optional. */
function step(frame: Frame, value: Value, key: Value): Value {
  if (value instanceof Optional) return optionalStep(frame, value, key)
  charge(frame, 1)
  return get(value, key)
}

function optionalStep(frame: Frame, value: Value, key: Value): Value {
  const target = value instanceof Optional ? value.value : value
  const found = target === undefined ? undefined : find(target, key)
  if (found === undefined) return NONE
  charge(frame, 1)
  return new Optional(found)
}
