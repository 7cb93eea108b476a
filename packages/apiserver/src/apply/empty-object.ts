import { COMPONENT, isObject, type Json, type JsonObject, LAZY, type SchemaNode } from '@skep/schema'

/**
 * Lists of built-in kinds that are there, as null, even in an object nobody has filled in. They are not added by the
 * first write, and so nobody owns the list itself, only its items.
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
    const zero = zeroValueOf(property)
    if (zero !== undefined) members[name] = zero
  }
  const list = ALWAYS_PRESENT_LISTS[node[COMPONENT] ?? '']
  if (list !== undefined) members[list] = null
  return members
}

/** Schemas of built-in kinds give fields that cannot be absent their zero value as the default. */
function zeroValueOf(property: SchemaNode): Json | undefined {
  const zero = property.default
  if (isObject(zero)) return zeroMembers(property[LAZY]?.() ?? property)
  return zero === '' || zero === 0 || zero === false ? zero : undefined
}
