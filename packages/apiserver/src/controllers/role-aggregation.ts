import type { ClusterRole } from '@skep/api'
import { aggregateRules } from '../auth/authz/aggregate.ts'
import type { ControllerDefinition, ObjectKey } from './controller.ts'

const CLUSTER_ROLES = { group: 'rbac.authorization.k8s.io', resource: 'clusterroles' }

/** Fills the rules of cluster roles that are the sum of others, whenever one of those changes. */
export function roleAggregationController(): ControllerDefinition {
  /** Names of aggregated roles, by cluster. */
  const aggregated = new Map<string, Set<string>>()
  const namesOf = (clusterId: string): Set<string> => {
    const known = aggregated.get(clusterId) ?? new Set(SHIPPED)
    aggregated.set(clusterId, known)
    return known
  }
  return {
    name: 'clusterrole-aggregation',
    watches: [CLUSTER_ROLES],
    keysOf: ({ clusterId, type, name, object }): ObjectKey[] => {
      const names = namesOf(clusterId)
      if (type === 'put' && (object as ClusterRole).aggregationRule) names.add(name)
      else names.delete(name)
      return [...names].map((each) => ({ clusterId, namespace: '', name: each }))
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
const SHIPPED = ['admin', 'edit', 'view']

function withRules({ rules: _, ...role }: ClusterRole, rules: ClusterRole['rules']): ClusterRole {
  return rules && rules.length > 0 ? { ...role, rules } : role
}
