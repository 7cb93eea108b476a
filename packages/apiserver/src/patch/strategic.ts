import { isObject, type Json, type JsonObject, type SchemaNode, setMember } from '@skep/schema'
import {
  DELETE_FROM_LIST,
  ELEMENT_ORDER,
  PATCH_DIRECTIVE,
  RETAIN_KEYS,
  retainKeys,
  targetOfDirective,
  unknownDirective,
  withoutDirectives,
  withoutNullMembers,
} from './directives.ts'
import { jsonTypeName, malformedPatch } from './errors.ts'
import { ownMember } from './own-member.ts'
import { type PatchField, patchFieldOf } from './patch-schema.ts'
import { mergeLists, mergeOrderedList, removeFromList } from './strategic-list.ts'

/**
 * Applies a strategic merge patch: a merge patch in which lists marked `merge` in the schema merge by their key, and in
 * which directives (`$patch`, `$retainKeys`, `$setElementOrder/LIST`, `$deleteFromPrimitiveList/LIST`) say the rest.
 * Neither input is changed. Throws a StatusError for what does not fit the schema.
 */
export function applyStrategicMergePatch(document: JsonObject, patch: Json, schema: SchemaNode): JsonObject {
  if (patch === null) return document
  if (!isObject(patch)) {
    const type = jsonTypeName(patch)
    throw malformedPatch(`json: cannot unmarshal ${type} into Go value of type map[string]interface {}`)
  }
  return mergeStrategically(document, patch, schema)
}

/** Merges one object of the patch into its counterpart. */
function mergeStrategically(original: JsonObject, patch: JsonObject, node: SchemaNode | undefined): JsonObject {
  if (Object.hasOwn(patch, PATCH_DIRECTIVE)) return replaceOrDelete(patch)
  const merged = retainKeys(original, patch)
  const ordered = mergeOrderedLists(merged, patch, node)
  const keys = Object.keys(patch).filter((key) => !ordered.has(key))
  for (const key of keys) {
    if (key === RETAIN_KEYS || isListDirective(key)) continue
    mergeMember(merged, key, patch[key] ?? null, patchFieldOf(node, key))
  }
  // After the members, so that a value both added and deleted by one patch is gone whatever the order of its keys.
  for (const key of keys) if (key.startsWith(DELETE_FROM_LIST)) deleteFromList(merged, key, patch[key])
  return merged
}

const isListDirective = (key: string): boolean => key.startsWith(DELETE_FROM_LIST) || key.startsWith(ELEMENT_ORDER)

function replaceOrDelete(patch: JsonObject): JsonObject {
  const { [PATCH_DIRECTIVE]: directive, ...rest } = patch
  if (directive === 'replace') return rest
  if (directive === 'delete') return {}
  throw unknownDirective(directive, patch)
}

/** Merges every list that the patch gives an order for; returns the keys that are done with. */
function mergeOrderedLists(merged: JsonObject, patch: JsonObject, node: SchemaNode | undefined): Set<string> {
  const done = new Set<string>()
  for (const key of Object.keys(patch)) {
    if (!key.startsWith(ELEMENT_ORDER)) continue
    const target = targetOfDirective(key, ELEMENT_ORDER)
    const list = mergeOrderedList({
      original: ownMember(merged, target),
      patch: ownMember(patch, target),
      order: patch[key],
      field: patchFieldOf(node, target),
      mergeObjects: mergeStrategically,
    })
    if (list !== undefined) setMember(merged, target, list)
    done.add(key).add(target)
  }
  return done
}

function mergeMember(merged: JsonObject, key: string, value: Json, field: PatchField): void {
  if (value === null) {
    delete merged[key]
    return
  }
  const next = mergeValue(ownMember(merged, key), value, field)
  if (next === undefined) delete merged[key]
  else setMember(merged, key, next)
}

function mergeValue(original: Json | undefined, patch: Json, field: PatchField): Json | undefined {
  if (isObject(original) && isObject(patch)) {
    return field.strategy === 'replace' ? patch : mergeStrategically(original, patch, field.node)
  }
  if (Array.isArray(original) && Array.isArray(patch)) {
    return field.strategy === 'merge' ? mergeLists(original, patch, field, mergeStrategically) : patch
  }
  return withoutDirectives(withoutNullMembers(patch))
}

function deleteFromList(merged: JsonObject, key: string, value: Json | undefined): void {
  const target = targetOfDirective(key, DELETE_FROM_LIST)
  const original = ownMember(merged, target)
  if (Array.isArray(original) && Array.isArray(value)) setMember(merged, target, removeFromList(original, value))
}
