import type { CelType } from '../types/type.ts'
import type { Value } from '../values/value.ts'

/** One signature of a function and what it does. */
export interface Overload {
  readonly id: string
  /** Called as `a.f(b)`; `a` is the first argument. */
  readonly isMember: boolean
  readonly args: readonly CelType[]
  readonly result: CelType
  /** The checker, and for dynamic arguments the planner, see to it that the arguments are of the declared types. */
  readonly run: (...args: never[]) => Value
  /** `run` copes with lists of anything, whatever the signature says of their elements. */
  readonly takesAnyList?: boolean
}

/** A function with all its signatures. */
export interface FunctionDeclaration {
  readonly name: string
  readonly overloads: readonly Overload[]
}

/** Functions and the names of types they bring along. */
export interface Library {
  readonly functions: readonly FunctionDeclaration[]
  readonly types?: readonly CelType[]
}

/** Declares a function with its signatures. */
export const declare = (name: string, ...overloads: Overload[]): FunctionDeclaration => ({ name, overloads })

/** A signature called as `f(a, b)`. */
export const overload = (id: string, args: CelType[], result: CelType, run: Overload['run']): Overload => ({
  id,
  isMember: false,
  args,
  result,
  run,
})

/** A signature called as `a.f(b)`. */
export const method = (id: string, args: CelType[], result: CelType, run: Overload['run']): Overload => ({
  ...overload(id, args, result, run),
  isMember: true,
})
