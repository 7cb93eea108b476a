import { sharedText } from './shared-texts.ts'

/** A value that JSON can carry. */
export type Json = null | boolean | number | string | Json[] | JsonObject
/** An object that JSON can carry. */
export interface JsonObject {
  [key: string]: Json | undefined
}

/** Whether a value is a JSON object, and neither a list nor null. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether an object has a member of its own by this name. */
export const hasMember = (object: JsonObject, name: string): boolean =>
  object[name] !== undefined && Object.hasOwn(object, name)

/**
 * A typed value seen as the JSON that it is: interfaces have no index signature, which alone hides it from the compiler.
 * Only for values that came from JSON or are sent as it.
 */
export function asJson(value: readonly unknown[]): Json[]
export function asJson(value: object): JsonObject
export function asJson(value: object): Json {
  return value as Json
}

/** Whether two JSON values are the same, whatever the order of their keys. A key that is undefined counts as absent. */
export function jsonEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a)) return Array.isArray(b) && arraysEqual(a, b)
  return !Array.isArray(b) && objectsEqual(a, b)
}

const arraysEqual = (a: Json[], b: Json[]): boolean =>
  a.length === b.length && a.every((item, index) => jsonEqual(item, b[index]))

function objectsEqual(a: JsonObject, b: JsonObject): boolean {
  let members = 0
  for (const key in a) {
    const value = a[key]
    if (value === undefined) continue
    if (!Object.hasOwn(b, key) || !jsonEqual(value, b[key])) return false
    members++
  }
  return members === countMembers(b)
}

function countMembers(value: JsonObject): number {
  let members = 0
  for (const key in value) if (value[key] !== undefined) members++
  return members
}

/** A copy that shares nothing with the original. */
export function cloneJson<T extends Json | undefined>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  const copy: Json = Array.isArray(value) ? value.map((item) => cloneJson(item)) : cloneObject(value)
  // The copy has the shape of the original, which the compiler cannot see through the recursion.
  return copy as T
}

function cloneObject(value: JsonObject): JsonObject {
  const copy: JsonObject = {}
  for (const key in value) setMember(copy, key, cloneJson(value[key]))
  return copy
}

/** Sets a member, also when its name is `__proto__`, which a plain assignment would take for the prototype. */
export function setMember(object: JsonObject, key: string, value: Json | undefined): void {
  if (key !== '__proto__') object[key] = value
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
}

/** Freezes a value of JSON that is kept, and everything in it. Its texts take no memory of their own; see `sharedText`. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const key in value) {
    const member = value[key]
    if (typeof member === 'string') value[key] = sharedText(member) as typeof member
    else deepFreeze(member)
  }
  return Object.freeze(value)
}
