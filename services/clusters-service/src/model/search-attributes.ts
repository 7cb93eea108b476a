import type { Attributes, AttributeType } from '@skep/database'
import type { SchemaNode } from '@skep/schema'
import type { ResourceType } from './resource-type.ts'

/** Everything of a type that users may search and order by: every plain value it has, secrets excepted. */
export function searchAttributes(type: ResourceType): Record<string, AttributeType> {
  const found: Record<string, AttributeType> = {}
  collect(type.schema.node, '', new Set(type.writeOnly), found)
  return found
}

/** The same attributes where documents keep them below another attribute. */
export function nestedUnder(attributes: Readonly<Record<string, AttributeType>>, parent: string): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, type]) => [name, { type, path: `${parent}.${name}` }]),
  )
}

function collect(
  node: SchemaNode,
  path: string,
  hidden: ReadonlySet<string>,
  found: Record<string, AttributeType>,
): void {
  if (hidden.has(path)) return
  const scalar = scalarType(node)
  if (scalar) found[path] = scalar
  else if (node.items) collect(node.items, `${path}[]`, hidden, found)
  else if (typeof node.additionalProperties === 'object') {
    const values = scalarType(node.additionalProperties)
    if (values) found[`${path}.*`] = values
  }
  for (const [name, property] of Object.entries(node.properties ?? {})) {
    if (name !== 'href' && !(name === 'kind' && path !== '')) collect(property, join(path, name), hidden, found)
  }
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

function scalarType(node: SchemaNode): AttributeType | undefined {
  if (node.type === 'string') return node.format === 'date-time' ? 'timestamp' : 'string'
  if (node.type === 'integer' || node.type === 'number') return 'number'
  return node.type === 'boolean' ? 'boolean' : undefined
}
