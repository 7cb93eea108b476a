import type { FieldError } from '../field-error.ts'

/**
 * What validating one value found. `matches` counts the checks that were made; of several alternatives that all fail,
 * the one with the highest count is taken for what the user meant. The API server counts in the same way.
 */
export interface Result {
  readonly errors: FieldError[]
  matches: number
}

/** Nothing found yet. */
export const emptyResult = (): Result => ({ errors: [], matches: 0 })

/** Adds an error unless the same is there already. */
export function addError(result: Result, error: FieldError): void {
  const isKnown = result.errors.some(({ field, message }) => field === error.field && message === error.message)
  if (!isKnown) result.errors.push(error)
}

/** Adds what another result found. */
export function merge(result: Result, other: Result): void {
  for (const error of other.errors) addError(result, error)
  result.matches += other.matches
}
