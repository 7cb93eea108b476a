import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { plainTable } from '../rules/table.ts'
import { PolicyRule } from './policy-rule.ts'
import { roleRules } from './role.rules.ts'

const schema = s.object(
  {
    ...kubeObject,
    rules: s.optional(s.array(PolicyRule, { description: 'The permissions.', listType: 'atomic', omitEmpty: false })),
  },
  { description: 'A set of permissions within a namespace.', component: 'io.k8s.api.rbac.v1.Role' },
)

export const Role = defineKind({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'Role',
  plural: 'roles',
  scope: 'Namespaced',
  schema,
  columns: plainTable.columns,
  nameRule: 'path-segment',
  createOnUpdate: true,
  rules: roleRules,
})
export type Role = TypeOf<typeof schema>
