import type { Json } from '../json.ts'
import type { SchemaNode } from '../node.ts'

/**
 * A schema as a user may send it in a CRD: with any type, and with the keywords of OpenAPI that CRDs must not use. What
 * passes all checks is a `SchemaNode`.
 */
export interface RawSchema
  extends Omit<
    SchemaNode,
    'type' | 'items' | 'properties' | 'additionalProperties' | 'allOf' | 'anyOf' | 'oneOf' | 'not'
  > {
  type?: string
  items?: RawSchema | RawSchema[]
  properties?: Record<string, RawSchema>
  additionalProperties?: boolean | RawSchema
  allOf?: RawSchema[]
  anyOf?: RawSchema[]
  oneOf?: RawSchema[]
  not?: RawSchema

  id?: string
  $schema?: string
  $ref?: string
  patternProperties?: Record<string, RawSchema>
  definitions?: Record<string, RawSchema>
  dependencies?: Record<string, Json>
  additionalItems?: boolean | RawSchema
}

/** The schema of items, where it is one for all of them. */
export const itemSchema = ({ items }: RawSchema): RawSchema | undefined => (Array.isArray(items) ? undefined : items)

/** The schema of keys that are not declared, where there is one. */
export const otherSchema = ({ additionalProperties }: RawSchema): RawSchema | undefined =>
  typeof additionalProperties === 'object' ? additionalProperties : undefined

/** The declared members. */
export const memberSchemas = ({ properties }: RawSchema): [string, RawSchema][] => Object.entries(properties ?? {})

/** Whether a default is given; null counts as none. */
export const hasDefault = (schema: RawSchema): boolean => (schema.default ?? null) !== null

const nonEmpty = (value: object | string | undefined): boolean =>
  value !== undefined && (typeof value === 'string' ? value !== '' : Object.keys(value).length > 0)

const UNSUPPORTED: [keyword: string, isUsed: (schema: RawSchema) => boolean][] = [
  ['id', ({ id }) => nonEmpty(id)],
  ['schema', ({ $schema }) => nonEmpty($schema)],
  ['$ref', ({ $ref }) => nonEmpty($ref)],
  ['patternProperties', ({ patternProperties }) => nonEmpty(patternProperties)],
  ['dependencies', ({ dependencies }) => nonEmpty(dependencies)],
  ['additionalItems', ({ additionalItems }) => additionalItems !== undefined],
  ['definitions', ({ definitions }) => nonEmpty(definitions)],
]

/** Why a schema cannot even be read as a structural one; undefined when it can. */
export function whyUnreadable(schema: RawSchema): string | undefined {
  const keyword = UNSUPPORTED.find(([, isUsed]) => isUsed(schema))?.[0]
  if (keyword !== undefined) return `OpenAPIV3Schema '${keyword}' is not supported`
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined"
  }
  if (Array.isArray(schema.items)) return "OpenAPIV3Schema 'items' must be a schema, but is an array"
  for (const child of childSchemas(schema)) {
    const why = whyUnreadable(child)
    if (why !== undefined) return why
  }
  return undefined
}

function childSchemas(schema: RawSchema): RawSchema[] {
  const { allOf = [], anyOf = [], oneOf = [], not } = schema
  const single = [not, itemSchema(schema), otherSchema(schema)].filter((child) => child !== undefined)
  return [...single, ...allOf, ...anyOf, ...oneOf, ...Object.values(schema.properties ?? {})]
}
