import { LAZY, type SchemaNode } from '@skep/schema'

/** Paths of properties that `kubectl explain` would have nothing to say about. */
export function undescribed(node: SchemaNode, path: string, seen = new Set<SchemaNode>()): string[] {
  if (seen.has(node) || node[LAZY]) return []
  seen.add(node)
  const inside = Object.entries(node.properties ?? {}).flatMap(([name, child]) => [
    ...(child.description || child[LAZY] ? [] : [`${path}.${name}`]),
    ...undescribed(child, `${path}.${name}`, seen),
  ])
  const { items, additionalProperties: values } = node
  return [
    ...inside,
    ...(items ? undescribed(items, `${path}[]`, seen) : []),
    ...(typeof values === 'object' ? undescribed(values, `${path}{}`, seen) : []),
  ]
}
