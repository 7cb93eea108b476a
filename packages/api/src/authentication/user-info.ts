import { s, type TypeOf } from '@skep/schema'

export const UserInfo = s.object(
  {
    extra: s.optional(s.map(s.array(s.string()), { description: 'Further attributes.' })),
    groups: s.optional(s.array(s.string(), { description: 'Groups the user belongs to.', listType: 'atomic' })),
    uid: s.optional(s.string({ description: 'Identifier that outlives a change of name.' })),
    username: s.optional(s.string({ description: 'Name of the user.' })),
  },
  { description: 'What authentication knows of a user.', component: 'io.k8s.api.authentication.v1.UserInfo' },
)
export type UserInfo = TypeOf<typeof UserInfo>
