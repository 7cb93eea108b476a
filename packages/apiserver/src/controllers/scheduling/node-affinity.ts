import {
  matchesRequirement,
  type Node,
  type NodeSelector,
  type NodeSelectorRequirement,
  type NodeSelectorTerm,
  type Pod,
} from '@skep/api'

/** Whether a pod's node selector and required affinity allow a node. */
export function allowsNode({ spec }: Pod, node: Node): boolean {
  const labels = node.metadata.labels ?? {}
  if (!Object.entries(spec?.nodeSelector ?? {}).every(([key, value]) => labels[key] === value)) return false
  const required = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
  return required === undefined || matchesNodeSelector(required, node)
}

/** Whether one of the terms of a selector holds for a node. */
export const matchesNodeSelector = ({ nodeSelectorTerms = [] }: NodeSelector, node: Node): boolean =>
  nodeSelectorTerms.some((term) => matchesTerm(term, node))

/** Whether everything that a term says holds for a node. A term that says nothing holds for none. */
export function matchesTerm({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm, node: Node): boolean {
  if (matchExpressions.length + matchFields.length === 0) return false
  const fields: Record<string, string | undefined> = { 'metadata.name': node.metadata.name }
  return (
    matchExpressions.every((requirement) => meets(requirement, node.metadata.labels?.[requirement.key])) &&
    matchFields.every((requirement) => meets(requirement, fields[requirement.key]))
  )
}

/** Nodes can also be asked for numbers in their labels. */
function meets(requirement: NodeSelectorRequirement, value: string | undefined): boolean {
  const bound = Number.parseInt(requirement.values?.[0] ?? '', 10)
  switch (requirement.operator) {
    case 'Gt':
      return Number.parseInt(value ?? '', 10) > bound
    case 'Lt':
      return Number.parseInt(value ?? '', 10) < bound
    default:
      return matchesRequirement(requirement, value)
  }
}
