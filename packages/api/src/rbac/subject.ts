import { s, type TypeOf } from '@skep/schema'

export const RoleRef = s.object(
  {
    apiGroup: s.optional(s.string({ description: 'Always rbac.authorization.k8s.io.', default: '' })),
    kind: s.string({ description: 'Role or ClusterRole.', default: '' }),
    name: s.string({ description: 'Name of the role.', default: '' }),
  },
  { description: 'Names the role that a binding grants.', component: 'io.k8s.api.rbac.v1.RoleRef', mapType: 'atomic' },
)
export type RoleRef = TypeOf<typeof RoleRef>

export const Subject = s.object(
  {
    apiGroup: s.optional(
      s.string({ description: 'Empty for service accounts, rbac.authorization.k8s.io for users and groups.' }),
    ),
    kind: s.string({ description: 'User, Group or ServiceAccount.', default: '' }),
    name: s.string({ description: 'Name of the user, group or service account.', default: '' }),
    namespace: s.optional(s.string({ description: 'Namespace of the service account.' })),
  },
  { description: 'Who is granted a role.', component: 'io.k8s.api.rbac.v1.Subject', mapType: 'atomic' },
)
export type Subject = TypeOf<typeof Subject>
