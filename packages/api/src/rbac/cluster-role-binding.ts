import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { bindingTable } from './binding.ts'
import { clusterRoleBindingRules } from './cluster-role-binding.rules.ts'
import { RoleRef, Subject } from './subject.ts'

const schema = s.object(
  {
    ...kubeObject,
    roleRef: s.with(RoleRef, { description: 'The ClusterRole that is granted. Cannot change.', default: {} }),
    subjects: s.optional(
      s.array(Subject, { description: 'Users, groups and service accounts that get it.', listType: 'atomic' }),
    ),
  },
  {
    description: 'Grants the permissions of a ClusterRole in the whole cluster.',
    component: 'io.k8s.api.rbac.v1.ClusterRoleBinding',
  },
)

export const ClusterRoleBinding = defineKind({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'ClusterRoleBinding',
  plural: 'clusterrolebindings',
  scope: 'Cluster',
  schema,
  columns: bindingTable.columns,
  nameRule: 'path-segment',
  createOnUpdate: true,
  rules: clusterRoleBindingRules,
})
export type ClusterRoleBinding = TypeOf<typeof schema>
