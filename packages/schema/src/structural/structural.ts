import { checkRules } from '../cel/index.ts'
import { type FieldError, fieldError } from '../field-error.ts'
import type { SchemaNode } from '../node.ts'
import { checkCompleteness } from './completeness.ts'
import { checkDefaults, checkDefaultsByRules } from './default-values.ts'
import { checkInvariants } from './invariants.ts'
import { checkKeywords } from './keywords.ts'
import { PassedSchemas } from './passed-schemas.ts'
import { type RawSchema, whyUnreadable } from './raw-schema.ts'

/**
 * Everything wrong with the schema of a CRD: it must be structural, its defaults valid, its keywords supported, and its
 * rules must compile and not cost too much. `path` is where the schema is, such as `spec.validation.openAPIV3Schema`.
 */
export const checkStructural = (node: SchemaNode, path: string): FieldError[] =>
  passed.check(node, () => checkSchema(node, path))

const passed = new PassedSchemas()

function checkSchema(node: SchemaNode, path: string): FieldError[] {
  // Until it has passed, it may be anything that JSON can say under those names.
  const schema = node as RawSchema
  const unreadable = whyUnreadable(schema)
  const errors = [
    ...(schema.nullable ? [fieldError.forbidden(`${path}.nullable`, 'nullable cannot be true at the root')] : []),
    ...(unreadable === undefined ? checkShape(schema, node, path) : []),
    ...checkKeywords(schema, path),
  ]
  if (errors.length > 0) return errors
  return unreadable === undefined ? checkCel(node, path) : [fieldError.invalid(path, '', unreadable)]
}

function checkCel(node: SchemaNode, path: string): FieldError[] {
  const errors = checkRules(node, path)
  return errors.length === 0 ? checkDefaultsByRules(node, path) : errors
}

function checkShape(schema: RawSchema, node: SchemaNode, path: string): FieldError[] {
  const errors = [...checkInvariants(schema, 'root', path), ...checkCompleteness(schema, path)]
  return errors.length === 0 ? checkDefaults(node, path) : errors.sort(byText)
}

const textOf = ({ field, message }: FieldError): string => `${field}: ${message}`
const byText = (a: FieldError, b: FieldError): number => (textOf(a) < textOf(b) ? -1 : 1)
