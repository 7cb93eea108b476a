import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { SubjectAccessReviewSpec, SubjectAccessReviewStatus } from './access-review.ts'

const schema = s.object(
  {
    ...kubeObject,
    spec: s.with(SubjectAccessReviewSpec, {
      description: 'The user and the request; its namespace must be that of the review.',
      default: {},
    }),
    status: s.optional(s.with(SubjectAccessReviewStatus, { description: 'The answer.', default: {} })),
  },
  {
    description: 'Asks whether a user may do something in this namespace.',
    component: 'io.k8s.api.authorization.v1.LocalSubjectAccessReview',
  },
)

export const LocalSubjectAccessReview = defineKind({
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'LocalSubjectAccessReview',
  plural: 'localsubjectaccessreviews',
  scope: 'Namespaced',
  schema,
  verbs: ['create'],
})
export type LocalSubjectAccessReview = TypeOf<typeof schema>
