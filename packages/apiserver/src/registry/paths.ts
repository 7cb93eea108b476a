import { isObject, type Json } from '@skep/schema'

/** The value at a simple path such as `spec.replicas` or `.spec.replicas`; undefined where there is none. */
export function valueAt(object: unknown, path: string): Json | undefined {
  let value: unknown = object
  for (const name of segmentsOf(path)) {
    if (!isObject(value)) return undefined
    value = value[name]
  }
  // Objects of the API are JSON all the way down.
  return value as Json | undefined
}

/** Sets the value at a simple path, making the objects on the way. */
export function setValueAt(object: object, path: string, value: Json): void {
  const names = segmentsOf(path)
  const last = names.pop()!
  let parent = object as Record<string, unknown>
  for (const name of names) {
    if (!isObject(parent[name])) parent[name] = {}
    parent = parent[name] as Record<string, unknown>
  }
  parent[last] = value
}

const segmentsOf = (path: string): string[] => (path.startsWith('.') ? path.slice(1) : path).split('.')
