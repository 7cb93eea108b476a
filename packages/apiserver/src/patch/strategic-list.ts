import { isObject, type Json, type JsonObject, type SchemaNode } from '@skep/schema'
import { badElementOrder, ELEMENT_ORDER, PATCH_DIRECTIVE, unknownDirective, withoutDirectives } from './directives.ts'
import { jsonTypeName, patchRejected, printValue, unreasonedError } from './errors.ts'
import { ownMember } from './own-member.ts'
import type { PatchField } from './patch-schema.ts'

/** Merges an item of the patch into the one with the same key; the caller's, since objects hold lists in turn. */
export type MergeObjects = (original: JsonObject, patch: JsonObject, node: SchemaNode | undefined) => JsonObject

/** A list that the patch changes, orders, or both. */
export interface OrderedListMerge {
  original: Json | undefined
  patch: Json | undefined
  order: Json | undefined
  field: PatchField
  mergeObjects: MergeObjects
}

/** Merges the patch's list into the original: items by their key, plain values as a set. Items keep the patch's order. */
export function mergeLists(original: Json[], patch: Json[], field: PatchField, mergeObjects: MergeObjects): Json[] {
  if (original.length === 0 && patch.length === 0) return original
  if (itemType(original, patch) !== 'object') {
    return orderItems([...new Set([...original, ...patch])], patch, original, '')
  }
  if (field.mergeKey === '') throw unreasonedError('cannot merge lists without merge key for struct')
  const { remaining, changes } = obeyItemDirectives(original, patch, field.mergeKey)
  const merged = mergeItems(remaining, changes, field, mergeObjects)
  return orderItems(merged, changes, remaining, field.mergeKey)
}

/** The list without these plain values. */
export function removeFromList(list: Json[], removed: Json[]): Json[] {
  const gone = new Set(removed)
  return list.filter((value) => !gone.has(value))
}

/** Merges a list that comes with `$setElementOrder`; undefined when neither side has the list. */
export function mergeOrderedList({
  original,
  patch,
  order,
  field,
  mergeObjects,
}: OrderedListMerge): Json[] | undefined {
  if (!Array.isArray(order)) throw badElementOrder()
  const before = listOrNothing(original)
  const changes = listOrNothing(patch)
  if (before === undefined && changes === undefined) return undefined
  checkAgainstOrder(changes ?? [], order, field.mergeKey)
  const merged = mergeEither(before, changes, field, mergeObjects)
  return orderItems(merged, order, before ?? [], field.mergeKey)
}

function listOrNothing(value: Json | undefined): Json[] | undefined {
  if (value === undefined || Array.isArray(value)) return value
  throw unreasonedError(`expected a []interface {}, but received a ${jsonTypeName(value)}`)
}

function mergeEither(
  original: Json[] | undefined,
  patch: Json[] | undefined,
  field: PatchField,
  mergeObjects: MergeObjects,
): Json[] {
  if (patch === undefined) return original ?? []
  if (original === undefined) return patch.map(withoutDirectives).filter((item) => item !== undefined)
  return field.strategy === 'merge' ? mergeLists(original, patch, field, mergeObjects) : patch
}

/** The one type that all items of both lists have. */
function itemType(original: Json[], patch: Json[]): string | undefined {
  const items = [...original, ...patch]
  if (items.some(Array.isArray)) throw patchRejected('lists of lists are not supported')
  const [type, other] = new Set(items.map(jsonTypeName))
  if (other !== undefined)
    throw unreasonedError(`list element types are not identical: ${printValue([original, patch])}`)
  return type
}

