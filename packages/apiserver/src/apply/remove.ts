import { isObject, type Json, type JsonObject, setMember } from '@skep/schema'
import { isEmptyObject } from '../patch/own-member.ts'
import { childrenOf, type FieldSet, isEmptySet, isMember } from './field-set.ts'
import { type FieldType, type ListType, type MapType, memberElement, memberType } from './field-type.ts'
import { itemElement } from './list-items.ts'

/** The object without the members of the set. A container that loses all it had becomes null. */
export function removeFields(type: FieldType, object: JsonObject, set: FieldSet): JsonObject {
  if (isEmptySet(set)) return object
  const rest = removeFrom(type, object, set)
  return isObject(rest) ? rest : {}
}

function removeFrom({ map, list, scalar }: FieldType, value: Json, set: FieldSet): Json {
  if (Array.isArray(value) && list !== undefined) return list.atomic ? null : withoutItems(list, value, set)
  if (isObject(value) && map !== undefined) return map.atomic ? null : withoutMembers(map, value, set)
  return scalar === undefined ? null : value
}

/** Undefined when the node takes the value away; the value itself when the node has nothing to do with it. */
function remainder(type: FieldType, value: Json, node: FieldSet | undefined): Json | undefined {
  if (node === undefined) return value
  return isMember(node) ? undefined : removeFrom(type, value, childrenOf(node))
}

function withoutMembers(map: MapType, object: JsonObject, set: FieldSet): JsonObject | null {
  const rest: JsonObject = {}
  for (const key in object) {
    const value = object[key]
    if (value === undefined) continue
    const left = remainder(memberType(map, key), value, set[memberElement(map, key)])
    if (left !== undefined) setMember(rest, key, left)
  }
  return isEmptyObject(rest) ? null : rest
}

function withoutItems(list: ListType, items: Json[], set: FieldSet): Json[] | null {
  const rest = items
    .map((item) => remainder(list.element, item, set[itemElement(list, item)]))
    .filter((item) => item !== undefined)
  return rest.length === 0 ? null : rest
}
