import { resolveNode } from '../compile/node-compiler.ts'
import { COMPONENT, DEFINITION, type SchemaNode } from '../node.ts'
import { kubeObject } from '../object-meta.ts'

/** Named schemas of a document, in which nodes refer to each other. */
export type Components = Record<string, PublishedSchema>
/** A schema as it stands in an OpenAPI document. */
export type PublishedSchema = Record<string, unknown>

/** A use of a component, or a node that stands for itself. */
export interface Usage {
  node: SchemaNode
  /** The component that the node uses. */
  component?: { name: string; definition: SchemaNode }
}

/** Finds out whether a node is a use of a component. */
export function usageOf(node: SchemaNode): Usage {
  const resolved = resolveNode(node)
  const name = resolved[COMPONENT]
  if (name === undefined) return { node: resolved }
  return { node: resolved, component: { name, definition: resolved[DEFINITION] ?? resolved } }
}

/** What a use of a component says beside its name: its own description, default and the like. */
export function ownKeywords(node: SchemaNode, definition: SchemaNode): PublishedSchema {
  const defined = new Map<string, unknown>(Object.entries(definition))
  return Object.fromEntries(Object.entries(node).filter(([key, value]) => defined.get(key) !== value))
}

/** Names in `required`, without those that a client may always leave out. */
export function publishedRequired(node: SchemaNode): string[] {
  const { required = [], properties = {} } = node
  const isKind = properties['kind'] === kubeObject.kind.node
  return isKind ? required.filter((name) => !Object.hasOwn(kubeObject, name)) : required
}
