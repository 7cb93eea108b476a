import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { UserInfo } from './user-info.ts'

export const TokenReviewSpec = s.object(
  {
    audiences: s.optional(
      s.array(s.string(), {
        description: 'Who the token should be for. By default, the API server.',
        listType: 'atomic',
      }),
    ),
    token: s.string({ description: 'The bearer token.' }),
  },
  { description: 'The token to check.', component: 'io.k8s.api.authentication.v1.TokenReviewSpec' },
)
export type TokenReviewSpec = TypeOf<typeof TokenReviewSpec>

export const TokenReviewStatus = s.object(
  {
    audiences: s.optional(
      s.array(s.string(), {
        description: 'Those of the asked audiences that the token is good for.',
        listType: 'atomic',
      }),
    ),
    authenticated: s.optional(s.bool({ description: 'Whether the token belongs to a known user.' })),
    error: s.optional(s.string({ description: 'Why it could not be checked.' })),
    user: s.optional(s.with(UserInfo, { description: 'Whose token it is.', default: {} })),
  },
  {
    description: 'Whether a token is good, and whose it is.',
    component: 'io.k8s.api.authentication.v1.TokenReviewStatus',
  },
)
export type TokenReviewStatus = TypeOf<typeof TokenReviewStatus>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.with(TokenReviewSpec, { description: 'The token to check.', default: {} }),
    status: s.optional(s.with(TokenReviewStatus, { description: 'The answer.', default: {} })),
  },
  { description: 'Checks a bearer token.', component: 'io.k8s.api.authentication.v1.TokenReview' },
)

export const TokenReview = defineKind({
  group: 'authentication.k8s.io',
  version: 'v1',
  kind: 'TokenReview',
  plural: 'tokenreviews',
  scope: 'Cluster',
  schema,
  verbs: ['create'],
})
export type TokenReview = TypeOf<typeof schema>
