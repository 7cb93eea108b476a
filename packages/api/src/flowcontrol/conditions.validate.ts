import { type FieldError, fieldError } from '@skep/schema'
import { validateEach, validateRequired } from '../meta/validation.ts'

/** Conditions of a status: each says what it is about, and no two of them the same. */
export function validateStatusConditions(conditions: readonly { type?: string }[]): FieldError[] {
  const seen = new Set<string>()
  return validateEach(conditions, 'status.conditions', ({ type = '' }, path) => {
    const isNew = !seen.has(type)
    seen.add(type)
    return [...(isNew ? [] : [fieldError.duplicate(`${path}.type`, type)]), ...validateRequired(type, `${path}.type`)]
  })
}
