import type { FieldError } from '../field-error.ts'

/**
 * One thing a schema asks of a value. `holds` decides, on every write; `fail` explains, only when it does not hold.
 * `name` is the path of the value from where validation started, which the messages repeat.
 */
export interface Constraint<T> {
  holds(value: T): boolean
  fail(value: T, name: string): FieldError
}

/** Whether all of them hold. */
export function allHold<T>(constraints: readonly Constraint<T>[], value: T): boolean {
  for (const constraint of constraints) if (!constraint.holds(value)) return false
  return true
}

/** The name in errors that belong to no single value but to all that is being validated. */
export const WHOLE = ''
