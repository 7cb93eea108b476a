import { checkStructural, type FieldError, fieldError, findField, type JsonObject, type SchemaNode } from '@skep/schema'
import { validateEach, validateRequired } from '../meta/validation.ts'
import { validateRootOfStatus } from './status-root.validate.ts'
import type {
  CustomResourceColumnDefinition,
  CustomResourceDefinitionVersion,
  CustomResourceSubresourceScale,
  SelectableField,
} from './version.ts'

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string']
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password']
const SELECTABLE_TYPES = ['string', 'boolean', 'integer']
const MAX_SELECTABLE_FIELDS = 8
const MAX_WARNING_BYTES = 256

/** What a client is told about a version that is on its way out. */
export function validateDeprecation(version: CustomResourceDefinitionVersion, path: string): FieldError[] {
  const { deprecated, deprecationWarning: warning } = version
  if (warning === undefined) return []
  const complaints = deprecated ? checkWarning(warning) : ['can only be set for deprecated versions']
  return complaints.map((text) => fieldError.invalid(`${path}.deprecationWarning`, warning, text))
}

function checkWarning(warning: string): string[] {
  const unprintable = [...warning].findIndex((character) => !/[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character))
  return [
    ...(Buffer.byteLength(warning) > MAX_WARNING_BYTES ? [`must be <= ${MAX_WARNING_BYTES} characters long`] : []),
    ...(warning === '' ? ['must not be an empty string'] : []),
    ...(unprintable >= 0
      ? [`must only contain printable UTF-8 characters; non-printable character found at index ${unprintable}`]
      : []),
  ]
}

/** Everything wrong with a schema; with a status of its own, its root is limited to what can be split. */
export const validateSchema = (schema: SchemaNode, hasStatus: boolean, path: string): FieldError[] => [
  ...(hasStatus ? validateRootOfStatus(schema, path) : []),
  ...checkStructural(schema, path),
]

/** Everything wrong with where the replicas are. */
export const validateScale = (scale: CustomResourceSubresourceScale, path: string): FieldError[] => [
  ...validateReplicasPath(scale.specReplicasPath, ['.spec'], `${path}.specReplicasPath`),
  ...validateReplicasPath(scale.statusReplicasPath, ['.status'], `${path}.statusReplicasPath`),
  ...(scale.labelSelectorPath
    ? validateReplicasPath(scale.labelSelectorPath, ['.spec', '.status'], `${path}.labelSelectorPath`)
    : []),
]

function validateReplicasPath(jsonPath: string, roots: readonly string[], path: string): FieldError[] {
  if (jsonPath === '') return [fieldError.required(path)]
  const errors = validateSimplePath(jsonPath, path)
  if (errors.length > 0 || roots.some((root) => jsonPath.startsWith(`${root}.`))) return errors
  const where = roots.length === 1 ? roots[0] : `either ${roots.join(' or ')}`
  return [fieldError.invalid(path, jsonPath, `should be a json path under ${where}`)]
}

const validateSimplePath = (jsonPath: string, path: string): FieldError[] =>
  jsonPath.startsWith('.') ? [] : [fieldError.invalid(path, jsonPath, 'must be a simple json path starting with .')]

/** Everything wrong with a column. */
export function validateColumn(
  { name, type, format, jsonPath }: CustomResourceColumnDefinition,
  path: string,
): FieldError[] {
  const oneOf = (values: readonly string[]) => `must be one of ${values.join(',')}`
  return [
    ...validateRequired(name, `${path}.name`),
    ...(type === '' ? [fieldError.required(`${path}.type`, oneOf(COLUMN_TYPES))] : []),
    ...(type && !COLUMN_TYPES.includes(type) ? [fieldError.invalid(`${path}.type`, type, oneOf(COLUMN_TYPES))] : []),
    ...(format && !COLUMN_FORMATS.includes(format)
      ? [fieldError.invalid(`${path}.format`, format, oneOf(COLUMN_FORMATS))]
      : []),
    // The API reports it under the name of an older version.
    ...validateRequired(jsonPath, `${path}.JSONPath`),
    ...(jsonPath ? validateSimplePath(jsonPath, `${path}.JSONPath`) : []),
  ]
}

/** Everything wrong with the fields that lists can be filtered by. */
export function validateSelectableFields(
  fields: readonly SelectableField[],
  schema: SchemaNode,
  path: string,
): FieldError[] {
  const found = new Set<string>()
  const errors = validateEach(fields, path, ({ jsonPath }, at) =>
    validateSelectable(jsonPath, schema, found, `${at}.jsonPath`),
  )
  return found.size > MAX_SELECTABLE_FIELDS
    ? [...errors, fieldError.tooMany(path, found.size, MAX_SELECTABLE_FIELDS)]
    : errors
}

function validateSelectable(jsonPath: string, schema: SchemaNode, found: Set<string>, path: string): FieldError[] {
  if (jsonPath === '') return [fieldError.required(path)]
  const complain = (detail: string) => fieldError.invalid(path, jsonPath, detail)
  const field = findField(jsonPath, schema as JsonObject, { brackets: false })
  if ('problem' in field) return [complain(`is an invalid path: ${field.problem}`)]
  const isNew = !found.has(field.path)
  found.add(field.path)
  return [
    ...(/^metadata([.[]|$)/.test(field.path) ? [complain('must not point to fields in metadata')] : []),
    ...(SELECTABLE_TYPES.includes(field.schema.type ?? '')
      ? []
      : [
          complain(
            'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
          ),
        ]),
    ...(isNew ? [] : [fieldError.duplicate(path, jsonPath)]),
  ]
}
