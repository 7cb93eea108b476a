import { COMPONENT, isObject, type Json, type JsonObject, LAZY, type SchemaNode } from '@skep/schema'

/**
 * Lists of built-in kinds, owned item by item, that are there as null even in an object nobody has filled in. They are not
 * added by the first write, and so nobody owns the list itself, only its items.
 */
const ALWAYS_PRESENT_LISTS: Record<string, string> = {
  'io.k8s.api.core.v1.PodSpec': 'containers',
  'io.k8s.api.storage.v1.CSINodeSpec': 'drivers',
}

/**
 * What an object of this schema is before anything is written to it: nothing for custom resources, the zero values of its
 * fields for built-in kinds. A creation owns what differs from that.
 */
export function emptyObjectOf(schema: SchemaNode): JsonObject {
  return schema[COMPONENT]?.startsWith('io.k8s.') ? zeroMembers(schema) : {}
}

function zeroMembers(node: SchemaNode): JsonObject {
  const members: JsonObject = {}
  for (const [name, property] of Object.entries(node.properties ?? {})) {
    const zero = zeroValueOf(property[LAZY]?.() ?? property, property.default)
    if (zero !== undefined) members[name] = zero
  }
  const list = ALWAYS_PRESENT_LISTS[node[COMPONENT] ?? '']
  if (list !== undefined) members[list] = null
  return members
}

/** Schemas of built-in kinds give fields that cannot be absent their zero value as the default. */
function zeroValueOf(node: SchemaNode, fallback: Json | undefined): Json | undefined {
  if (isObject(fallback)) return node['x-kubernetes-map-type'] === 'atomic' ? fallback : zeroMembers(node)
  if (fallback === '' || fallback === 0 || fallback === false) return fallback
  return isNullWhenUnset(node) ? null : undefined
}

/** Times and lists that are owned as a whole may show as null; a null says no more than their absence. */
const isNullWhenUnset = (node: SchemaNode): boolean =>
  node.format === 'date-time' || (node.type === 'array' && !isOwnedByItem(node))

const isOwnedByItem = (node: SchemaNode): boolean => {
  const listType = node['x-kubernetes-list-type']
  return listType === undefined ? node['x-kubernetes-patch-strategy'] !== undefined : listType !== 'atomic'
}
