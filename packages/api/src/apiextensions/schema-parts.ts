import { isObject, type Json, type JsonObject, type SchemaNode } from '@skep/schema'
import { JSONSchemaProps } from './json-schema-props.ts'

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const SINGLE = ['items', 'additionalItems', 'additionalProperties', 'not'] as const
const LISTS = ['items', 'allOf', 'anyOf', 'oneOf'] as const
const MAPS = ['properties', 'patternProperties', 'definitions', 'dependencies'] as const

/** The schemas directly inside a schema. Until it has been checked, a schema may be anything that JSON can say. */
export function partsOf(schema: JsonObject): JsonObject[] {
  const listed = LISTS.flatMap((keyword) => (Array.isArray(schema[keyword]) ? schema[keyword] : []))
  const named = MAPS.flatMap((keyword) => (isObject(schema[keyword]) ? Object.values(schema[keyword]) : []))
  return [...SINGLE.map((keyword) => schema[keyword]), ...listed, ...named].filter(isObject)
}

/** Calls `visit` for a schema and all schemas inside it. */
export function visitSchemas(schema: JsonObject, visit: (part: JsonObject) => void): void {
  visit(schema)
  for (const part of partsOf(schema)) visitSchemas(part, visit)
}

const KEYWORDS: ReadonlySet<string> = new Set(Object.keys(JSONSchemaProps.node.properties ?? {}))
/** Keywords that say something even when what they say is empty or false. */
const KEPT: ReadonlySet<string> = new Set([
  '$ref',
  'additionalItems',
  'additionalProperties',
  'default',
  'example',
  'items',
  'not',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
  'x-kubernetes-preserve-unknown-fields',
])

/** In place: removes keywords that say nothing, and those that nobody knows, from a schema and all schemas inside it. */
export const tidySchema = (schema: SchemaNode): void =>
  // A schema is JSON; its TypeScript type only has no index signature.
  visitSchemas(schema as JsonObject, (part) => {
    for (const [keyword, value] of Object.entries(part)) {
      if (!KEYWORDS.has(keyword) || (!KEPT.has(keyword) && isSilent(value))) delete part[keyword]
    }
  })

function isSilent(value: Json | undefined): boolean {
  if (typeof value === 'number') return false
  if (typeof value !== 'object' || value === null) return !value
  return Object.keys(value).length === 0
}
