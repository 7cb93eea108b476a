import { isObject, type Json, type JsonObject } from '../json.ts'
import type { SchemaNode } from '../node.ts'
import { nodeCompiler, resolveNode } from './node-compiler.ts'
import { formatPath, type PathStack } from './path.ts'

/** What a walk that removes unknown fields carries with it. */
export interface PruneWalk {
  path: PathStack
  /** Reports a field that was removed. */
  onUnknown?: ((path: string) => void) | undefined
}

/** Removes, in place, what its schema does not know from an object or list. */
export type Prune = (value: JsonObject | Json[], walk: PruneWalk) => void

/** The fields that every resource has, whether its schema says so or not. */
export const META_FIELDS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata'])

/** Compiles structural pruning. `metadata` of embedded resources is left alone: it is decoded, not pruned. */
export function pruneCompiler(): (node: SchemaNode) => Prune | undefined {
  return nodeCompiler<[JsonObject | Json[], PruneWalk], void>(
    () => {},
    (node, compile) => {
      const items = itemPruner(node, compile)
      const member = memberPruner(node, compile)
      if (node['x-kubernetes-preserve-unknown-fields'] && items === undefined && !member.hasWork) return undefined
      return (value, walk) => {
        if (Array.isArray(value)) pruneItems(value, items, walk)
        else pruneMembers(value, member.find, walk)
      }
    },
  )
}

/** A list that keeps unknown fields says so for its items. */
function itemPruner(node: SchemaNode, compile: (child: SchemaNode) => Prune | undefined): Prune | undefined {
  const preserves = node['x-kubernetes-preserve-unknown-fields']
  if (node.items === undefined) return preserves ? undefined : emptyOut
  return compile(preserves ? { ...resolveNode(node.items), 'x-kubernetes-preserve-unknown-fields': true } : node.items)
}

/** What to do with a member: keep it as it is, drop it, or look inside. */
type Treatment = 'keep' | 'drop' | Prune

function memberPruner(node: SchemaNode, compile: (child: SchemaNode) => Prune | undefined) {
  const known = new Map<string, Treatment>()
  for (const [name, child] of Object.entries(node.properties ?? {})) known.set(name, compile(child) ?? 'keep')
  if (node['x-kubernetes-embedded-resource']) for (const name of META_FIELDS) known.set(name, 'keep')
  const other = treatmentOfOthers(node, compile)
  const hasWork = other !== 'keep' || [...known.values()].some((treatment) => treatment !== 'keep')
  return { hasWork, find: (name: string): Treatment => known.get(name) ?? other }
}

function treatmentOfOthers(node: SchemaNode, compile: (child: SchemaNode) => Prune | undefined): Treatment {
  const { additionalProperties } = node
  if (isSchema(additionalProperties)) return compile(additionalProperties) ?? 'keep'
  // `additionalProperties: true` (and false, which validation reports) admits any key, but says nothing of what is below.
  if (additionalProperties !== undefined) return emptyOut
  return node['x-kubernetes-preserve-unknown-fields'] ? 'keep' : 'drop'
}

const isSchema = (value: boolean | SchemaNode | undefined): value is SchemaNode => typeof value === 'object'

function pruneMembers(value: JsonObject, find: (name: string) => Treatment, walk: PruneWalk): void {
  for (const name in value) {
    const treatment = find(name)
    if (treatment === 'keep') continue
    const member = value[name]
    if (treatment === 'drop') drop(value, name, walk)
    else if (isContainer(member)) descend(treatment, member, name, walk)
  }
}

function pruneItems(value: Json[], prune: Prune | undefined, walk: PruneWalk): void {
  if (prune === undefined) return
  for (let index = 0; index < value.length; index++) {
    const item = value[index]
    if (isContainer(item)) descend(prune, item, index, walk)
  }
}

const isContainer = (value: Json | undefined): value is JsonObject | Json[] =>
  typeof value === 'object' && value !== null

function descend(prune: Prune, value: JsonObject | Json[], step: string | number, walk: PruneWalk): void {
  walk.path.push(step)
  prune(value, walk)
  walk.path.pop()
}

function drop(value: JsonObject, name: string, { path, onUnknown }: PruneWalk): void {
  delete value[name]
  if (onUnknown !== undefined) onUnknown(formatPath([...path, name]))
}

/** Below a value that has no schema, objects lose everything. */
function emptyOut(value: JsonObject | Json[], walk: PruneWalk): void {
  if (isObject(value)) pruneMembers(value, () => 'drop', walk)
  else pruneItems(value, emptyOut, walk)
}
