import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'

export const NonResourceRule = s.object(
  {
    nonResourceURLs: s.optional(
      s.array(s.string(), { description: 'The paths; * matches anything.', listType: 'atomic' }),
    ),
    verbs: s.array(s.string(), { description: 'The HTTP methods, in lower case; * means all.', listType: 'atomic' }),
  },
  { description: 'Paths that may be requested.', component: 'io.k8s.api.authorization.v1.NonResourceRule' },
)
export type NonResourceRule = TypeOf<typeof NonResourceRule>

export const ResourceRule = s.object(
  {
    apiGroups: s.optional(s.array(s.string(), { description: 'API groups; * means all.', listType: 'atomic' })),
    resourceNames: s.optional(
      s.array(s.string(), { description: 'Names that the rule is limited to. Empty means all.', listType: 'atomic' }),
    ),
    resources: s.optional(
      s.array(s.string(), { description: 'Resources; * means all of the groups.', listType: 'atomic' }),
    ),
    verbs: s.array(s.string(), { description: 'Verbs; * means all.', listType: 'atomic' }),
  },
  { description: 'What may be done with resources.', component: 'io.k8s.api.authorization.v1.ResourceRule' },
)
export type ResourceRule = TypeOf<typeof ResourceRule>

export const SelfSubjectRulesReviewSpec = s.object(
  {
    namespace: s.optional(s.string({ description: 'Namespace whose rules are asked for.' })),
  },
  { description: 'Where to look.', component: 'io.k8s.api.authorization.v1.SelfSubjectRulesReviewSpec' },
)
export type SelfSubjectRulesReviewSpec = TypeOf<typeof SelfSubjectRulesReviewSpec>

export const SubjectRulesReviewStatus = s.object(
  {
    evaluationError: s.optional(
      s.string({ description: 'What went wrong while collecting the rules; the others still hold.' }),
    ),
    incomplete: s.bool({ description: 'Whether there may be more that the server could not list.', default: false }),
    nonResourceRules: s.array(NonResourceRule, { description: 'Paths that may be requested.', listType: 'atomic' }),
    resourceRules: s.array(ResourceRule, { description: 'What may be done with resources.', listType: 'atomic' }),
  },
  {
    description: 'What a user may do in a namespace.',
    component: 'io.k8s.api.authorization.v1.SubjectRulesReviewStatus',
  },
)
export type SubjectRulesReviewStatus = TypeOf<typeof SubjectRulesReviewStatus>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.with(SelfSubjectRulesReviewSpec, { description: 'The namespace.', default: {} }),
    status: s.optional(s.with(SubjectRulesReviewStatus, { description: 'The answer.', default: {} })),
  },
  {
    description: 'Asks what you may do in a namespace.',
    component: 'io.k8s.api.authorization.v1.SelfSubjectRulesReview',
  },
)

export const SelfSubjectRulesReview = defineKind({
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SelfSubjectRulesReview',
  plural: 'selfsubjectrulesreviews',
  scope: 'Cluster',
  schema,
  verbs: ['create'],
})
export type SelfSubjectRulesReview = TypeOf<typeof schema>
