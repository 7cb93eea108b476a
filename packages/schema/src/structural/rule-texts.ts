import { type FieldError, fieldError } from '../field-error.ts'
import type { ValidationRule } from '../node.ts'
import { findField } from './field-path.ts'
import type { RawSchema } from './raw-schema.ts'

const REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired']

const hasLineBreak = (text: string): boolean => /[\n\r]/.test(text)
const isBlank = (text: string): boolean => text.trim() === ''

/** What a CEL rule says beside its expressions: its texts, its reason and the field it points to. */
export function checkRuleTexts(schema: RawSchema, path: string): FieldError[] {
  return (schema['x-kubernetes-validations'] ?? []).flatMap((rule, index) => {
    const at = `${path}.x-kubernetes-validations[${index}]`
    return [...checkTexts(rule, at), ...checkReason(rule, at), ...checkFieldPath(rule, schema, at)]
  })
}

function checkTexts({ rule = '', message = '', messageExpression = '' }: ValidationRule, at: string): FieldError[] {
  const errors: FieldError[] = []
  if (isBlank(rule)) errors.push(fieldError.required(`${at}.rule`, 'rule is not specified'))
  else if (message !== '' && isBlank(message)) {
    errors.push(fieldError.invalid(`${at}.message`, message, 'must be non-empty if specified'))
  } else if (hasLineBreak(message.trim())) {
    errors.push(fieldError.invalid(`${at}.message`, message, 'must not contain line breaks'))
  } else if (hasLineBreak(rule.trim()) && message === '') {
    const detail = 'message must be specified if rule contains line breaks'
    errors.push(fieldError.required(`${at}.message`, detail))
  }
  if (messageExpression !== '' && isBlank(messageExpression)) {
    const detail = 'messageExpression must be non-empty if specified'
    errors.push(fieldError.required(`${at}.messageExpression`, detail))
  }
  return errors
}

const checkReason = ({ reason }: ValidationRule, at: string): FieldError[] =>
  reason === undefined || REASONS.includes(reason) ? [] : [fieldError.notSupported(`${at}.reason`, reason, REASONS)]

function checkFieldPath({ fieldPath = '' }: ValidationRule, schema: RawSchema, at: string): FieldError[] {
  if (fieldPath === '') return []
  const problems = [
    isBlank(fieldPath) && 'must be non-empty if specified',
    hasLineBreak(fieldPath) && 'must not contain line breaks',
    'problem' in findField(fieldPath, schema) && 'must be a valid path',
  ]
  return problems
    .filter((problem) => problem !== false)
    .map((problem) => fieldError.invalid(`${at}.fieldPath`, fieldPath, problem))
}
