import { isObject, type Json, type JsonObject, jsonEqual } from '@skep/schema'

/** The value at a dotted path, or undefined where the path ends early. */
export function valueAt(object: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = object
  for (const name of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return value
}

/** Removes the value at a dotted path, and the objects above it that it leaves empty. Answers the value. */
export function takeAt(object: JsonObject, path: string): Json | undefined {
  const [name = '', ...rest] = path.split('.')
  if (!Object.hasOwn(object, name)) return undefined
  const value = object[name]
  if (rest.length === 0) {
    delete object[name]
    return value
  }
  if (!isObject(value)) return undefined
  const taken = takeAt(value, rest.join('.'))
  if (taken !== undefined && Object.keys(value).length === 0) delete object[name]
  return taken
}

/** Sets the value at a dotted path, making the objects on the way. `undefined` removes it. */
export function setAt(object: JsonObject, path: string, value: Json | undefined): void {
  if (value === undefined) {
    takeAt(object, path)
    return
  }
  const names = path.split('.')
  const last = names.pop() ?? ''
  let target = object
  for (const name of names) {
    const next = target[name]
    target = isObject(next) ? next : (target[name] = {})
  }
  target[last] = value
}

/**
 * The object with a value at a dotted path, as `setAt` would make it: the same one where that changes nothing, and else
 * a copy that shares all it can with the original, which stays as it is.
 */
export function withValueAt(object: JsonObject, path: string, value: Json | undefined): JsonObject {
  if (jsonEqual(valueAt(object, path), value)) return object
  const copy = { ...object }
  let target = copy
  for (const name of path.split('.').slice(0, -1)) {
    const next = target[name]
    if (!isObject(next)) break
    target = target[name] = { ...next }
  }
  setAt(copy, path, value)
  return copy
}
