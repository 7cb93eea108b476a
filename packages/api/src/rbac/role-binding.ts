import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { bindingTable } from './binding.ts'
import { roleBindingRules } from './role-binding.rules.ts'
import { RoleRef, Subject } from './subject.ts'

const schema = s.object(
  {
    ...kubeObject,
    roleRef: s.with(RoleRef, { description: 'The Role or ClusterRole that is granted. Cannot change.', default: {} }),
    subjects: s.optional(
      s.array(Subject, { description: 'Users, groups and service accounts that get it.', listType: 'atomic' }),
    ),
  },
  {
    description: 'Grants the permissions of a Role, or of a ClusterRole, within a namespace.',
    component: 'io.k8s.api.rbac.v1.RoleBinding',
  },
)

export const RoleBinding = defineKind({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'RoleBinding',
  plural: 'rolebindings',
  scope: 'Namespaced',
  schema,
  columns: bindingTable.columns,
  nameRule: 'path-segment',
  createOnUpdate: true,
  rules: roleBindingRules,
})
export type RoleBinding = TypeOf<typeof schema>
