import { nodeCompiler } from '../compile/node-compiler.ts'
import { indexPath, keyPath, memberPath } from '../compile/path.ts'
import { type FieldError, fieldError } from '../field-error.ts'
import { goJson } from '../go-text.ts'
import { isObject, type Json, type JsonObject } from '../json.ts'
import type { SchemaNode } from '../node.ts'

/** Reports items that a list of type set or map has twice. */
export type FindDuplicates = (value: Json, path: string, errors: FieldError[]) => void
type Compile = (child: SchemaNode) => FindDuplicates | undefined

/** Compiles the uniqueness of lists of type set (by item) and map (by keys). */
export function duplicatesCompiler(): (node: SchemaNode) => FindDuplicates | undefined {
  return nodeCompiler<[Json, string, FieldError[]], void>(
    () => {},
    (node, compile) => {
      const inList = listDuplicates(node, compile)
      const inObject = memberDuplicates(node, compile)
      if (inList === undefined && inObject === undefined) return undefined
      return (value, path, errors) => {
        if (Array.isArray(value)) inList?.(value, path, errors)
        else if (isObject(value)) inObject?.(value, path, errors)
      }
    },
  )
}

function memberDuplicates(node: SchemaNode, compile: Compile) {
  const members = Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    const find = compile(child)
    return find === undefined ? [] : [{ name, find }]
  })
  const { additionalProperties } = node
  const other = typeof additionalProperties === 'object' ? compile(additionalProperties) : undefined
  if (members.length === 0 && other === undefined) return undefined
  return (value: JsonObject, path: string, errors: FieldError[]) => {
    if (other !== undefined) for (const key in value) other(value[key] ?? null, keyPath(path, key), errors)
    for (const { name, find } of members) {
      if (Object.hasOwn(value, name)) find(value[name] ?? null, memberPath(path, name), errors)
    }
  }
}

function listDuplicates(node: SchemaNode, compile: Compile) {
  const own = ownDuplicates(node)
  const inItem = node.items && compile(node.items)
  if (own === undefined && inItem === undefined) return undefined
  return (value: Json[], path: string, errors: FieldError[]) => {
    own?.(value, path, errors)
    if (inItem !== undefined) for (const [index, item] of value.entries()) inItem(item, indexPath(path, index), errors)
  }
}

function ownDuplicates(node: SchemaNode): ((value: Json[], path: string, errors: FieldError[]) => void) | undefined {
  const keys = node['x-kubernetes-list-map-keys'] ?? []
  switch (node['x-kubernetes-list-type']) {
    case 'set':
      return (value, path, errors) => {
        for (const index of repeated(value)) errors.push(fieldError.duplicate(indexPath(path, index), value[index]))
      }
    case 'map':
      return (value, path, errors) => reportRepeatedKeys(value, keys, path, errors)
    default:
      return undefined
  }
}

function reportRepeatedKeys(value: Json[], keys: readonly string[], path: string, errors: FieldError[]): void {
  const stranger = value.findIndex((item) => item !== null && !isObject(item))
  if (stranger >= 0) {
    const detail = 'must be an object for an array of list-type map'
    errors.push(fieldError.invalid(indexPath(path, stranger), value[stranger], detail))
    return
  }
  const identify = (item: Json) => (isObject(item) ? keyOf(item, keys) : undefined)
  for (const index of repeated(value.map(identify))) {
    errors.push(fieldError.duplicate(indexPath(path, index), keysOf(value[index] ?? null, keys)))
  }
}

/** What tells items apart: the value of their one key, or all of their keys together. */
function keyOf(item: JsonObject, keys: readonly string[]): Json | undefined {
  const [only = ''] = keys
  return keys.length === 1 ? item[only] : keysOf(item, keys)
}

function keysOf(item: Json, keys: readonly string[]): JsonObject {
  if (!isObject(item)) return {}
  return Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(item, key) ? [[key, item[key]]] : [])))
}

/** The index of the second of equal values, once however often they come. */
function repeated(values: (Json | undefined)[]): number[] {
  if (values.length < 2) return []
  const scalars = new Map<Json | undefined, number>()
  const compounds = new Map<Json | undefined, number>()
  const seconds: number[] = []
  for (const [index, value] of values.entries()) {
    const isCompound = typeof value === 'object' && value !== null
    const count = countUp(isCompound ? compounds : scalars, isCompound ? goJson(value) : value)
    if (count === 2) seconds.push(index)
  }
  return seconds
}

function countUp(counts: Map<Json | undefined, number>, value: Json | undefined): number {
  const count = (counts.get(value) ?? 0) + 1
  counts.set(value, count)
  return count
}
