import { isObject, type Json, type JsonObject, jsonEqual, setMember } from '@skep/schema'

/** The merge patch (RFC 7396) that turns `before` into `after`; undefined when they are the same. Lists go as a whole. */
export function mergePatch(before: Json | undefined, after: Json | undefined): Json | undefined {
  if (jsonEqual(before, after)) return undefined
  if (!isObject(after)) return after ?? null
  if (!isObject(before)) return after
  const patch: JsonObject = {}
  for (const key of Object.keys({ ...before, ...after })) {
    const change = mergePatch(before[key], after[key])
    if (change !== undefined) setMember(patch, key, change)
  }
  return patch
}
