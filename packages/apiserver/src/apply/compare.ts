import { isObject, type Json, type JsonObject, jsonEqual } from '@skep/schema'
import { isEmptyObject, ownMember } from '../patch/own-member.ts'
import { everyField } from './extract.ts'
import { childrenOf, type FieldSet, type FieldSetDraft, inOrder, LEAF, union } from './field-set.ts'
import { type FieldType, type ListType, type MapType, memberElement, memberType } from './field-type.ts'
import { indexItems } from './list-items.ts'

/** How an object came to be another. */
export interface Change {
  /** Fields that are new or have another value. */
  readonly changed: FieldSet
  readonly removed: FieldSet
}

/** The same of one field: nodes, where undefined says that nothing happened. */
interface NodeChange {
  changed: FieldSet | undefined
  removed: FieldSet | undefined
}

const NO_CHANGE: NodeChange = { changed: undefined, removed: undefined }
const LEAF_CHANGED: NodeChange = { changed: LEAF, removed: undefined }

/** Finds what differs between two objects. Parts they share are not looked at. */
export function compareObjects(type: FieldType, before: JsonObject, after: JsonObject): Change {
  const { changed, removed } = compareValues(type, before, after)
  return { changed: childrenOf(changed ?? LEAF), removed: childrenOf(removed ?? LEAF) }
}

function compareValues(type: FieldType, before: Json | undefined, after: Json | undefined): NodeChange {
  if (before === after) return NO_CHANGE
  if (before === undefined) return { changed: everyField(type, after ?? null), removed: undefined }
  if (after === undefined) return { changed: undefined, removed: everyField(type, before) }
  const shape = shapeOf(type, after)
  const shapeBefore = shapeOf(type, before)
  if (shape === shapeBefore) return compareAs(shape, type, before, after)
  return unite(compareAs(shapeBefore, type, before, after), compareAs(shape, type, before, after))
}

type Shape = 'map' | 'list' | 'scalar'

/** Which of the shapes that the type allows the value has; null has the first. */
function shapeOf({ map, list, scalar }: FieldType, value: Json): Shape {
  if (Array.isArray(value) && list !== undefined) return 'list'
  if (isObject(value) && map !== undefined) return 'map'
  if (value !== null && typeof value !== 'object' && scalar !== undefined) return 'scalar'
  return map !== undefined ? 'map' : scalar !== undefined ? 'scalar' : 'list'
}

function compareAs(shape: Shape, type: FieldType, before: Json, after: Json): NodeChange {
  if (shape === 'map' && type.map?.atomic === false) {
    const members = [isObject(before) ? before : {}, isObject(after) ? after : {}] as const
    if (!members.every(isEmptyObject)) return compareMembers(type.map, ...members)
  } else if (shape === 'list' && type.list?.atomic === false) {
    const items = [Array.isArray(before) ? before : [], Array.isArray(after) ? after : []] as const
    if (items.some((list) => list.length > 0)) return compareItems(type.list, ...items)
  }
  return jsonEqual(before, after) ? NO_CHANGE : LEAF_CHANGED
}

function compareMembers(map: MapType, before: JsonObject, after: JsonObject): NodeChange {
  const draft = new ChangeDraft()
  for (const key in after) {
    const value = after[key]
    const previous = ownMember(before, key)
    if (value !== previous) draft.add(memberElement(map, key), compareValues(memberType(map, key), previous, value))
  }
  for (const key in before) {
    if (Object.hasOwn(after, key)) continue
    draft.add(memberElement(map, key), compareValues(memberType(map, key), before[key], undefined))
  }
  return draft.finish()
}

function compareItems(list: ListType, before: Json[], after: Json[]): NodeChange {
  if (jsonEqual(before, after)) return NO_CHANGE
  const old = indexItems(list, before).items
  const current = indexItems(list, after).items
  const draft = new ChangeDraft()
  for (const element of new Set([...old.keys(), ...current.keys()])) {
    draft.add(element, compareSameItems(list, old.get(element) ?? [], current.get(element) ?? []))
  }
  return draft.finish()
}

/** Compares the items of one element; where several share it, they are one leaf. */
function compareSameItems(list: ListType, before: Json[], after: Json[]): NodeChange {
  if (before.length <= 1 && after.length <= 1) return compareValues(list.element, before[0], after[0])
  if (before.length > 1 && after.length > 1) return jsonEqual(before, after) ? NO_CHANGE : LEAF_CHANGED
  const single = compareValues(
    list.element,
    before.length > 1 ? undefined : before[0],
    after.length > 1 ? undefined : after[0],
  )
  return unite(single, before.length > 1 ? { changed: undefined, removed: LEAF } : LEAF_CHANGED)
}

function unite(left: NodeChange, right: NodeChange): NodeChange {
  return {
    changed: uniteNodes(left.changed, right.changed),
    removed: uniteNodes(left.removed, right.removed),
  }
}

/** Nodes are united below a common element, where they mean the same as at their place. */
function uniteNodes(left: FieldSet | undefined, right: FieldSet | undefined): FieldSet | undefined {
  if (left === undefined || right === undefined) return left ?? right
  return union({ node: left }, { node: right })['node']
}

/** Gathers what happened below one field. */
class ChangeDraft {
  #changed: FieldSetDraft | undefined
  #removed: FieldSetDraft | undefined

  add(element: string, { changed, removed }: NodeChange): void {
    if (changed !== undefined) (this.#changed ??= {})[element] = changed
    if (removed !== undefined) (this.#removed ??= {})[element] = removed
  }

  finish(): NodeChange {
    if (this.#changed === undefined && this.#removed === undefined) return NO_CHANGE
    return {
      changed: this.#changed && inOrder(this.#changed),
      removed: this.#removed && inOrder(this.#removed),
    }
  }
}
