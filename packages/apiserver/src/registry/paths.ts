import { hasMember, isObject, type Json, type JsonObject, setMember } from '@skep/schema'

/** The value at a simple path such as `spec.replicas` or `.spec.replicas`; undefined where there is none. */
export function valueAt(object: unknown, path: string): Json | undefined {
  let value: unknown = object
  for (const name of segmentsOf(path)) {
    // The author of a definition chooses the path, and `__proto__` leads out of the object.
    if (!isObject(value) || !hasMember(value, name)) return undefined
    value = value[name]
  }
  // Objects of the API are JSON all the way down.
  return value as Json | undefined
}

/** Sets the value at a simple path, making the objects on the way. */
export function setValueAt(object: object, path: string, value: Json): void {
  const names = segmentsOf(path)
  const last = names.pop()!
  // Objects of the API are JSON all the way down.
  let parent = object as JsonObject
  for (const name of names) {
    if (!hasMember(parent, name) || !isObject(parent[name])) setMember(parent, name, {})
    parent = parent[name] as JsonObject
  }
  setMember(parent, last, value)
}

const segmentsOf = (path: string): string[] => (path.startsWith('.') ? path.slice(1) : path).split('.')
