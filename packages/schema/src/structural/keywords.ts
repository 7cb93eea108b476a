import { type FieldError, fieldError } from '../field-error.ts'
import { checkListAndMapTypes } from './list-rules.ts'
import { itemSchema, memberSchemas, otherSchema, type RawSchema } from './raw-schema.ts'
import { checkRuleTexts } from './rule-texts.ts'

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string']
const META_FIELDS = new Set(['metadata', 'kind', 'apiVersion'])

/** What surrounds a schema, as far as its own rules depend on it. */
interface Surroundings {
  isRoot?: boolean
  /** Within `apiVersion`, `kind` or `metadata` of a resource. */
  isInMeta?: boolean
  /** Why a default is out of place here. */
  noDefaultsBecause?: string
}

/** The keywords a CRD may use, and how; of every node, those in allOf and the like included. */
export function checkKeywords(schema: RawSchema, path: string, around: Surroundings = { isRoot: true }): FieldError[] {
  const within = { ...around, isRoot: false }
  const other = otherSchema(schema)
  const items = Array.isArray(schema.items) ? [] : [itemSchema(schema)].filter((each) => each !== undefined)
  return [
    ...checkUnsupported(schema, path, around),
    ...checkExclusive(schema, path),
    ...(other === undefined ? [] : checkKeywords(other, `${path}.additionalProperties`, aroundOther(within))),
    ...memberSchemas(schema).flatMap(([name, child]) =>
      checkKeywords(child, `${path}.properties[${name}]`, aroundMember(schema, name, around)),
    ),
    ...checkBranches(schema, path, within),
    ...items.flatMap((child) => checkKeywords(child, `${path}.items`, within)),
    ...checkPreserve(schema, path),
    ...checkListAndMapTypes(schema, path),
    ...checkRuleTexts(schema, path),
  ]
}

const aroundOther = (around: Surroundings): Surroundings =>
  around.isInMeta ? { ...around, noDefaultsBecause: 'inside additionalProperties applying to object metadata' } : around

function aroundMember(schema: RawSchema, name: string, { isRoot, ...around }: Surroundings): Surroundings {
  const isMeta = (isRoot || schema['x-kubernetes-embedded-resource']) && META_FIELDS.has(name)
  if (!isMeta) return around
  return { ...around, isInMeta: true, ...(isRoot ? { noDefaultsBecause: `in top-level ${name}` } : {}) }
}

function checkBranches(schema: RawSchema, path: string, around: Surroundings): FieldError[] {
  const { not, allOf = [], oneOf = [], anyOf = [] } = schema
  const check = (branches: RawSchema[], keyword: string) =>
    branches.flatMap((branch, index) => checkKeywords(branch, `${path}.${keyword}[${index}]`, around))
  return [
    ...(not === undefined ? [] : checkKeywords(not, `${path}.not`, around)),
    ...check(allOf, 'allOf'),
    ...check(oneOf, 'oneOf'),
    ...check(anyOf, 'anyOf'),
  ]
}

function checkExclusive(schema: RawSchema, path: string): FieldError[] {
  const errors: FieldError[] = []
  if (schema.uniqueItems) {
    const detail = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic'
    errors.push(fieldError.forbidden(`${path}.uniqueItems`, detail))
  }
  const { additionalProperties } = schema
  const restrictsOthers = additionalProperties !== undefined && additionalProperties !== true
  if (restrictsOthers && memberSchemas(schema).length > 0) {
    const detail = 'additionalProperties and properties are mutual exclusive'
    errors.push(fieldError.forbidden(`${path}.additionalProperties`, detail))
  }
  return errors
}

const checkPreserve = (schema: RawSchema, path: string): FieldError[] =>
  schema['x-kubernetes-preserve-unknown-fields'] === false
    ? [fieldError.invalid(`${path}.x-kubernetes-preserve-unknown-fields`, false, 'must be true or undefined')]
    : []

const UNSUPPORTED = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref'] as const

function checkUnsupported(schema: RawSchema, path: string, around: Surroundings): FieldError[] {
  const errors: FieldError[] = []
  const { type = '' } = schema
  if (type !== '' && !TYPES.includes(type)) errors.push(fieldError.notSupported(`${path}.type`, type, TYPES))
  if (around.noDefaultsBecause !== undefined && schema.default !== undefined) {
    errors.push(fieldError.forbidden(`${path}.default`, `must not be set ${around.noDefaultsBecause}`))
  }
  for (const keyword of UNSUPPORTED) {
    if (isUsed(schema[keyword])) errors.push(fieldError.forbidden(`${path}.${keyword}`, `${keyword} is not supported`))
  }
  if (type === 'null') {
    const detail = 'type cannot be set to null, use nullable as an alternative'
    errors.push(fieldError.forbidden(`${path}.type`, detail))
  }
  if (Array.isArray(schema.items)) {
    errors.push(fieldError.forbidden(`${path}.items`, 'items must be a schema object and not an array'))
  }
  if (around.isInMeta && schema['x-kubernetes-embedded-resource']) {
    const at = `${path}.x-kubernetes-embedded-resource`
    errors.push(fieldError.forbidden(at, 'must not be used inside of resource meta'))
  }
  return errors
}

const isUsed = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== undefined && value !== ''
