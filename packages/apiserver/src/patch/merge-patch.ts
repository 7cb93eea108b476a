import { isObject, type Json, type JsonObject, setMember } from '@skep/schema'
import { withoutNullMembers } from './directives.ts'
import { jsonTypeName, malformedPatch } from './errors.ts'
import { ownMember } from './own-member.ts'

/**
 * Applies a JSON merge patch (RFC 7386): null removes, objects merge, everything else replaces. Neither input is
 * changed; the result shares with them what the patch does not touch. Throws BadRequest for a patch that is no object.
 */
export function applyMergePatch(document: JsonObject, patch: Json): JsonObject {
  if (patch === null) throw malformedPatch('Invalid JSON Patch')
  if (!isObject(patch)) {
    const type = jsonTypeName(patch)
    throw malformedPatch(
      `error decoding patch: json: cannot unmarshal ${type} into Go value of type map[string]interface {}`,
    )
  }
  return mergeObjects(document, patch)
}

function mergeObjects(target: JsonObject, patch: JsonObject): JsonObject {
  const merged = { ...target }
  for (const key of Object.keys(patch)) {
    const value = patch[key]
    if (value === null || value === undefined) delete merged[key]
    else setMember(merged, key, mergeValue(ownMember(target, key), value))
  }
  return merged
}

function mergeValue(current: Json | undefined, patch: Json): Json {
  if (!isObject(current)) return withoutNullMembers(patch)
  return isObject(patch) ? mergeObjects(current, patch) : patch
}
