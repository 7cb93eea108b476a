import { INT_OR_STRING, QUANTITY } from '../dsl.ts'
import type { SchemaNode } from '../node.ts'
import { type Components, ownKeywords, type PublishedSchema, publishedRequired, usageOf } from './references.ts'

/** What OpenAPI versions write differently. */
interface Dialect {
  /** Where components are, such as `#/components/schemas/`. */
  prefix: string
  /** A component that is not published as it is defined. */
  special: Record<string, PublishedSchema>
  /** Keywords that are not published. */
  omitted: ReadonlySet<string>
  /** A reference with keywords beside it. */
  refer(reference: string, beside: PublishedSchema): PublishedSchema
}

/** Ours alone: they tell how values are decoded, not what they look like. */
const INTERNAL = [
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-int-or-string',
  'x-kubernetes-embedded-resource',
]

const V3: Dialect = {
  prefix: '#/components/schemas/',
  special: {
    [INT_OR_STRING]: { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
    [QUANTITY]: { oneOf: [{ type: 'string' }, { type: 'number' }] },
  },
  omitted: new Set(INTERNAL),
  refer: ($ref, beside) => (Object.keys(beside).length === 0 ? { $ref } : { allOf: [{ $ref }], ...beside }),
}

const V2: Dialect = {
  prefix: '#/definitions/',
  special: {
    [INT_OR_STRING]: { format: 'int-or-string', type: 'string' },
    [QUANTITY]: { type: 'string' },
  },
  omitted: new Set([...INTERNAL, 'default', 'nullable', 'oneOf', 'anyOf', 'allOf', 'not', 'x-kubernetes-validations']),
  refer: ($ref, beside) => ({ $ref, ...beside }),
}

/**
 * Publishes the schema of a typed kind for OpenAPI v3. Components it uses are added to `components`; the result refers to
 * them. The caller adds `x-kubernetes-group-version-kind` to the components of kinds.
 */
export const publishV3 = (node: SchemaNode, components: Components): PublishedSchema => publish(node, components, V3)

/** Publishes the schema of a typed kind for OpenAPI v2, whose components are called definitions. */
export const publishV2 = (node: SchemaNode, definitions: Components): PublishedSchema => publish(node, definitions, V2)

function publish(node: SchemaNode, components: Components, dialect: Dialect): PublishedSchema {
  const usage = usageOf(node)
  if (usage.component === undefined) return publishInline(usage.node, components, dialect)
  const { name, definition } = usage.component
  if (components[name] === undefined) {
    // The place is taken first, since a component may refer to itself.
    const body: PublishedSchema = {}
    components[name] = body
    Object.assign(body, publishDefinition(name, definition, components, dialect))
  }
  return dialect.refer(dialect.prefix + name, without(ownKeywords(usage.node, definition), dialect.omitted))
}

function publishDefinition(
  name: string,
  definition: SchemaNode,
  components: Components,
  dialect: Dialect,
): PublishedSchema {
  const special = dialect.special[name]
  return special === undefined
    ? publishInline(definition, components, dialect)
    : { description: definition.description, ...special }
}

function publishInline(node: SchemaNode, components: Components, dialect: Dialect): PublishedSchema {
  const publishChild = (child: SchemaNode) => publish(child, components, dialect)
  const published = without({ ...node }, dialect.omitted)
  const required = publishedRequired(node)
  if (required.length > 0) published['required'] = required
  else delete published['required']
  if (node.items !== undefined) published['items'] = publishChild(node.items)
  if (typeof node.additionalProperties === 'object') {
    published['additionalProperties'] = publishChild(node.additionalProperties)
  }
  if (node.properties !== undefined) published['properties'] = mapValues(node.properties, publishChild)
  return published
}

/** Without the keywords in `omitted`, and without symbols, which are never published. */
const without = (schema: PublishedSchema, omitted: ReadonlySet<string>): PublishedSchema =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !omitted.has(key)))

const mapValues = <T>(record: Record<string, SchemaNode>, map: (node: SchemaNode) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([name, node]) => [name, map(node)]))
