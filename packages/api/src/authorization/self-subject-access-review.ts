import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { NonResourceAttributes, ResourceAttributes, SubjectAccessReviewStatus } from './access-review.ts'

export const SelfSubjectAccessReviewSpec = s.object(
  {
    nonResourceAttributes: s.optional(
      s.with(NonResourceAttributes, { description: 'A request for a path that is no resource.' }),
    ),
    resourceAttributes: s.optional(s.with(ResourceAttributes, { description: 'A request for a resource.' })),
  },
  {
    description: 'The request in question; exactly one of the fields is given.',
    component: 'io.k8s.api.authorization.v1.SelfSubjectAccessReviewSpec',
  },
)
export type SelfSubjectAccessReviewSpec = TypeOf<typeof SelfSubjectAccessReviewSpec>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.with(SelfSubjectAccessReviewSpec, { description: 'The request in question.', default: {} }),
    status: s.optional(s.with(SubjectAccessReviewStatus, { description: 'The answer.', default: {} })),
  },
  {
    description: 'Asks whether you may do something.',
    component: 'io.k8s.api.authorization.v1.SelfSubjectAccessReview',
  },
)

export const SelfSubjectAccessReview = defineKind({
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SelfSubjectAccessReview',
  plural: 'selfsubjectaccessreviews',
  scope: 'Cluster',
  schema,
  verbs: ['create'],
})
export type SelfSubjectAccessReview = TypeOf<typeof schema>
