import { type FieldError, fieldError, type SchemaNode } from '@skep/schema'

/** Keywords that the root of a schema may have when the status is checked apart, with the names that the API prints. */
const ALLOWED: Readonly<Record<string, string>> = {
  description: 'Description',
  type: 'Type',
  format: 'Format',
  title: 'Title',
  maximum: 'Maximum',
  exclusiveMaximum: 'ExclusiveMaximum',
  minimum: 'Minimum',
  exclusiveMinimum: 'ExclusiveMinimum',
  maxLength: 'MaxLength',
  minLength: 'MinLength',
  pattern: 'Pattern',
  maxItems: 'MaxItems',
  minItems: 'MinItems',
  uniqueItems: 'UniqueItems',
  multipleOf: 'MultipleOf',
  required: 'Required',
  items: 'Items',
  properties: 'Properties',
  externalDocs: 'ExternalDocs',
  example: 'Example',
  'x-kubernetes-preserve-unknown-fields': 'XPreserveUnknownFields',
  'x-kubernetes-validations': 'XValidations',
}

/** What keeps the schema of a status from being taken out of the whole. */
export function validateRootOfStatus(schema: SchemaNode, path: string): FieldError[] {
  const when = 'at the root of the schema if the status subresource is enabled'
  if (schema.type !== undefined && schema.type !== 'object') {
    return [fieldError.invalid(`${path}.type`, schema.type, `only "object" is allowed as the type ${when}`)]
  }
  if (Object.keys(schema).every((keyword) => keyword in ALLOWED)) return []
  return [fieldError.invalid(path, schema, `only [${Object.values(ALLOWED).join(' ')}] fields are allowed ${when}`)]
}
