import { cloneJson, isObject, type Json, type JsonObject, type SchemaNode, setMember } from '@skep/schema'

/**
 * A document with a change applied: attributes of structures one by one, `null` clears, and lists and maps (labels,
 * properties) are replaced as a whole. Neither argument is changed.
 */
export function mergeAttributes(node: SchemaNode, current: JsonObject, patch: JsonObject): JsonObject {
  const merged: JsonObject = { ...current }
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) continue
    const property = node.properties?.[name]
    if (property === undefined) continue
    const next = mergeValue(property, current[name], value)
    if (next === undefined) delete merged[name]
    else setMember(merged, name, next)
  }
  return merged
}

function mergeValue(node: SchemaNode, current: Json | undefined, value: Json): Json | undefined {
  if (value === null) return undefined
  const isStructure = node.properties !== undefined
  if (!isStructure || !isObject(value)) return cloneJson(value)
  return mergeAttributes(node, isObject(current) ? current : {}, value)
}
