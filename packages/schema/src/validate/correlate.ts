import { goJson } from '../go-text.ts'
import { hasMember, isObject, type Json, jsonEqual } from '../json.ts'
import type { SchemaNode } from '../node.ts'

/** The stored value that a new one takes the place of; undefined where there is none that could be told. */
export interface Correlation {
  old: Json
}

/** The old member that a member of an object replaces. */
export function correlateMember(parent: Correlation | undefined, name: string): Correlation | undefined {
  if (parent === undefined || !isObject(parent.old) || !hasMember(parent.old, name)) return undefined
  return { old: parent.old[name] ?? null }
}

/** Finds old items by their keys. Items of other lists than those of type map have no identity. */
export function itemCorrelator(
  parent: Correlation | undefined,
  node: SchemaNode,
): (item: Json) => Correlation | undefined {
  const keys = node['x-kubernetes-list-map-keys'] ?? []
  const isMap = node['x-kubernetes-list-type'] === 'map'
  if (parent === undefined || !isMap || !Array.isArray(parent.old)) return () => undefined
  const byKey = new Map<string, Json>()
  for (const old of parent.old) {
    const key = itemKey(old, keys)
    // Of old duplicates the first counts.
    if (key !== undefined && !byKey.has(key)) byKey.set(key, old)
  }
  return (item) => {
    const key = itemKey(item, keys)
    const old = key === undefined ? undefined : byKey.get(key)
    return old === undefined ? undefined : { old }
  }
}

const itemKey = (item: Json, keys: readonly string[]): string | undefined =>
  isObject(item) ? goJson(keys.map((key) => item[key] ?? null)) : undefined

/** Whether an update leaves the value as it is. Lists of type map are compared regardless of their order. */
export function isUnchanged(value: Json, correlation: Correlation | undefined, node: SchemaNode): boolean {
  if (correlation === undefined) return false
  const { old } = correlation
  if (Array.isArray(value) && Array.isArray(old) && node['x-kubernetes-list-type'] === 'map') {
    const correlate = itemCorrelator(correlation, node)
    return value.length === old.length && value.every((item) => jsonEqual(item, correlate(item)?.old))
  }
  return jsonEqual(value, old)
}
