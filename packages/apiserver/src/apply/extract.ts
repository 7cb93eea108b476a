import { isObject, type Json, type JsonObject } from '@skep/schema'
import { isEmptyObject } from '../patch/own-member.ts'
import { asMember, type FieldSet, type FieldSetDraft, inOrder, isEmptySet, LEAF, SELF } from './field-set.ts'
import { DEDUCED, type FieldType, type ListType, type MapType } from './field-type.ts'
import { itemElement } from './list-items.ts'
import { fieldElement } from './path-element.ts'

/** The node of a value that is new as a whole: every field in it, and each container, is a member. */
export function everyField(type: FieldType, value: Json): FieldSet {
  if (Array.isArray(value)) {
    const list = type.list
    return list === undefined || list.atomic || value.length === 0 ? LEAF : everyItem(list, value)
  }
  const map = type.map
  if (map === undefined || map.atomic || !isObject(value) || isEmptyObject(value)) return LEAF
  return everyMember(map, value)
}

function everyMember(map: MapType, value: JsonObject): FieldSet {
  const set: FieldSetDraft = { [SELF]: LEAF }
  for (const key of sortedKeys(value)) {
    const member = value[key]
    if (member === undefined) continue
    const field = map.fields.get(key)
    if (field !== undefined) set[field.element] = everyField(field.type, member)
    else set[fieldElement(key)] = everyField(map.element ?? DEDUCED, member)
  }
  return set
}

/** The keys in the order of their path elements, which is cheaper to find before those are made. */
function sortedKeys(object: JsonObject): string[] {
  const keys = Object.keys(object)
  for (let index = 1; index < keys.length; index++) {
    if (keys[index - 1]! > keys[index]!) return keys.sort()
  }
  return keys
}

function everyItem(list: ListType, values: readonly Json[]): FieldSet {
  const set: FieldSetDraft = { [SELF]: LEAF }
  for (const value of values) {
    const element = itemElement(list, value)
    // Items that cannot be told apart are owned as a whole.
    set[element] = element in set ? LEAF : everyField(list.element, value)
  }
  return inOrder(set)
}

/**
 * The node of what an applied configuration mentions: its leaves, its list items and the members of its maps, but not the
 * objects on the way to them, which others may share. Undefined when it mentions nothing.
 */
export function mentionedFields(type: FieldType, value: Json): FieldSet | undefined {
  if (Array.isArray(value)) {
    const list = type.list
    return list === undefined || list.atomic ? LEAF : mentionedItems(list, value)
  }
  if (isObject(value)) {
    const map = type.map
    return map === undefined || map.atomic ? LEAF : mentionedMembers(map, value)
  }
  return LEAF
}

function mentionedMembers(map: MapType, value: JsonObject): FieldSet | undefined {
  const set: FieldSetDraft = {}
  for (const key of sortedKeys(value)) {
    const member = value[key]
    if (member === undefined) continue
    const field = map.fields.get(key)
    const node = mentionedFields(field?.type ?? map.element ?? DEDUCED, member)
    const counts = field === undefined || member === null || (isObject(member) && isEmptyObject(member))
    const mentioned = counts ? asMember(node) : node
    if (mentioned !== undefined) set[field?.element ?? fieldElement(key)] = mentioned
  }
  return isEmptySet(set) ? undefined : set
}

function mentionedItems(list: ListType, values: readonly Json[]): FieldSet | undefined {
  const set: FieldSetDraft = {}
  for (const value of values) {
    const element = itemElement(list, value)
    set[element] = element in set ? LEAF : asMember(mentionedFields(list.element, value))
  }
  return values.length === 0 ? undefined : inOrder(set)
}
