import { type LabelSelector, matchesSelector, type Node, type Pod, type PodAffinityTerm } from '@skep/api'
import { allowsNode } from './node-affinity.ts'
import type { NodeRoom } from './node-room.ts'

const AFFINITY = "node(s) didn't match pod affinity rules"
const ANTI_AFFINITY = "node(s) didn't match pod anti-affinity rules"
const EXISTING_ANTI_AFFINITY = "node(s) didn't satisfy existing pods anti-affinity rules"
const SPREAD = "node(s) didn't match pod topology spread constraints"
const SPREAD_LABEL = `${SPREAD} (missing required label)`

/** What must hold of the pods around a pod. */
export interface PodNeighbourhood {
  /** Why the company on and around a node does not do. */
  objectionTo(node: Node): string | undefined
}

/** Finds the labels of a namespace, for rules that choose namespaces by label. */
export type NamespaceLabels = (namespace: string) => Readonly<Record<string, string>> | undefined

type Rule = (node: Node) => string | undefined

const requiredAffinity = ({ spec }: Pod): readonly PodAffinityTerm[] =>
  spec?.affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []
const requiredAntiAffinity = ({ spec }: Pod): readonly PodAffinityTerm[] =>
  spec?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []
const requiredSpread = ({ spec }: Pod) =>
  spec?.topologySpreadConstraints?.filter(({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule') ?? []

/** Whether a pod keeps others away from where it runs. */
export const keepsOthersAway = (pod: Pod): boolean => requiredAntiAffinity(pod).length > 0

/**
 * Works out, once per pod, which values of which node labels it may or may not be under. Undefined when neither the pod
 * nor anyone around has a wish, which is the rule.
 */
export function neighbourhoodOf(
  pod: Pod,
  rooms: readonly NodeRoom[],
  jealous: Iterable<{ pod: Pod; node: Node }>,
  namespaceLabels: NamespaceLabels,
): PodNeighbourhood | undefined {
  const rules: Rule[] = [
    ...requiredAffinity(pod).map((term) => affinityRule(pod, term, rooms, namespaceLabels)),
    ...requiredAntiAffinity(pod).map((term) => antiAffinityRule(pod, term, rooms, namespaceLabels)),
    ...existingAntiAffinity(pod, jealous, namespaceLabels),
    ...requiredSpread(pod).map((constraint) => spreadRule(pod, constraint, rooms)),
  ]
  if (rules.length === 0) return undefined
  return {
    objectionTo: (node) => {
      for (const rule of rules) {
        const objection = rule(node)
        if (objection !== undefined) return objection
      }
      return undefined
    },
  }
}

/** Whether a term of one pod is about another. */
function concerns(owner: Pod, term: PodAffinityTerm, other: Pod, namespaceLabels: NamespaceLabels): boolean {
  const namespace = other.metadata.namespace ?? ''
  const { namespaces = [], namespaceSelector } = term
  const named = namespaces.includes(namespace)
  const chosen = namespaceSelector !== undefined && matchesSelector(namespaceSelector, namespaceLabels(namespace) ?? {})
  const own = namespaces.length === 0 && namespaceSelector === undefined && namespace === owner.metadata.namespace
  return (named || chosen || own) && matchesSelector(term.labelSelector, other.metadata.labels)
}

/** How many of the pods that `counts` are in each domain of a topology. */
function domains(rooms: readonly NodeRoom[], topologyKey: string, counts: (pod: Pod) => boolean): Map<string, number> {
  const found = new Map<string, number>()
  for (const room of rooms) {
    const domain = room.node?.metadata.labels?.[topologyKey]
    if (domain === undefined) continue
    let count = found.get(domain) ?? 0
    for (const pod of room.pods()) if (pod.metadata.deletionTimestamp === undefined && counts(pod)) count++
    found.set(domain, count)
  }
  return found
}

const domainOf = (node: Node, topologyKey: string): string | undefined => node.metadata.labels?.[topologyKey]

function affinityRule(
  pod: Pod,
  term: PodAffinityTerm,
  rooms: readonly NodeRoom[],
  namespaceLabels: NamespaceLabels,
): Rule {
  const counts = domains(rooms, term.topologyKey, (other) => concerns(pod, term, other, namespaceLabels))
  const isFirst = [...counts.values()].every((count) => count === 0)
  // The first of a group that wants to be together may go anywhere.
  const startsGroup = isFirst && concerns(pod, term, pod, namespaceLabels)
  return (node) => {
    const domain = domainOf(node, term.topologyKey)
    const fits = domain !== undefined && (startsGroup || (counts.get(domain) ?? 0) > 0)
    return fits ? undefined : AFFINITY
  }
}

function antiAffinityRule(
  pod: Pod,
  term: PodAffinityTerm,
  rooms: readonly NodeRoom[],
  namespaceLabels: NamespaceLabels,
): Rule {
  const counts = domains(rooms, term.topologyKey, (other) => concerns(pod, term, other, namespaceLabels))
  return (node) => {
    const domain = domainOf(node, term.topologyKey)
    return domain !== undefined && (counts.get(domain) ?? 0) > 0 ? ANTI_AFFINITY : undefined
  }
}

function existingAntiAffinity(
  pod: Pod,
  jealous: Iterable<{ pod: Pod; node: Node }>,
  namespaceLabels: NamespaceLabels,
): Rule[] {
  const closed = new Set<string>()
  for (const { pod: other, node } of jealous) {
    for (const term of requiredAntiAffinity(other)) {
      const domain = domainOf(node, term.topologyKey)
      if (domain !== undefined && concerns(other, term, pod, namespaceLabels))
        closed.add(`${term.topologyKey}=${domain}`)
    }
  }
  if (closed.size === 0) return []
  const keys = new Set([...closed].map((each) => each.slice(0, each.indexOf('='))))
  return [
    (node) => {
      const isClosed = [...keys].some((key) => closed.has(`${key}=${domainOf(node, key)}`))
      return isClosed ? EXISTING_ANTI_AFFINITY : undefined
    },
  ]
}

function spreadRule(pod: Pod, constraint: ReturnType<typeof requiredSpread>[number], rooms: readonly NodeRoom[]): Rule {
  const { topologyKey, maxSkew, minDomains = 1 } = constraint
  const selector = withLabelKeys(pod, constraint.labelSelector, constraint.matchLabelKeys)
  const isCounted = (other: Pod): boolean =>
    other.metadata.namespace === pod.metadata.namespace && matchesSelector(selector, other.metadata.labels)
  // Domains that the pod may not go to anyway do not make the others uneven.
  const eligible = rooms.filter(({ node }) => ignoresAffinity(constraint) || (node && allowsNode(pod, node)))
  const counts = domains(eligible, topologyKey, isCounted)
  const least = counts.size < minDomains ? 0 : Math.min(...counts.values())
  const self = matchesSelector(selector, pod.metadata.labels) ? 1 : 0
  return (node) => {
    const domain = domainOf(node, topologyKey)
    if (domain === undefined) return SPREAD_LABEL
    return (counts.get(domain) ?? 0) + self - least > maxSkew ? SPREAD : undefined
  }
}

const ignoresAffinity = ({ nodeAffinityPolicy }: { nodeAffinityPolicy?: string }): boolean =>
  nodeAffinityPolicy === 'Ignore'

function withLabelKeys(
  { metadata }: Pod,
  selector: LabelSelector | undefined,
  keys: readonly string[] | undefined,
): LabelSelector | undefined {
  const own = (keys ?? []).flatMap((key) => {
    const value = metadata.labels?.[key]
    return value === undefined ? [] : [[key, value] as const]
  })
  return own.length === 0
    ? selector
    : { ...selector, matchLabels: { ...selector?.matchLabels, ...Object.fromEntries(own) } }
}
