import { isObject, type Json, type JsonObject } from '@skep/schema'
import { isEmptyObject, ownMember } from '../patch/own-member.ts'
import { DEDUCED, type FieldType, type ListType, type MapType } from './field-type.ts'

/**
 * All that the fields of a value depend on: its members, and what tells the items of its lists apart, but no other values.
 * Two objects of one shape have the same fields, and to see that they are is far cheaper than to collect the fields.
 */
export type ObjectShape =
  | { readonly kind: 'scalar' | 'whole list' | 'whole map' | 'empty list' | 'empty map' }
  | { readonly kind: 'map'; readonly keys: readonly string[]; readonly members: readonly ObjectShape[] }
  | { readonly kind: 'list'; readonly keys: readonly string[]; readonly items: readonly ItemShape[] }

interface ItemShape {
  /** The item itself in a list of plain values, else the values of its keys. */
  readonly identity: readonly (Json | undefined)[]
  readonly shape: ObjectShape
}

/** The shape of a value; undefined for odd ones, which are not worth remembering. */
export function shapeOf(type: FieldType, value: Json | undefined): ObjectShape | undefined {
  if (value === undefined) return undefined
  if (Array.isArray(value)) {
    if (type.list === undefined || type.list.atomic) return { kind: 'whole list' }
    return value.length === 0 ? { kind: 'empty list' } : shapeOfItems(type.list, value)
  }
  if (!isObject(value)) return { kind: 'scalar' }
  if (type.map === undefined || type.map.atomic) return { kind: 'whole map' }
  return isEmptyObject(value) ? { kind: 'empty map' } : shapeOfMembers(type.map, value)
}

function shapeOfMembers(map: MapType, value: JsonObject): ObjectShape | undefined {
  const keys: string[] = []
  const members: ObjectShape[] = []
  for (const key in value) {
    const shape = shapeOf(map.fields.get(key)?.type ?? map.element ?? DEDUCED, value[key])
    if (shape === undefined) return undefined
    keys.push(key)
    members.push(shape)
  }
  return { kind: 'map', keys, members }
}

function shapeOfItems(list: ListType, values: readonly Json[]): ObjectShape | undefined {
  const keys = list.keys.map(({ name }) => name)
  const items: ItemShape[] = []
  for (const value of values) {
    const identity = keys.length === 0 ? [value] : keys.map((key) => (isObject(value) ? ownMember(value, key) : value))
    const shape = shapeOf(list.element, value)
    if (shape === undefined || identity.some((each) => typeof each === 'object')) return undefined
    items.push({ identity, shape })
  }
  return { kind: 'list', keys, items }
}

/** Whether a value has the shape. */
export function hasShape(shape: ObjectShape, value: Json | undefined): boolean {
  switch (shape.kind) {
    case 'scalar':
      return value === null || (typeof value !== 'object' && value !== undefined)
    case 'map':
      return isObject(value) && hasMembers(shape.keys, shape.members, value)
    case 'list':
      return Array.isArray(value) && hasItems(shape.keys, shape.items, value)
    case 'whole list':
      return Array.isArray(value)
    case 'whole map':
      return isObject(value)
    case 'empty list':
      return Array.isArray(value) && value.length === 0
    case 'empty map':
      return isObject(value) && isEmptyObject(value)
  }
}

function hasMembers(keys: readonly string[], members: readonly ObjectShape[], value: JsonObject): boolean {
  let index = 0
  for (const key in value) {
    if (key !== keys[index] || !hasShape(members[index]!, value[key])) return false
    index++
  }
  return index === keys.length
}

function hasItems(keys: readonly string[], items: readonly ItemShape[], values: readonly Json[]): boolean {
  if (values.length !== items.length) return false
  for (let index = 0; index < items.length; index++) {
    const { identity, shape } = items[index]!
    const value = values[index]!
    if (!hasShape(shape, value)) return false
    if (keys.length === 0 && value !== identity[0]) return false
    for (let at = 0; at < keys.length; at++) {
      if (!isObject(value) || ownMember(value, keys[at]!) !== identity[at]) return false
    }
  }
  return true
}
