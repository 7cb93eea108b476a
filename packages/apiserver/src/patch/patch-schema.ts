import { LAZY, type SchemaNode } from '@skep/schema'

/** How a strategic merge patch treats one field. */
export interface PatchField {
  /** What the field, or each item of the list, consists of; undefined where the schema says nothing. */
  readonly node: SchemaNode | undefined
  readonly strategy: 'merge' | 'replace' | ''
  /** Which member tells the items of a merged list apart; empty for lists of plain values. */
  readonly mergeKey: string
}

const UNKNOWN_FIELD: PatchField = { node: undefined, strategy: '', mergeKey: '' }

/** The patch behaviour of a member, from the extensions that the schemas of built-in kinds carry. */
export function patchFieldOf(parent: SchemaNode | undefined, key: string): PatchField {
  const node = memberNode(parent, key)
  if (node === undefined) return UNKNOWN_FIELD
  // The strategy of a field stands on the field; a lazy node may carry it beside its target.
  const target = resolve(node)
  const strategies = node['x-kubernetes-patch-strategy'] ?? target['x-kubernetes-patch-strategy'] ?? ''
  return {
    node: target.items === undefined ? target : resolve(target.items),
    strategy: strategyOf(strategies),
    mergeKey: node['x-kubernetes-patch-merge-key'] ?? target['x-kubernetes-patch-merge-key'] ?? '',
  }
}

function memberNode(parent: SchemaNode | undefined, key: string): SchemaNode | undefined {
  if (parent === undefined) return undefined
  const { properties, additionalProperties } = resolve(parent)
  if (properties !== undefined && Object.hasOwn(properties, key)) return properties[key]
  return typeof additionalProperties === 'object' ? additionalProperties : undefined
}

const resolve = (node: SchemaNode): SchemaNode => node[LAZY]?.() ?? node

/** `retainKeys` only tells clients how to write a patch; what it asks for arrives as a directive. */
function strategyOf(strategies: string): PatchField['strategy'] {
  const effective = strategies.split(',').find((strategy) => strategy !== 'retainKeys')
  return effective === 'merge' || effective === 'replace' ? effective : ''
}
