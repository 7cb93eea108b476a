import type { Call } from '../syntax/ast.ts'
import { Failure, noSuchOverload } from '../values/failure.ts'
import { Optional } from '../values/value.ts'
import type { Run } from './frame.ts'
import type { Plan, Planner } from './planner.ts'

const NO_SUCH_OVERLOAD = new Failure('no such overload')

/** `&&` and `||`: a term that decides the outcome makes up for others that fail. */
export function planLogical(terms: readonly Plan[], deciding: boolean): Plan {
  const runs = terms.map(({ run }) => run)
  return {
    run: (frame) => {
      let failure: Failure | undefined
      for (const run of runs) {
        try {
          const value = run(frame)
          if (value === deciding) return deciding
          if (value !== !deciding) failure ??= NO_SUCH_OVERLOAD
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          failure ??= error
        }
      }
      if (failure) throw failure
      return !deciding
    },
  }
}

/** `c ? a : b`. Reading a variable in a branch is free, as if the branch were the start of a path. */
export function planConditional([condition, whenTrue, whenFalse]: readonly Plan[]): Plan {
  const test = condition!.run
  const yes = whenTrue!.resolve ?? whenTrue!.run
  const no = whenFalse!.resolve ?? whenFalse!.run
  const run: Run = (frame) => {
    const value = test(frame)
    if (value === true) return yes(frame)
    return value === false ? no(frame) : noSuchOverload()
  }
  return { run, resolve: run }
}

/** `o.or(p)` and `o.orValue(v)`, where the alternative is evaluated only when it is needed. */
export function planOr(planner: Planner, call: Call): Plan {
  const { name, target } = planner.checked.functionOf(call)
  const first = planner.plan(target!).run
  const second = planner.plan(call.args[0]!).run
  const unwraps = name === 'orValue'
  return {
    run: (frame) => {
      const value = first(frame)
      if (!(value instanceof Optional)) return noSuchOverload()
      if (value.value === undefined) return second(frame)
      return unwraps ? value.value : value
    },
  }
}

/** Whether a fold goes on: unless its accumulator says no. Failures do not stop it. */
export function planNotStrictlyFalse({ run }: Plan): Plan {
  return {
    run: (frame) => {
      try {
        return run(frame) !== false
      } catch (error) {
        if (error instanceof Failure) return true
        throw error
      }
    },
  }
}
