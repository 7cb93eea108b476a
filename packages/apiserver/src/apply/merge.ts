import { isObject, type Json, type JsonObject, jsonEqual, setMember } from '@skep/schema'
import { isEmptyObject, ownMember } from '../patch/own-member.ts'
import { type FieldType, type ListType, type MapType, memberType } from './field-type.ts'
import { type IndexedItems, indexItems } from './list-items.ts'

/**
 * Merges an applied configuration into an object: what it mentions takes its value, nothing else changes. The result is
 * the object itself where the configuration brings nothing new, and shares with both what it can.
 */
export const mergeObjects = (type: FieldType, object: JsonObject, config: JsonObject): JsonObject =>
  type.map === undefined ? config : mergeMembers(type.map, object, config)

function mergeValues(type: FieldType, current: Json | undefined, config: Json): Json {
  if (current === undefined) return config
  return mergeContainers(type, current, config) ?? (jsonEqual(current, config) ? current : config)
}

/** Undefined when the configuration's value stands for the whole. Null leaves a container that has content alone. */
function mergeContainers({ map, list }: FieldType, current: Json, config: Json): Json | undefined {
  if (isObject(current) && map !== undefined && !map.atomic && !isEmptyObject(current)) {
    if (config === null) return current
    if (isObject(config)) return mergeMembers(map, current, config)
  }
  if (Array.isArray(current) && list !== undefined && !list.atomic && current.length > 0) {
    if (config === null) return current
    if (Array.isArray(config)) return mergeItems(list, current, config)
  }
  return undefined
}

function mergeMembers(map: MapType, current: JsonObject, config: JsonObject): JsonObject {
  let merged = current
  for (const key in config) {
    const value = config[key]
    if (value === undefined) continue
    const previous = ownMember(current, key)
    const next = mergeValues(memberType(map, key), previous, value)
    if (next === previous) continue
    if (merged === current) merged = { ...current }
    setMember(merged, key, next)
  }
  return merged
}

/**
 * Merges two lists of items that are owned one by one. Items of the configuration stand in its order; those that only the
 * object has keep their place relative to the shared items they stand next to.
 */
function mergeItems(list: ListType, current: Json[], config: Json[]): Json[] {
  const left = indexItems(list, current)
  const right = indexItems(list, config)
  const mergeItem = (element: string): Json => {
    const [value = null] = right.items.get(element) ?? []
    const same = left.items.get(element)
    // Of several items that cannot be told apart none is the one to merge with.
    return mergeValues(list.element, same?.length === 1 ? same[0] : undefined, value)
  }
  const merged = interleave(left, right, (index) => current[index]!, mergeItem)
  return merged.length === current.length && merged.every((item, index) => item === current[index]) ? current : merged
}

function interleave(
  left: IndexedItems,
  right: IndexedItems,
  ownItem: (index: number) => Json,
  mergeItem: (element: string) => Json,
): Json[] {
  const shared = right.elements.filter((element) => left.items.has(element))
  const taken = new Set<string>()
  const merged: Json[] = []
  for (let own = 0, wanted = 0, next = 0; own < left.elements.length || wanted < right.elements.length; ) {
    const ownElement = left.elements[own]
    const wantedElement = right.elements[wanted]
    if (ownElement !== undefined && !right.items.has(ownElement)) {
      merged.push(ownItem(own++))
      continue
    }
    const waits = ownElement === wantedElement || ownElement === shared[next] || shared[next] === undefined
    if (ownElement !== undefined && wantedElement !== undefined && !waits) {
      // Shared, but another shared item comes first: it is taken when the configuration gets to it.
      own++
      continue
    }
    if (ownElement === wantedElement || taken.has(ownElement ?? '')) own++
    if (wantedElement === undefined) continue
    merged.push(mergeItem(wantedElement))
    taken.add(wantedElement)
    if (shared[next] === wantedElement) next++
    wanted++
  }
  return merged
}
