import { type FieldError, fieldError } from '../field-error.ts'
import { checkMetadataSchema } from './metadata-schema.ts'
import { checkNested } from './nested.ts'
import { itemSchema, memberSchemas, otherSchema, type RawSchema } from './raw-schema.ts'

/** Where a schema stands: rules and texts differ. */
export type Level = 'root' | 'item' | 'field'

/** The rules of every node outside allOf, anyOf, oneOf and not. */
export function checkInvariants(schema: RawSchema, level: Level, path: string): FieldError[] {
  const items = itemSchema(schema)
  const other = otherSchema(schema)
  return [
    ...(schema.type === 'array' && items === undefined
      ? [fieldError.required(`${path}.items`, 'must be specified')]
      : []),
    ...(items === undefined ? [] : checkInvariants(items, 'item', `${path}.items`)),
    ...memberSchemas(schema).flatMap(([name, child]) => checkInvariants(child, 'field', `${path}.properties[${name}]`)),
    ...(other === undefined ? [] : checkInvariants(other, 'field', `${path}.additionalProperties`)),
    ...checkAdditionalProperties(schema, level, path),
    ...checkExtensions(schema, path),
    ...checkNested(schema, path),
    ...checkType(schema, level, path),
    ...checkMetadataSchema(schema, level, path),
  ]
}

function checkAdditionalProperties(schema: RawSchema, level: Level, path: string): FieldError[] {
  if (schema.additionalProperties === undefined) return []
  const at = `${path}.additionalProperties`
  const errors = level === 'root' ? [fieldError.forbidden(at, 'must not be used at the root')] : []
  if (schema['x-kubernetes-embedded-resource']) {
    errors.push(fieldError.forbidden(at, 'must not be used if x-kubernetes-embedded-resource is set'))
  }
  return errors
}

function checkExtensions(schema: RawSchema, path: string): FieldError[] {
  if (!schema['x-kubernetes-int-or-string']) return []
  const exclusive = ['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource'] as const
  return exclusive
    .filter((keyword) => schema[keyword])
    .map((keyword) =>
      fieldError.invalid(`${path}.${keyword}`, true, 'must be false if x-kubernetes-int-or-string is true'),
    )
}

const EMPTY_TYPE: Record<Level, string> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
}

function checkType(schema: RawSchema, level: Level, path: string): FieldError[] {
  const { type = '' } = schema
  const at = `${path}.type`
  const mayBeEmpty = schema['x-kubernetes-int-or-string'] || schema['x-kubernetes-preserve-unknown-fields']
  const errors: FieldError[] = []
  if (schema['x-kubernetes-embedded-resource'] && type !== 'object') {
    const detail = 'must be object if x-kubernetes-embedded-resource is true'
    errors.push(type === '' ? fieldError.required(at, detail) : fieldError.invalid(at, type, detail))
  } else if (type === '' && !mayBeEmpty) errors.push(fieldError.required(at, EMPTY_TYPE[level]))
  if (level === 'root' && type !== '' && type !== 'object') {
    errors.push(fieldError.invalid(at, type, 'must be object at the root'))
  }
  return errors
}
