import { isObject, type Json, type JsonObject } from '../json.ts'
import type { SchemaNode } from '../node.ts'
import { nodeCompiler } from './node-compiler.ts'
import { indexPath, keyPath, memberPath } from './path.ts'

/** Does something to every resource inside a value (`x-kubernetes-embedded-resource`). */
export type VisitResources = (value: Json, path: string, visit: VisitResource) => void
/** What is done to one resource, given where it is. */
export type VisitResource = (resource: JsonObject, path: string) => void
type Compile = (child: SchemaNode) => VisitResources | undefined

/** Compiles the ways to all embedded resources of a schema; undefined when it has none. */
export function resourceVisitor(): (node: SchemaNode) => VisitResources | undefined {
  return nodeCompiler<[Json, string, VisitResource], void>(
    () => {},
    (node, compile) => {
      const isResource = node['x-kubernetes-embedded-resource'] === true
      const item = node.items && compile(node.items)
      const members = memberVisitor(node, compile)
      if (!isResource && item === undefined && members === undefined) return undefined
      return (value, path, visit) => {
        if (Array.isArray(value)) {
          if (item !== undefined) for (const [index, each] of value.entries()) item(each, indexPath(path, index), visit)
        } else if (isObject(value)) {
          if (isResource) visit(value, path)
          members?.(value, path, visit)
        }
      }
    },
  )
}

function memberVisitor(node: SchemaNode, compile: Compile) {
  const known = new Map<string, VisitResources | undefined>()
  for (const [name, child] of Object.entries(node.properties ?? {})) known.set(name, compile(child))
  const { additionalProperties } = node
  const other = typeof additionalProperties === 'object' ? compile(additionalProperties) : undefined
  if (other === undefined && [...known.values()].every((each) => each === undefined)) return undefined
  return (value: JsonObject, path: string, visit: VisitResource): void => {
    for (const name in value) {
      const member = value[name] ?? null
      if (known.has(name)) known.get(name)?.(member, memberPath(path, name), visit)
      else other?.(member, keyPath(path, name), visit)
    }
  }
}
