import type { Overload } from '../library/declare.ts'
import { type CelType, formatSignature, isDyn, sameType, TYPES } from './type.ts'
import { type Bindings, substitute, unifyAll } from './unify.ts'

interface Resolution {
  overloads: readonly Overload[]
  result: CelType
  bindings: Bindings
}

/** The signatures that arguments of these types fit; the arguments as an error shows them when there is none. */
export function resolveOverloads(call: {
  overloads: readonly Overload[]
  isMember: boolean
  args: readonly CelType[]
  bindings: Bindings
  instantiate(types: readonly CelType[]): readonly CelType[]
}): Resolution | string {
  let { bindings } = call
  let result: CelType | undefined
  const fitting: Overload[] = []
  for (const overload of call.overloads) {
    if (overload.isMember !== call.isMember || overload.args.length !== call.args.length) continue
    const [resultType, ...parameters] = call.instantiate([overload.result, ...overload.args])
    const unified = unifyAll(bindings, call.args, parameters)
    if (!unified) continue
    bindings = unified
    fitting.push(overload)
    result = commonResult(result, substitute(bindings, resultType!, false))
  }
  if (result) return { overloads: fitting, result, bindings }
  const shown = call.args.map((type) => substitute(bindings, type, true))
  return formatSignature(shown, call.isMember)
}

/** Signatures with different results make the result of the call dynamic. */
function commonResult(previous: CelType | undefined, next: CelType): CelType {
  if (!previous) return next
  return isDyn(previous) || sameType(previous, next) ? previous : TYPES.dyn
}
