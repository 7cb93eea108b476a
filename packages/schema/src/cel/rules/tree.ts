import { LAZY, type SchemaNode } from '../../node.ts'
import { type Declaration, declareSchema } from '../schema/declaration.ts'
import { escapeName } from '../schema/escape.ts'
import { type Reader, readerOf } from '../schema/reader.ts'
import { type CompiledRule, compileRule } from './compile-rule.ts'

/** The rules of a schema and of the schemas inside it. Schemas without rules are left out. */
export interface RuleTree {
  node: SchemaNode
  rules: readonly CompiledRule[]
  /** Those that a value may break which is the very one it was: rules about its change, and such as make no sense. */
  rulesOfKept: readonly CompiledRule[]
  /** Whether there are any of those, here or further down. */
  concernsKept: boolean
  /** Frozen values that broke none of them, so that they never will. */
  lasting: WeakSet<object>
  read: Reader
  items: RuleTree | undefined
  additionalProperties: RuleTree | undefined
  properties: ReadonlyMap<string, RuleTree>
  allOf: readonly RuleTree[]
}

/** Whether a schema has rules, at any depth. */
function hasRules(node: SchemaNode | undefined): boolean {
  if (!node || node[LAZY]) return false
  if (node['x-kubernetes-validations']?.length) return true
  return childrenOf(node).some(hasRules)
}

function childrenOf({ items, additionalProperties, properties, allOf }: SchemaNode): SchemaNode[] {
  return [
    ...(items ? [items] : []),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
    ...Object.values(properties ?? {}),
    ...(allOf ?? []),
  ]
}

/** Compiles all rules of the schema of a resource. */
export function compileTree(root: SchemaNode): RuleTree | undefined {
  return hasRules(root) ? compileNode(root, root, true, declareSchema(root, true)) : undefined
}

const isEmbedded = (node: SchemaNode) => node['x-kubernetes-embedded-resource'] === true

/** `source` has the rules, which inside `allOf` is not the schema that has the types. */
function compileNode(
  source: SchemaNode,
  node: SchemaNode,
  isResource: boolean,
  declaration: Declaration | undefined,
): RuleTree | undefined {
  if (!declaration || !hasRules(source)) return undefined
  const child = (from: SchemaNode | undefined, to: SchemaNode | undefined) =>
    from && to ? compileNode(from, to, isEmbedded(to), declaration.element) : undefined
  const rules = (source['x-kubernetes-validations'] ?? []).map((rule) => compileRule(rule, node, declaration))
  // All others held when the value was stored.
  const rulesOfKept = rules.filter(({ usesOldSelf, error }) => usesOldSelf || error !== undefined)
  const items = child(source.items, node.items)
  const additionalProperties = child(schemaOf(source.additionalProperties), schemaOf(node.additionalProperties))
  const properties = compileProperties(source, node, declaration)
  const allOf = (source.allOf ?? []).flatMap((part) => compileNode(part, node, isResource, declaration) ?? [])
  const below = [items, additionalProperties, ...properties.values(), ...allOf]
  return {
    node,
    rules,
    rulesOfKept,
    concernsKept: rulesOfKept.length > 0 || below.some((tree) => tree?.concernsKept),
    lasting: new WeakSet(),
    read: readerOf(node, isResource),
    items,
    additionalProperties,
    properties,
    allOf,
  }
}

const schemaOf = (value: boolean | SchemaNode | undefined) => (typeof value === 'object' ? value : undefined)

function compileProperties(source: SchemaNode, node: SchemaNode, declaration: Declaration): Map<string, RuleTree> {
  const compiled = new Map<string, RuleTree>()
  for (const [name, property] of Object.entries(source.properties ?? {})) {
    const target = node.properties?.[name]
    if (!target || !hasRules(property)) continue
    const tree = compileNode(property, target, isEmbedded(target), declarationOf(name, target, declaration))
    if (tree) compiled.set(name, tree)
  }
  return compiled
}

/** A property whose name expressions cannot spell is unknown to its parent, but may have rules of its own. */
function declarationOf(name: string, node: SchemaNode, parent: Declaration): Declaration | undefined {
  const escaped = escapeName(name)
  return escaped === undefined ? declareSchema(node, isEmbedded(node)) : parent.fields?.get(escaped)
}
