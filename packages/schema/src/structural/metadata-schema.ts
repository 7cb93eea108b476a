import { type FieldError, fieldError } from '../field-error.ts'
import type { Level } from './invariants.ts'
import type { RawSchema } from './raw-schema.ts'

/** What a schema may say of the fields that every resource has: hardly anything. */
export function checkMetadataSchema(schema: RawSchema, level: Level, path: string): FieldError[] {
  const { properties = {} } = schema
  const isResource = level === 'root' || schema['x-kubernetes-embedded-resource'] === true
  const errors = isResource
    ? [...checkTypeField(properties, 'kind', path), ...checkTypeField(properties, 'apiVersion', path)]
    : []
  const metadata = own(properties, 'metadata')
  if (metadata !== undefined) errors.push(...checkMetadata(metadata, isResource, level, `${path}.properties[metadata]`))
  if (schema['x-kubernetes-embedded-resource'] && isEmptyResource(schema)) {
    const detail =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields'
    errors.push(fieldError.required(`${path}.properties`, detail))
  }
  return errors
}

const own = (properties: Record<string, RawSchema>, name: string): RawSchema | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined

function checkTypeField(properties: Record<string, RawSchema>, name: string, path: string): FieldError[] {
  const field = own(properties, name)
  if (field === undefined || field.type === 'string') return []
  return [fieldError.invalid(`${path}.properties[${name}].type`, field.type ?? '', 'must be string')]
}

const isEmptyResource = (schema: RawSchema): boolean =>
  !schema['x-kubernetes-preserve-unknown-fields'] && Object.keys(schema.properties ?? {}).length === 0

function checkMetadata(metadata: RawSchema, isResource: boolean, level: Level, path: string): FieldError[] {
  const errors: FieldError[] = []
  if (isResource && metadata.type !== 'object') {
    errors.push(fieldError.invalid(`${path}.type`, metadata.type ?? '', 'must be object'))
  }
  if (level === 'root' && !restrictsNamesOnly(metadata)) {
    const detail = 'must not specify anything other than name and generateName, but metadata is implicitly specified'
    errors.push(fieldError.forbidden(path, detail))
  }
  return errors
}

const NAMES = new Set(['name', 'generateName'])

function restrictsNamesOnly({ type: _type, default: _default, properties = {}, ...others }: RawSchema): boolean {
  return Object.keys(properties).every((name) => NAMES.has(name)) && Object.values(others).every(isUnset)
}

/** Whether a keyword is as good as not given. Limits count even when they are zero. */
const isUnset = (value: unknown): boolean =>
  value === undefined || value === false || value === '' || (Array.isArray(value) && value.length === 0)
