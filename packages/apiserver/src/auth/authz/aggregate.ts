import { type ClusterRole, matchesSelector, type PolicyRule } from '@skep/api'

/**
 * The rules that a cluster role with an aggregation rule gathers: of every other role that one of its selectors
 * matches, selector by selector, in order of name, each rule once.
 */
export function aggregateRules(clusterRole: ClusterRole, allRoles: readonly ClusterRole[]): PolicyRule[] {
  const selectors = clusterRole.aggregationRule?.clusterRoleSelectors ?? []
  const others = allRoles.filter(({ metadata }) => metadata.name !== clusterRole.metadata.name).sort(byName)
  const rules = new Map<string, PolicyRule>()
  for (const selector of selectors) {
    const matching = others.filter(({ metadata }) => matchesSelector(selector, metadata.labels))
    for (const rule of matching.flatMap((role) => role.rules ?? [])) {
      const content = contentOf(rule)
      if (!rules.has(content)) rules.set(content, rule)
    }
  }
  return [...rules.values()]
}

/** The same text for rules that say the same. */
const contentOf = ({ apiGroups = [], resources = [], verbs, resourceNames = [], nonResourceURLs = [] }: PolicyRule) =>
  JSON.stringify([apiGroups, resources, verbs, resourceNames, nonResourceURLs])

const byName = (a: ClusterRole, b: ClusterRole): number => ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1)
