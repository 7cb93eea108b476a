import type { Json, JsonObject } from '@skep/schema'

/** A member of the object itself: a key such as `constructor` must not find what every object inherits. */
export const ownMember = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined

/** Whether the object has no members at all. */
export function isEmptyObject(object: JsonObject): boolean {
  for (const _ in object) return false
  return true
}
