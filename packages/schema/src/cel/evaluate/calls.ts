import { Re2SyntaxError } from '@skep/base'
import { callCost, type RuntimeCost } from '../cost/runtime.ts'
import { CONSTANT_FUNCTIONS } from '../library/conversions.ts'
import type { Overload } from '../library/declare.ts'
import { compilePattern } from '../library/regex.ts'
import type { Call, Expr } from '../syntax/ast.ts'
import { type CelType, isDyn } from '../types/type.ts'
import { setKey } from '../values/equality.ts'
import { fail } from '../values/failure.ts'
import { type CelList, isList, kindOf, typeOf, type Value } from '../values/value.ts'
import { isAccumulator } from './fold.ts'
import { charge, type Frame, type Run } from './frame.ts'
import { planNotStrictlyFalse } from './logic.ts'
import { constant, EMPTY_FRAME, type Plan, type Planner } from './planner.ts'
import { fits } from './runtime-types.ts'

type Implementation = (...args: Value[]) => Value

// The checker, and `takes` for dynamic arguments, see to it that arguments are of the types that `run` is declared with.
const implementationOf = ({ run }: Overload) => run as unknown as Implementation

/** A call of a function or operator that evaluates all of its arguments. */
export function planCall(planner: Planner, call: Call): Plan {
  const { name, target } = planner.checked.functionOf(call)
  const operands = target ? [target, ...call.args] : call.args
  const overloads = planner.checked.overloadsOf(call)
  if (name === '_+_' && isAccumulator(operands[0]) && operands[1]?.kind === 'list') {
    return planAppend(planner, operands[0]!, operands[1].elements[0]!)
  }
  const args = operands.map(planner.plan)
  if (name === '@not_strictly_false') return { run: withCost(planNotStrictlyFalse(args[0]!).run) }
  if (name === '@in' && overloads.length === 1) {
    const member = planMembership(args)
    if (member) return member
  }
  checkPattern(name, args[1]?.constant)
  const types = operands.map((each) => planner.checked.typeOf(each))
  const run = invoke(
    args.map(({ run }) => run),
    choose(name, overloads, types),
    callCost(name, overloads.length === 1 ? overloads[0]!.id : '', types),
  )
  const isConstant = CONSTANT_FUNCTIONS.has(name) && args.length === 1 && args[0]!.constant !== undefined
  return isConstant ? constant(run(EMPTY_FRAME)) : { run }
}

const PATTERN_FUNCTIONS: ReadonlySet<string> = new Set(['matches', 'find', 'findAll'])

/** A pattern that is known beforehand must be one. */
function checkPattern(name: string, pattern: Value | undefined): void {
  if (!PATTERN_FUNCTIONS.has(name) || typeof pattern !== 'string') return
  const compiled = compilePattern(pattern)
  if (compiled instanceof Re2SyntaxError) fail(compiled.message)
}

const withCost =
  (run: Run): Run =>
  (frame) => {
    charge(frame, 1)
    return run(frame)
  }

/** What a macro does with each element it keeps: it appends to the list that is its own. */
function planAppend(planner: Planner, accumulator: Expr, element: Expr): Plan {
  const list = planner.plan(accumulator).run
  const value = planner.plan(element)
  const cost = value.constant === undefined ? 11 : 1
  return {
    run: (frame) => {
      const collected = list(frame) as CelList
      // The fold that owns the list made it for this.
      const items = collected.items as Value[]
      items.push(value.run(frame))
      charge(frame, cost)
      return collected
    },
  }
}

/** `x in [constants]`, looked up rather than searched for. */
function planMembership([value, list]: readonly Plan[]): Plan | undefined {
  const known = list!.constant
  if (known === undefined || !isList(known)) return undefined
  if (known.size === 0) return constant(false)
  const elements = known.toArray()
  if (!elements.every((each) => PRIMITIVE.has(kindOf(each)))) return undefined
  const keys = new Set(elements.map(setKey))
  const strings = elements.every((each) => typeof each === 'string') ? new Set<Value>(elements) : undefined
  const { run } = value!
  return { run: strings ? (frame) => strings.has(run(frame)) : (frame) => keys.has(setKey(run(frame))) }
}

const PRIMITIVE: ReadonlySet<string> = new Set(['bool', 'int', 'uint', 'double', 'string'])

/** The implementation, chosen now if the types of the arguments are known, else when they are. */
function choose(name: string, overloads: readonly Overload[], types: readonly CelType[]): Implementation {
  const only = overloads.length === 1 ? implementationOf(overloads[0]!) : undefined
  if (only && !types.some(isDyn)) return only
  return (...args) => {
    const fitting = overloads.find((overload) => takes(overload, args))
    if (fitting) return implementationOf(fitting)(...args)
    return fail(mismatch(name, overloads, args))
  }
}

const takes = ({ args, takesAnyList }: Overload, values: readonly Value[]): boolean =>
  args.every((type, index) => fits(values[index]!, type) || (takesAnyList && isList(values[index]!)))

const isOperator = (name: string) => /^[_!@-]/.test(name)

/** Values that refuse methods they do not have themselves, rather than leaving that to the caller. */
const RECEIVERS: ReadonlySet<string> = new Set(['string', 'duration', 'timestamp'])
const STRING_TESTS: ReadonlySet<string> = new Set(['contains', 'startsWith', 'endsWith'])

/** Says that arguments fit no signature: by name alone if already the first does not fit. */
function mismatch(name: string, overloads: readonly Overload[], args: readonly Value[]): string {
  if (STRING_TESTS.has(name)) return 'no such overload'
  const [first] = args
  if (!isOperator(name) && name !== 'matches') {
    return `no such overload: ${name}(${args.map((arg) => typeOf(arg).name).join(', ')})`
  }
  const isFirstFine = RECEIVERS.has(kindOf(first!)) || overloads.some((each) => fits(first!, each.args[0]!))
  return isFirstFine ? 'no such overload' : `no such overload: ${name}`
}

type Cost = ReturnType<typeof callCost>

/** Evaluates arguments, calls, and pays; by number of arguments, which spares the common ones an array. */
function invoke(args: readonly Run[], call: Implementation, cost: Cost): Run {
  if (cost !== 1) return invokeAtCost(args, call, cost)
  const [a, b, c] = args
  const run = {
    0: () => call(),
    1: (frame: Frame) => call(a!(frame)),
    2: (frame: Frame) => call(a!(frame), b!(frame)),
    3: (frame: Frame) => call(a!(frame), b!(frame), c!(frame)),
  }[args.length]
  return withCost(run ?? ((frame) => call(...args.map((arg) => arg(frame)))))
}

/** A call whose cost depends on its arguments and result. One that cannot be made for want of an argument costs one. */
function invokeAtCost(args: readonly Run[], call: Implementation, cost: RuntimeCost): Run {
  return (frame) => {
    const values: Value[] = []
    try {
      for (const arg of args) values.push(arg(frame))
    } catch (error) {
      charge(frame, 1)
      throw error
    }
    const result = call(...values)
    charge(frame, cost(values, result))
    return result
  }
}
