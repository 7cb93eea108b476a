import { builtInKinds } from '@skep/api'
import type { ClientKind } from '@skep/client'
import { LAZY, type SchemaNode } from '@skep/schema'

/** How a strategic merge patch writes one member. */
export interface PatchRule {
  /** What the member, or each item of the list, consists of; undefined where nobody says. */
  readonly node: SchemaNode | undefined
  /** Whether lists are merged item by item; otherwise they are written as a whole. */
  readonly merges: boolean
  /** The member that tells items apart; empty for lists of plain values. */
  readonly mergeKey: string
  /** Whether members that the server filled in go when others are written. */
  readonly retainsKeys: boolean
}

const WHOLE: PatchRule = { node: undefined, merges: false, mergeKey: '', retainsKeys: false }

/** The schema of a kind that Kubernetes itself has; undefined for custom resources, which know merge patches only. */
export const builtInSchema = ({ group, version, kind }: ClientKind): SchemaNode | undefined =>
  BUILT_IN.get(`${group}/${version}/${kind}`)

const BUILT_IN: ReadonlyMap<string, SchemaNode> = new Map(
  builtInKinds.map(({ group, version, kind, schema }) => [`${group}/${version}/${kind}`, schema.node]),
)

/** How a member of an object is patched, as the schemas of built-in kinds say it. */
export function patchRuleOf(parent: SchemaNode | undefined, key: string): PatchRule {
  const node = parent && memberOf(resolve(parent), key)
  if (!node) return WHOLE
  const target = resolve(node)
  // What is said of the use of a component stands beside it.
  const said = (name: 'x-kubernetes-patch-strategy' | 'x-kubernetes-patch-merge-key') =>
    node[name] ?? target[name] ?? ''
  const strategies = said('x-kubernetes-patch-strategy').split(',')
  return {
    node: target.items === undefined ? target : resolve(target.items),
    merges: strategies.includes('merge'),
    mergeKey: said('x-kubernetes-patch-merge-key'),
    retainsKeys: strategies.includes('retainKeys'),
  }
}

const resolve = (node: SchemaNode): SchemaNode => node[LAZY]?.() ?? node

function memberOf({ properties, additionalProperties }: SchemaNode, key: string): SchemaNode | undefined {
  if (properties !== undefined && Object.hasOwn(properties, key)) return properties[key]
  return typeof additionalProperties === 'object' ? additionalProperties : undefined
}
