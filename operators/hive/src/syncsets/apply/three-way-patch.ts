import { hasMember, isObject, type Json, type JsonObject, jsonEqual, type SchemaNode, setMember } from '@skep/schema'
import { type PatchRule, patchRuleOf } from './patch-rules.ts'

/** The three states that an apply knows of an object or a part of it. */
interface Versions<T> {
  /** What was last applied; undefined when nobody knows. */
  readonly original: T | undefined
  /** What is to be applied. */
  readonly modified: T
  /** What the server has. */
  readonly current: T
}

/**
 * The patch that makes `current` what `modified` says and takes away what only `original` said; what others added stays.
 * With a schema it is a strategic merge patch, without one a merge patch. Undefined when there is nothing to do.
 */
export function threeWayPatch(versions: Versions<JsonObject>, node?: SchemaNode): JsonObject | undefined {
  const { original = {}, modified, current } = versions
  const patch: JsonObject = {}
  for (const key of Object.keys(modified)) {
    if (hasMember(modified, key)) writeMember(patch, key, memberOf(versions, key), patchRuleOf(node, key))
  }
  for (const key of Object.keys(original)) {
    if (!hasMember(modified, key) && hasMember(current, key)) setMember(patch, key, null)
  }
  return Object.keys(patch).length === 0 ? undefined : patch
}

interface MemberVersions {
  readonly original: Json | undefined
  readonly modified: Json
  readonly current: Json | undefined
}

const memberOf = ({ original, modified, current }: Versions<JsonObject>, key: string): MemberVersions => ({
  original: original && ownMember(original, key),
  modified: ownMember(modified, key) ?? null,
  current: ownMember(current, key),
})

const ownMember = (object: JsonObject, key: string): Json | undefined =>
  hasMember(object, key) ? object[key] : undefined

function writeMember(patch: JsonObject, key: string, versions: MemberVersions, rule: PatchRule): void {
  const { original, modified, current } = versions
  if (modified === null && current === undefined) return
  if (isObject(modified) && isObject(current)) {
    writeObject(patch, key, { original: isObject(original) ? original : undefined, modified, current }, rule)
  } else if (rule.merges && Array.isArray(modified) && Array.isArray(current)) {
    writeList(patch, key, { original: Array.isArray(original) ? original : undefined, modified, current }, rule)
  } else if (!jsonEqual(modified, current)) {
    setMember(patch, key, modified)
  }
}

function writeObject(patch: JsonObject, key: string, versions: Versions<JsonObject>, rule: PatchRule): void {
  const change = threeWayPatch(versions, rule.node)
  if (!change) return
  const directive = rule.retainsKeys ? { $retainKeys: Object.keys(versions.modified).sort() } : {}
  setMember(patch, key, { ...change, ...directive })
}

function writeList(patch: JsonObject, key: string, versions: Versions<Json[]>, rule: PatchRule): void {
  if (rule.mergeKey === '') writePlainList(patch, key, versions)
  else writeKeyedList(patch, key, versions, rule)
}

function writePlainList(patch: JsonObject, key: string, { original = [], modified, current }: Versions<Json[]>): void {
  const added = modified.filter((value) => !current.includes(value))
  const removed = original.filter((value) => !modified.includes(value) && current.includes(value))
  if (added.length > 0) setMember(patch, key, added)
  if (removed.length > 0) setMember(patch, `$deleteFromPrimitiveList/${key}`, removed)
  if (added.length + removed.length > 0) setMember(patch, `$setElementOrder/${key}`, modified)
}

function writeKeyedList(
  patch: JsonObject,
  key: string,
  { original = [], modified, current }: Versions<Json[]>,
  { node, mergeKey, retainsKeys }: PatchRule,
): void {
  const [before, wanted, there] = [original, modified, current].map((items) => byKey(items, mergeKey))
  const changes: Json[] = []
  for (const [id, item] of wanted!) {
    const change = itemChange(
      { original: before!.get(id), modified: item, current: there!.get(id) },
      { node, mergeKey, retainsKeys },
    )
    if (change) changes.push(change)
  }
  for (const [id, item] of before!) {
    if (!wanted!.has(id) && there!.has(id)) changes.push({ $patch: 'delete', [mergeKey]: item[mergeKey] })
  }
  if (changes.length === 0) return
  setMember(patch, key, changes)
  const order = [...wanted!.values()].map((item) => ({ [mergeKey]: item[mergeKey] }))
  setMember(patch, `$setElementOrder/${key}`, order)
}

function itemChange(
  { original, modified, current }: { original?: JsonObject; modified: JsonObject; current?: JsonObject },
  { node, mergeKey, retainsKeys }: Omit<PatchRule, 'merges'>,
): JsonObject | undefined {
  if (!current) return modified
  const change = threeWayPatch({ original, modified, current }, node)
  if (!change) return undefined
  const directive = retainsKeys ? { $retainKeys: Object.keys(modified).sort() } : {}
  return { ...change, ...directive, [mergeKey]: modified[mergeKey] }
}

const byKey = (items: readonly Json[], mergeKey: string): Map<string, JsonObject> =>
  new Map(items.filter(isObject).map((item) => [JSON.stringify(item[mergeKey]), item]))
