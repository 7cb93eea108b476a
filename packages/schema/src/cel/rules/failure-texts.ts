import { type FieldError, fieldError } from '../../field-error.ts'
import type { Json } from '../../json.ts'
import type { ValidationRule } from '../../node.ts'

/** What is said when the budget for all rules is used up. */
export const RAN_OUT = 'validation failed due to running out of cost budget, no further validation rules will be run'

/** Whether an evaluation was stopped because of its cost. */
export const isCancelled = (error: string): boolean =>
  error.startsWith('operation cancelled: actual cost limit exceeded')

const ruleText = ({ rule, message }: ValidationRule) => (message || rule).trim()

/** Says that a rule could not be evaluated, and why. */
export function explain(error: string, rule: ValidationRule): string {
  const text = ruleText(rule)
  if (error.startsWith('no such overload')) {
    const reason = 'call arguments did not match a supported operator, function or macro signature'
    return `'${error}': ${reason} for rule: ${text}`
  }
  if (isCancelled(error)) {
    return `'${error}': no further validation rules will be run due to call cost exceeds limit for rule: ${text}`
  }
  return `${error} evaluating rule: ${text}`
}

/** What is said of a rule that does not hold and has no expression for its message. */
export const defaultMessage = (rule: ValidationRule): string =>
  rule.message ? rule.message.trim() : `failed rule: ${ruleText(rule)}`

/** The error for a rule that does not hold, by the reason the rule gives. */
export function failureOf(rule: ValidationRule, field: string, value: Json | undefined, detail: string): FieldError {
  switch (rule.reason) {
    case 'FieldValueForbidden':
      return fieldError.forbidden(field, detail)
    case 'FieldValueRequired':
      return fieldError.required(field, detail)
    case 'FieldValueDuplicate':
      return value === undefined
        ? { type: 'Duplicate', field, message: 'Duplicate value' }
        : fieldError.duplicate(field, value)
    default:
      return value === undefined
        ? { type: 'Invalid', field, message: `Invalid value: ${detail}` }
        : fieldError.invalid(field, value, detail)
  }
}
