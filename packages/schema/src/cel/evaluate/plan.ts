import type { Call, Expr, ListExpr, MapExpr } from '../syntax/ast.ts'
import type { Checked } from '../types/checker.ts'
import { Failure, fail } from '../values/failure.ts'
import { ValueMap } from '../values/maps.ts'
import { showValue } from '../values/text.ts'
import { listValue, Optional, TypeValue, type Value } from '../values/value.ts'
import { planCall } from './calls.ts'
import { planComprehension } from './fold.ts'
import { charge, type Run } from './frame.ts'
import { planConditional, planLogical, planOr } from './logic.ts'
import { constant, EMPTY_FRAME, type Plan, type Planner, path } from './planner.ts'
import { planIndex, planSelect } from './select.ts'

/** Turns a checked expression into closures. Throws a Failure when a constant cannot be computed. */
export function planExpression(checked: Checked): { plan: Plan; localCount: number } {
  const scopes = new Map<string, number[]>()
  let localCount = 0
  const planner: Planner = {
    checked,
    plan: (expr) => planNode(planner, expr),
    slotOf: (name) => scopes.get(name)!.at(-1)!,
    declare(name) {
      const slots = scopes.get(name) ?? []
      scopes.set(name, [...slots, localCount])
      return localCount++
    },
    undeclare: (name) => scopes.set(name, scopes.get(name)!.slice(0, -1)),
  }
  return { plan: planner.plan(checked.expr), localCount }
}

function planNode(planner: Planner, expr: Expr): Plan {
  switch (expr.kind) {
    case 'literal':
      return constant(expr.value)
    case 'ident':
      return planReference(planner, expr)
    case 'select':
      return planner.checked.referenceOf(expr) ? planReference(planner, expr) : planSelect(planner, expr)
    case 'call':
      return planOperation(planner, expr)
    case 'list':
      return planList(planner, expr)
    case 'map':
      return planMap(planner, expr)
    case 'comprehension':
      return planComprehension(planner, expr)
    case 'struct':
      return fail(`unknown type: ${expr.typeName}`)
  }
}

function planReference(planner: Planner, expr: Expr): Plan {
  const reference = planner.checked.referenceOf(expr)!
  if ('type' in reference) return constant(new TypeValue(reference.type))
  const { variable, isLocal } = reference
  return path(isLocal ? readLocal(planner.slotOf(variable)) : readVariable(variable))
}

function readLocal(slot: number): Run {
  return (frame) => {
    const value = frame.locals[slot]!
    if (value instanceof Failure) throw value
    return value
  }
}

function readVariable(name: string): Run {
  return (frame) => {
    const value = frame.variables[name]
    return value === undefined ? fail(`no such attribute(s): ${name}`) : value
  }
}

function planOperation(planner: Planner, call: Call): Plan {
  switch (planner.checked.functionOf(call).name) {
    case '_&&_':
      return planLogical(call.args.map(planner.plan), false)
    case '_||_':
      return planLogical(call.args.map(planner.plan), true)
    case '_?_:_':
      return planConditional(call.args.map(planner.plan))
    case '_[_]':
      return planIndex(planner, call, false)
    case '_[?_]':
    case '_?._':
      return planIndex(planner, call, true)
    case 'or':
    case 'orValue':
      return planOr(planner, call)
    default:
      return planCall(planner, call)
  }
}

function planList(planner: Planner, { elements, optional }: ListExpr): Plan {
  const plans = elements.map(planner.plan)
  const runs = plans.map(({ run }) => run)
  const build: Run = (frame) => {
    const values: Value[] = []
    for (let index = 0; index < runs.length; index++) {
      const value = runs[index]!(frame)
      const element = optional.has(index) ? unwrapElement(value) : value
      if (element !== undefined) values.push(element)
    }
    return listValue(values)
  }
  return construct(plans, build, 10)
}

function unwrapElement(value: Value): Value | undefined {
  if (value instanceof Optional) return value.value
  return fail(`cannot initialize optional list element from non-optional value ${showValue(value)}`)
}

function planMap(planner: Planner, { entries }: MapExpr): Plan {
  const plans = entries.map(({ key, value, optional }) => ({
    key: planner.plan(key),
    value: planner.plan(value),
    optional,
  }))
  const build: Run = (frame) => {
    const map = new ValueMap()
    for (const { key, value, optional } of plans) {
      const keyValue = key.run(frame)
      const entry = value.run(frame)
      const element = optional ? unwrapEntry(keyValue, entry) : entry
      if (element !== undefined) map.set(keyValue, element)
    }
    return map
  }
  return construct(
    plans.flatMap(({ key, value }) => [key, value]),
    build,
    30,
  )
}

function unwrapEntry(key: Value, value: Value): Value | undefined {
  if (value instanceof Optional) return value.value
  return fail(`cannot initialize optional entry '${showValue(key)}' from non-optional value ${showValue(value)}`)
}

/** A list or map; one of constants is a constant itself, and costs nothing. */
function construct(parts: readonly Plan[], build: Run, cost: number): Plan {
  if (parts.every((part) => part.constant !== undefined)) {
    return constant(build(EMPTY_FRAME))
  }
  return {
    run: (frame) => {
      const value = build(frame)
      charge(frame, cost)
      return value
    },
  }
}
