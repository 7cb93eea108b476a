import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { SubjectAccessReviewSpec, SubjectAccessReviewStatus } from './access-review.ts'

const schema = s.object(
  {
    ...kubeObject,
    spec: s.with(SubjectAccessReviewSpec, { description: 'The user and the request.', default: {} }),
    status: s.optional(s.with(SubjectAccessReviewStatus, { description: 'The answer.', default: {} })),
  },
  {
    description: 'Asks whether a user may do something.',
    component: 'io.k8s.api.authorization.v1.SubjectAccessReview',
  },
)

export const SubjectAccessReview = defineKind({
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SubjectAccessReview',
  plural: 'subjectaccessreviews',
  scope: 'Cluster',
  schema,
  verbs: ['create'],
})
export type SubjectAccessReview = TypeOf<typeof schema>
