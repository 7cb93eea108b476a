import type { Json } from '../json.ts'
import type { SchemaNode } from '../node.ts'
import { nodeCompiler, resolveNode } from './node-compiler.ts'

/** Removes, in place, members that are null although they may not be and have no default to take its place. */
export type DropNulls = (value: Json) => void

/** Compiles the treatment of nulls in custom resources: "not set" where a schema does not allow null. */
export function nullCompiler(): (node: SchemaNode) => DropNulls | undefined {
  return nodeCompiler<[Json], void>(
    () => {},
    (node, compile) => {
      const items = node.items && compile(node.items)
      const find = memberLookup(node, compile)
      if (items === undefined && find === undefined) return undefined
      return (value) => {
        if (typeof value !== 'object' || value === null) return
        if (Array.isArray(value)) {
          if (items !== undefined) for (const item of value) items(item)
        } else if (find !== undefined) dropFromObject(value, find)
      }
    },
  )
}

interface Member {
  isDroppable: boolean
  dropInside: DropNulls | undefined
}

function memberLookup(
  node: SchemaNode,
  compile: (child: SchemaNode) => DropNulls | undefined,
): ((name: string) => Member | undefined) | undefined {
  const describe = (child: SchemaNode): Member => ({
    isDroppable: !resolveNode(child).nullable && !hasDefault(child),
    dropInside: compile(child),
  })
  const known = new Map(Object.entries(node.properties ?? {}).map(([name, child]) => [name, describe(child)]))
  const { additionalProperties } = node
  const other = typeof additionalProperties === 'object' ? describe(additionalProperties) : undefined
  if (known.size === 0 && other === undefined) return undefined
  return (name) => known.get(name) ?? other
}

/** A default of null is none. */
const hasDefault = (node: SchemaNode): boolean => (resolveNode(node).default ?? null) !== null

function dropFromObject(value: Record<string, Json | undefined>, find: (name: string) => Member | undefined): void {
  for (const name in value) {
    const member = find(name)
    if (member === undefined) continue
    const current = value[name]
    if (current === null) {
      if (member.isDroppable) delete value[name]
    } else if (current !== undefined) member.dropInside?.(current)
  }
}
