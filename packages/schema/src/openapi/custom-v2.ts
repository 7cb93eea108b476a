import type { SchemaNode } from '../node.ts'

/** Drops from the schema of a CRD what OpenAPI v2, or kubectl's reading of it, cannot bear. */
export function restrictToV2(schema: SchemaNode): SchemaNode {
  const { allOf: _allOf, anyOf: _anyOf, oneOf: _oneOf, not: _not, nullable, ...node } = schema
  const isOpen = nullable || node['x-kubernetes-preserve-unknown-fields'] === true
  if (isOpen) {
    delete node.items
    delete node.properties
  }
  const lacksItems = node.type === 'array' && node.items === undefined
  const isOpenObject = node.type === 'object' && node['x-kubernetes-preserve-unknown-fields'] === true
  if (nullable || lacksItems || isOpenObject) delete node.type
  return withChildren(withoutNullableRequired(node))
}

/** A null would count as missing. */
function withoutNullableRequired(node: SchemaNode): SchemaNode {
  const { required, ...others } = node
  const isNullableMap = typeof node.additionalProperties === 'object' && node.additionalProperties.nullable === true
  const kept = isNullableMap ? [] : (required ?? []).filter((name) => !node.properties?.[name]?.nullable)
  return kept.length === 0 ? others : { ...others, required: kept }
}

function withChildren(node: SchemaNode): SchemaNode {
  const restricted = { ...node }
  if (node.items !== undefined) restricted.items = restrictToV2(node.items)
  if (typeof node.additionalProperties === 'object') {
    restricted.additionalProperties = restrictToV2(node.additionalProperties)
  }
  if (node.properties !== undefined) {
    const members = Object.entries(node.properties).map(([name, child]) => [name, restrictToV2(child)])
    restricted.properties = Object.fromEntries(members)
  }
  return restricted
}
