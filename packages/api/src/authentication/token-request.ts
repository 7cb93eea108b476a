import { objectMeta, s, type TypeOf } from '@skep/schema'

export const BoundObjectReference = s.object(
  {
    apiVersion: s.optional(s.string({ description: 'Group and version of the object.' })),
    kind: s.optional(s.string({ description: 'Pod, Secret or Node.' })),
    name: s.optional(s.string({ description: 'Name of the object.' })),
    uid: s.optional(s.string({ description: 'UID of the object.' })),
  },
  {
    description: 'The object that a token lives and dies with.',
    component: 'io.k8s.api.authentication.v1.BoundObjectReference',
  },
)
export type BoundObjectReference = TypeOf<typeof BoundObjectReference>

export const TokenRequestSpec = s.object(
  {
    audiences: s.optional(
      s.array(s.string(), {
        description: 'Who the token is for; a recipient must refuse a token that is for others.',
        listType: 'atomic',
      }),
    ),
    boundObjectRef: s.optional(s.with(BoundObjectReference, { description: 'Object whose deletion ends the token.' })),
    expirationSeconds: s.optional(
      s.int64({ description: 'Wanted lifetime in seconds; at least 600. 3600 by default.' }),
    ),
  },
  { description: 'What token is wanted.', component: 'io.k8s.api.authentication.v1.TokenRequestSpec' },
)
export type TokenRequestSpec = TypeOf<typeof TokenRequestSpec>

export const TokenRequestStatus = s.object(
  {
    expirationTimestamp: s.optional(s.time({ description: 'When the token expires.' })),
    token: s.optional(s.string({ description: 'The token itself.', default: '' })),
  },
  { description: 'The token.', component: 'io.k8s.api.authentication.v1.TokenRequestStatus' },
)
export type TokenRequestStatus = TypeOf<typeof TokenRequestStatus>

export const TokenRequest = s.object(
  {
    apiVersion: s.optional(s.string({ description: 'Version of this representation.' })),
    kind: s.optional(s.string({ description: 'Kind of this representation.' })),
    metadata: s.optional(
      s.with(objectMeta, { description: 'Name and namespace of the service account.', default: {} }),
    ),
    spec: s.optional(s.with(TokenRequestSpec, { description: 'What token is wanted.', default: {} })),
    status: s.optional(s.with(TokenRequestStatus, { description: 'The token.', default: {} })),
  },
  { description: 'Asks for a token of a service account.', component: 'io.k8s.api.authentication.v1.TokenRequest' },
)
export type TokenRequest = TypeOf<typeof TokenRequest>
