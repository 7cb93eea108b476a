import { type CelType, isDyn, isDynOrError, sameType, TYPES } from './type.ts'

/** What the variables of generic signatures stand for, by name. */
export type Bindings = Map<string, CelType>

/** Whether `from` fits `to`, one way or the other: the variables in both are bound as needed, or left alone if not. */
export function unify(bindings: Bindings, to: CelType, from: CelType): Bindings | undefined {
  const attempt = new Map(bindings)
  return assignable(attempt, to, from) ? attempt : undefined
}

/** As `unify`, for lists of types of the same length. */
export function unifyAll(bindings: Bindings, to: readonly CelType[], from: readonly CelType[]): Bindings | undefined {
  const attempt = new Map(bindings)
  return allAssignable(attempt, to, from) ? attempt : undefined
}

function allAssignable(bindings: Bindings, a: readonly CelType[], b: readonly CelType[]): boolean {
  return a.length === b.length && a.every((each, index) => assignable(bindings, each, b[index]!))
}

function assignable(bindings: Bindings, a: CelType, b: CelType): boolean {
  if (b.kind === 'param') {
    const { fits, bound } = bind(bindings, a, b)
    if (fits) return true
    if (bound) return false
  }
  if (a.kind === 'param') return bind(bindings, b, a).fits
  if (isDynOrError(a) || isDynOrError(b)) return true
  if (a.kind === 'null') return isNullable(b)
  if (b.kind === 'null') return isNullable(a)
  if (a.kind === 'type') return b.kind === 'type'
  return a.kind === b.kind && a.name === b.name && allAssignable(bindings, a.params, b.params)
}

const isNullable = ({ kind }: CelType) =>
  kind === 'null' || kind === 'opaque' || kind === 'object' || kind === 'duration' || kind === 'timestamp'

/** Tries `type` for the variable; `bound` says whether the variable stood for something already. */
function bind(bindings: Bindings, type: CelType, variable: CelType): { fits: boolean; bound: boolean } {
  if (sameType(type, variable)) return { fits: true, bound: true }
  const current = bindings.get(variable.name)
  if (current === undefined) {
    if (occurs(bindings, variable, type)) return { fits: false, bound: false }
    bindings.set(variable.name, type)
    return { fits: true, bound: false }
  }
  if (sameType(type, current)) return { fits: true, bound: true }
  if (!assignable(bindings, type, current)) return { fits: false, bound: true }
  const general = mostGeneral(type, current)
  if (!occurs(bindings, variable, general)) bindings.set(variable.name, general)
  return { fits: true, bound: true }
}

function occurs(bindings: Bindings, variable: CelType, within: CelType): boolean {
  if (sameType(variable, within)) return true
  if (within.kind === 'param') {
    const bound = bindings.get(within.name)
    return bound !== undefined && occurs(bindings, variable, bound)
  }
  return within.params.some((each) => occurs(bindings, variable, each))
}

/** Of two types that unify, the one that says less. */
export const mostGeneral = (a: CelType, b: CelType): CelType => (isEqualOrLessSpecific(a, b) ? a : b)

function isEqualOrLessSpecific(a: CelType, b: CelType): boolean {
  if (isDyn(a) || a.kind === 'param') return true
  if (isDyn(b) || b.kind === 'param') return false
  if (a.kind !== b.kind) return false
  if (a.kind === 'type') return true
  if (a.kind !== 'opaque' && a.kind !== 'list' && a.kind !== 'map') return sameType(a, b)
  return (
    a.name === b.name &&
    a.params.length === b.params.length &&
    a.params.every((each, index) => isEqualOrLessSpecific(each, b.params[index]!))
  )
}

/** The type with its variables replaced. Those that stand for nothing become dyn when `final`. */
export function substitute(bindings: Bindings, type: CelType, final: boolean): CelType {
  if (type.kind === 'param') {
    const bound = bindings.get(type.name)
    if (bound) return substitute(bindings, bound, final)
    return final ? TYPES.dyn : type
  }
  if (type.params.length === 0) return type
  return { ...type, params: type.params.map((each) => substitute(bindings, each, final)) }
}

/** Renames the variables of a signature, so that two calls of one function do not share them. */
export function rename(type: CelType, names: ReadonlyMap<string, CelType>): CelType {
  if (type.kind === 'param') return names.get(type.name) ?? type
  if (type.params.length === 0) return type
  return { ...type, params: type.params.map((each) => rename(each, names)) }
}
