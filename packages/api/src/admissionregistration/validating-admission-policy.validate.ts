import { admissionVariables, type CelExpressionOptions, type FieldError, fieldError } from '@skep/schema'
import { checkQualifiedName } from '../meta/names.ts'
import { invalid, validateEach, validateOptionalOneOf } from '../meta/validation.ts'
import { validateExpression } from './expressions.ts'
import { composePolicy, validatePolicy } from './policy.ts'
import type { AuditAnnotation, ValidatingAdmissionPolicy, Validation } from './validating-admission-policy.ts'

type Variables = CelExpressionOptions['variables']

const MAX_ANNOTATIONS = 20
const MAX_EXPRESSION_BYTES = 5 * 1024
const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge']

/** Everything wrong with a policy. */
export function validateValidatingPolicy({ metadata, spec }: ValidatingAdmissionPolicy): FieldError[] {
  const composition = composePolicy(spec)
  const { validations = [], auditAnnotations = [] } = spec
  const errors = validatePolicy(spec, composition)
  if (validations.length === 0 && auditAnnotations.length === 0) return [...errors, ...nothingToDo()]
  const messageVariables = {
    ...composition.variables,
    ...admissionVariables({ params: spec.paramKind !== undefined }),
  }
  return [
    ...errors,
    ...validateEach(validations, 'spec.validations', (validation, path) =>
      validateValidation(validation, composition.variables, messageVariables, path),
    ),
    ...validateAnnotations(auditAnnotations, metadata.name ?? '', composition.variables, 'spec.auditAnnotations'),
  ]
}

const nothingToDo = (): FieldError[] =>
  ['spec.validations', 'spec.auditAnnotations'].map((path) =>
    fieldError.required(path, 'validations or auditAnnotations must contain at least one item'),
  )

function validateValidation(
  { expression, message = '', messageExpression = '', reason }: Validation,
  variables: Variables,
  messageVariables: Variables,
  path: string,
): FieldError[] {
  return [
    ...(expression.trim() === ''
      ? [fieldError.required(`${path}.expression`, 'expression is not specified')]
      : validateExpression(expression, { variables, result: 'bool' }, `${path}.expression`)),
    ...validateText(messageExpression, `${path}.messageExpression`),
    ...(messageExpression.trim() === ''
      ? []
      : validateExpression(
          messageExpression,
          { variables: messageVariables, result: 'string' },
          `${path}.messageExpression`,
        )),
    ...validateText(message, `${path}.message`),
    ...(/[\n\r]/.test(message.trim())
      ? [fieldError.invalid(`${path}.message`, message, 'must not contain line breaks')]
      : []),
    ...validateOptionalOneOf(reason, `${path}.reason`, REASONS),
  ]
}

/** A text that is left out or says something. */
const validateText = (text: string, path: string): FieldError[] =>
  text !== '' && text.trim() === '' ? [fieldError.invalid(path, text, 'must be non-empty if specified')] : []

function validateAnnotations(
  annotations: readonly AuditAnnotation[],
  policyName: string,
  variables: Variables,
  path: string,
): FieldError[] {
  const keys = new Set<string>()
  return [
    ...(annotations.length > MAX_ANNOTATIONS
      ? [fieldError.invalid(path, annotations, `must not have more than ${MAX_ANNOTATIONS} auditAnnotations`)]
      : []),
    ...validateEach(annotations, path, (annotation, at) => {
      const isNew = !keys.has(annotation.key)
      keys.add(annotation.key)
      return [
        ...validateAnnotation(annotation, policyName, variables, at),
        ...(isNew ? [] : [fieldError.duplicate(`${at}.key`, annotation.key)]),
      ]
    }),
  ]
}

const validateAnnotation = (
  { key, valueExpression }: AuditAnnotation,
  policyName: string,
  variables: Variables,
  path: string,
): FieldError[] => [
  ...invalid(`${path}.key`, `${policyName}/${key}`, checkQualifiedName(`${policyName}/${key}`)),
  ...validateValueExpression(valueExpression.trim(), variables, `${path}.valueExpression`),
]

function validateValueExpression(source: string, variables: Variables, path: string): FieldError[] {
  if (source === '') return [fieldError.required(path, 'valueExpression is not specified')]
  return Buffer.byteLength(source) > MAX_EXPRESSION_BYTES
    ? [fieldError.required(path, `must not exceed ${MAX_EXPRESSION_BYTES} bytes in length`)]
    : validateExpression(source, { variables, result: 'string or null' }, path)
}