/** Carries out `$patch` in items: `delete` takes the item with that key out, `replace` drops all that was there. */
function obeyItemDirectives(original: Json[], patch: Json[], mergeKey: string): { remaining: Json[]; changes: Json[] } {
  let remaining = original
  let replaces = false
  const changes: Json[] = []
  for (const item of patch.filter(isObject)) {
    const directive = ownMember(item, PATCH_DIRECTIVE)
    if (directive === undefined) changes.push(item)
    else if (directive === 'replace') replaces = true
    else if (directive === 'delete') remaining = withoutKey(remaining, mergeKey, keyOf(item, mergeKey))
    else if (directive === 'merge') throw unreasonedError('merging lists cannot yet be specified in the patch')
    else throw unknownDirective(directive, item)
  }
  return replaces ? { remaining: changes, changes: [] } : { remaining, changes }
}

const withoutKey = (list: Json[], mergeKey: string, key: Json): Json[] =>
  list.filter((item) => !isObject(item) || ownMember(item, mergeKey) !== key)

function mergeItems(original: Json[], changes: Json[], field: PatchField, mergeObjects: MergeObjects): Json[] {
  const merged = [...original]
  for (const change of changes.filter(isObject)) {
    const key = keyOf(change, field.mergeKey)
    const index = merged.findIndex((item) => isObject(item) && ownMember(item, field.mergeKey) === key)
    const current = merged[index]
    if (isObject(current)) merged[index] = mergeObjects(current, change, field.node)
    else merged.push(change)
  }
  return merged
}

function keyOf(item: JsonObject, mergeKey: string): Json {
  const key = ownMember(item, mergeKey)
  if (key !== undefined) return key
  throw unreasonedError(`map: ${printValue(item)} does not contain declared merge key: ${mergeKey}`)
}

/** What tells an item from others: its key, or the plain value itself. */
const identityOf = (item: Json, mergeKey: string): Json =>
  mergeKey === '' || !isObject(item) ? item : keyOf(item, mergeKey)

/** The patch may leave out items of the order, but must not turn two of them around or bring others. */
function checkAgainstOrder(patch: Json[], order: Json[], mergeKey: string): void {
  const wanted = patch.filter((item) => !isObject(item) || !Object.hasOwn(item, PATCH_DIRECTIVE))
  if (order.length === 0 || wanted.length === 0) return
  let matched = 0
  for (const item of order) {
    const next = wanted[matched]
    if (next !== undefined && identityOf(next, mergeKey) === identityOf(item, mergeKey)) matched++
  }
  if (matched === wanted.length) return
  const lists = [printValue(patch), printValue(order)]
  throw unreasonedError(`The order in patch list:\n${lists[0]}\n doesn't match ${ELEMENT_ORDER} list:\n${lists[1]}\n`)
}

/**
 * Items named by `wanted` stand in its order; the others keep the order they had, each before those items of the patch
 * that it stood before.
 */
function orderItems(items: Json[], wanted: Json[], before: Json[], mergeKey: string): Json[] {
  const wantedAt = positions(wanted, mergeKey)
  const beforeAt = positions(before, mergeKey)
  const place = (at: Map<Json, number>, item: Json): number => at.get(identityOf(item, mergeKey)) ?? -1
  const named = items.filter((item) => place(wantedAt, item) >= 0)
  const others = items.filter((item) => place(wantedAt, item) < 0)
  named.sort((left, right) => place(wantedAt, left) - place(wantedAt, right))
  others.sort((left, right) => place(beforeAt, left) - place(beforeAt, right))
  const ordered: Json[] = []
  let next = 0
  for (const item of named) {
    const limit = place(beforeAt, item)
    while (next < others.length && stoodBefore(place(beforeAt, others[next] ?? null), limit)) {
      ordered.push(others[next++] ?? null)
    }
    ordered.push(item)
  }
  return ordered.concat(others.slice(next))
}

/** Negative positions are those of items that were not there. */
const stoodBefore = (position: number, limit: number): boolean => position >= 0 && position < limit

function positions(list: Json[], mergeKey: string): Map<Json, number> {
  const at = new Map<Json, number>()
  for (const [index, item] of list.entries()) {
    const identity = identityOf(item, mergeKey)
    if (!at.has(identity)) at.set(identity, index)
  }
  return at
}
