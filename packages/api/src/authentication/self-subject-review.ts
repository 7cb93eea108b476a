import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { UserInfo } from './user-info.ts'

export const SelfSubjectReviewStatus = s.object(
  {
    userInfo: s.optional(s.with(UserInfo, { description: 'Your name, groups and further attributes.', default: {} })),
  },
  { description: 'Who the server takes you for.', component: 'io.k8s.api.authentication.v1.SelfSubjectReviewStatus' },
)
export type SelfSubjectReviewStatus = TypeOf<typeof SelfSubjectReviewStatus>

const schema = s.object(
  {
    ...kubeObject,
    status: s.optional(s.with(SelfSubjectReviewStatus, { description: 'The answer.', default: {} })),
  },
  { description: 'Asks the server who it takes you for.', component: 'io.k8s.api.authentication.v1.SelfSubjectReview' },
)

export const SelfSubjectReview = defineKind({
  group: 'authentication.k8s.io',
  version: 'v1',
  kind: 'SelfSubjectReview',
  plural: 'selfsubjectreviews',
  scope: 'Cluster',
  schema,
  verbs: ['create'],
})
export type SelfSubjectReview = TypeOf<typeof schema>
