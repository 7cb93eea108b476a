import { s, type TypeOf } from '@skep/schema'
import { FieldSelectorRequirement, LabelSelectorRequirement } from '../meta/types.ts'

export const FieldSelectorAttributes = s.object(
  {
    rawSelector: s.optional(s.string({ description: 'The selector as in a query. Not together with requirements.' })),
    requirements: s.optional(
      s.array(FieldSelectorRequirement, {
        description: 'The selector in parts, all of which hold. Not together with rawSelector.',
        listType: 'atomic',
      }),
    ),
  },
  {
    description: 'The field selector of a request in question.',
    component: 'io.k8s.api.authorization.v1.FieldSelectorAttributes',
  },
)
export type FieldSelectorAttributes = TypeOf<typeof FieldSelectorAttributes>

export const LabelSelectorAttributes = s.object(
  {
    rawSelector: s.optional(s.string({ description: 'The selector as in a query. Not together with requirements.' })),
    requirements: s.optional(
      s.array(LabelSelectorRequirement, {
        description: 'The selector in parts, all of which hold. Not together with rawSelector.',
        listType: 'atomic',
      }),
    ),
  },
  {
    description: 'The label selector of a request in question.',
    component: 'io.k8s.api.authorization.v1.LabelSelectorAttributes',
  },
)
export type LabelSelectorAttributes = TypeOf<typeof LabelSelectorAttributes>

export const NonResourceAttributes = s.object(
  {
    path: s.optional(s.string({ description: 'The path.' })),
    verb: s.optional(s.string({ description: 'The HTTP method, in lower case.' })),
  },
  {
    description: 'A request for a path that is no resource.',
    component: 'io.k8s.api.authorization.v1.NonResourceAttributes',
  },
)
export type NonResourceAttributes = TypeOf<typeof NonResourceAttributes>

export const ResourceAttributes = s.object(
  {
    fieldSelector: s.optional(
      s.with(FieldSelectorAttributes, { description: 'Field selector that limits the request.' }),
    ),
    group: s.optional(s.string({ description: 'API group; * means all.' })),
    labelSelector: s.optional(
      s.with(LabelSelectorAttributes, { description: 'Label selector that limits the request.' }),
    ),
    name: s.optional(s.string({ description: 'Name of the object; empty means all.' })),
    namespace: s.optional(s.string({ description: 'Namespace; empty means all, or a cluster-wide resource.' })),
    resource: s.optional(s.string({ description: 'The resource; * means all.' })),
    subresource: s.optional(s.string({ description: 'The subresource; empty means none.' })),
    verb: s.optional(s.string({ description: 'The verb, such as get or create; * means all.' })),
    version: s.optional(s.string({ description: 'API version; * means all.' })),
  },
  { description: 'A request for a resource.', component: 'io.k8s.api.authorization.v1.ResourceAttributes' },
)
export type ResourceAttributes = TypeOf<typeof ResourceAttributes>

export const SubjectAccessReviewSpec = s.object(
  {
    extra: s.optional(s.map(s.array(s.string()), { description: 'Further attributes of the user.' })),
    groups: s.optional(s.array(s.string(), { description: 'Groups of the user.', listType: 'atomic' })),
    nonResourceAttributes: s.optional(
      s.with(NonResourceAttributes, { description: 'A request for a path that is no resource.' }),
    ),
    resourceAttributes: s.optional(s.with(ResourceAttributes, { description: 'A request for a resource.' })),
    uid: s.optional(s.string({ description: 'UID of the user.' })),
    user: s.optional(s.string({ description: 'Name of the user. Without it and with groups, anyone in the groups.' })),
  },
  {
    description: 'A user and a request in question; either resourceAttributes or nonResourceAttributes is given.',
    component: 'io.k8s.api.authorization.v1.SubjectAccessReviewSpec',
  },
)
export type SubjectAccessReviewSpec = TypeOf<typeof SubjectAccessReviewSpec>

export const SubjectAccessReviewStatus = s.object(
  {
    allowed: s.bool({ description: 'Whether it is allowed.', default: false }),
    denied: s.optional(
      s.bool({ description: 'Whether it is refused for certain; false when nothing was said about it.' }),
    ),
    evaluationError: s.optional(
      s.string({ description: 'What went wrong while deciding; the decision may still hold.' }),
    ),
    reason: s.optional(s.string({ description: 'Why it is allowed or refused.' })),
  },
  { description: 'Whether a request is allowed.', component: 'io.k8s.api.authorization.v1.SubjectAccessReviewStatus' },
)
export type SubjectAccessReviewStatus = TypeOf<typeof SubjectAccessReviewStatus>
