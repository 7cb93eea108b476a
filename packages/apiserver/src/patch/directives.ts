import { isObject, type Json, type JsonObject, setMember } from '@skep/schema'
import { malformedPatch, printValue, unreasonedError } from './errors.ts'
import { ownMember } from './own-member.ts'

export const PATCH_DIRECTIVE = '$patch'
export const RETAIN_KEYS = '$retainKeys'
/** Followed by `/LIST`: the values to remove from a list of plain values. */
export const DELETE_FROM_LIST = '$deleteFromPrimitiveList'
/** Followed by `/LIST`: the order that the list's items shall have. */
export const ELEMENT_ORDER = '$setElementOrder'

export const badElementOrder = () => malformedPatch('invalid patch format of setElementOrder list')
const badDeleteList = () => malformedPatch('invalid patch format of primitive list')
const badRetainKeys = () => malformedPatch('invalid patch format of retainKeys')

export const unknownDirective = (directive: Json | undefined, patch: JsonObject) =>
  unreasonedError(`unknown patch type: ${printValue(directive)} in map: ${printValue(patch)}`)

/** The list that `PREFIX/LIST` is about. */
export function targetOfDirective(key: string, prefix: string): string {
  if (key.startsWith(`${prefix}/`)) return key.slice(prefix.length + 1)
  throw prefix === ELEMENT_ORDER ? badElementOrder() : badDeleteList()
}

/** A copy of the original with only the keys that the patch's `$retainKeys` names, or with all when it names none. */
export function retainKeys(original: JsonObject, patch: JsonObject): JsonObject {
  const directive = ownMember(patch, RETAIN_KEYS)
  if (directive === undefined) return { ...original }
  if (!Array.isArray(directive)) throw badRetainKeys()
  const retained = new Set(directive)
  for (const key of Object.keys(patch)) {
    if (key.startsWith('$') || patch[key] === null) continue
    if (!retained.has(key)) throw badRetainKeys()
  }
  const kept: JsonObject = {}
  for (const key of Object.keys(original)) if (retained.has(key)) setMember(kept, key, original[key])
  return kept
}

/** The value without objects that carry `$patch`; undefined when it is one itself. */
export function withoutDirectives(value: Json): Json | undefined {
  if (Array.isArray(value)) return value.map(withoutDirectives).filter((item) => item !== undefined)
  if (!isObject(value)) return value
  if (Object.hasOwn(value, PATCH_DIRECTIVE)) return undefined
  const kept: JsonObject = {}
  for (const key of Object.keys(value)) {
    const member = withoutDirectives(value[key] ?? null)
    if (member !== undefined) setMember(kept, key, member)
  }
  return kept
}

/** The value without members that are null: in a value that is new there is nothing for them to remove. */
export function withoutNullMembers(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNullMembers)
  if (!isObject(value)) return value
  const kept: JsonObject = {}
  for (const key of Object.keys(value)) {
    const member = value[key]
    if (member !== null && member !== undefined) setMember(kept, key, withoutNullMembers(member))
  }
  return kept
}
