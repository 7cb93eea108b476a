import { type ClusterRole, type LabelSelector, matchesSelector } from '@skep/api'
import { aggregateRules } from '../auth/authz/aggregate.ts'
import type { ControllerDefinition, ObjectKey } from './controller.ts'

const CLUSTER_ROLES = { group: 'rbac.authorization.k8s.io', resource: 'clusterroles' }

/** Fills the rules of cluster roles that are the sum of others, whenever one of those changes. */
export function roleAggregationController(): ControllerDefinition {
  /** Aggregated roles and what they are the sum of, by cluster. */
  const aggregated = new Map<string, Map<string, readonly LabelSelector[]>>()
  const sumsOf = (clusterId: string) => {
    const known = aggregated.get(clusterId) ?? new Map(SHIPPED)
    aggregated.set(clusterId, known)
    return known
  }
  return {
    name: 'clusterrole-aggregation',
    watches: [CLUSTER_ROLES],
    keysOf: ({ clusterId, type, name, object, previous }): ObjectKey[] => {
      const sums = sumsOf(clusterId)
      const { aggregationRule } = object as ClusterRole
      if (type === 'put' && aggregationRule) sums.set(name, aggregationRule.clusterRoleSelectors ?? [])
      else sums.delete(name)
      const states = previous ? [object, previous] : [object]
      const counts = (selector: LabelSelector) =>
        states.some(({ metadata }) => matchesSelector(selector, metadata.labels))
      // There may be thousands of roles that are part of no sum.
      const concerned = [...sums].filter(([sum, selectors]) => sum === name || selectors.some(counts))
      return concerned.map(([sum]) => ({ clusterId, namespace: '', name: sum }))
    },
    clusterGone: (clusterId) => void aggregated.delete(clusterId),
    reconcile: async ({ name }, cluster) => {
      const role = cluster.objects.get(CLUSTER_ROLES, '', name) as ClusterRole | undefined
      if (!role?.aggregationRule) return undefined
      const rules = aggregateRules(role, cluster.objects.list(CLUSTER_ROLES) as ClusterRole[])
      if (JSON.stringify(rules) === JSON.stringify(role.rules ?? [])) return undefined
      await cluster.objects.modify(CLUSTER_ROLES, '', name, (stored) => withRules(stored as ClusterRole, rules))
      return undefined
    },
  }
}

/** Roles that every cluster has and that are sums, whether or not an event ever shows them. */
const SHIPPED = ['admin', 'edit', 'view'].map((name): [string, readonly LabelSelector[]] => [
  name,
  [{ matchLabels: { [`rbac.authorization.k8s.io/aggregate-to-${name}`]: 'true' } }],
])

function withRules({ rules: _, ...role }: ClusterRole, rules: ClusterRole['rules']): ClusterRole {
  return rules && rules.length > 0 ? { ...role, rules } : role
}
