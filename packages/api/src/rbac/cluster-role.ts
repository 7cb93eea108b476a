import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { LabelSelector } from '../meta/types.ts'
import { plainTable } from '../rules/table.ts'
import { clusterRoleRules } from './cluster-role.rules.ts'
import { PolicyRule } from './policy-rule.ts'

export const AggregationRule = s.object(
  {
    clusterRoleSelectors: s.optional(
      s.array(LabelSelector, {
        description: 'Selects ClusterRoles by label; the rules of all that match are joined.',
        listType: 'atomic',
      }),
    ),
  },
  { description: 'Which other ClusterRoles make up this one.', component: 'io.k8s.api.rbac.v1.AggregationRule' },
)
export type AggregationRule = TypeOf<typeof AggregationRule>

const schema = s.object(
  {
    ...kubeObject,
    aggregationRule: s.optional(
      s.with(AggregationRule, {
        description: 'Collects the rules from other ClusterRoles; rules is then written by the controller.',
      }),
    ),
    rules: s.optional(s.array(PolicyRule, { description: 'The permissions.', listType: 'atomic', omitEmpty: false })),
  },
  {
    description: 'A set of permissions, cluster-wide or for use in any namespace.',
    component: 'io.k8s.api.rbac.v1.ClusterRole',
  },
)

export const ClusterRole = defineKind({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'ClusterRole',
  plural: 'clusterroles',
  scope: 'Cluster',
  schema,
  columns: plainTable.columns,
  nameRule: 'path-segment',
  createOnUpdate: true,
  rules: clusterRoleRules,
})
export type ClusterRole = TypeOf<typeof schema>
