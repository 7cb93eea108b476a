import type { SelfSubjectReview, TokenReview, TokenReviewStatus, UserInfo as UserInfoFields } from '@skep/api'
import { type Clock, formatTime } from '@skep/base'
import { goErrors } from '@skep/schema'
import type { UserInfo } from '../../contracts.ts'
import { badRequest } from '../../registry/errors.ts'
import type { Authenticator } from './authenticator.ts'
import { isOwner } from './token-result.ts'

/** Says whose a token is. Throws BadRequest when there is none. */
export function reviewToken(authenticator: Authenticator, review: TokenReview): TokenReview {
  const { token, audiences = [] } = review.spec
  if (!token) throw badRequest('token is required for TokenReview in authentication')
  return { ...review, status: statusOf(authenticator, token, audiences) }
}

function statusOf(authenticator: Authenticator, token: string, audiences: readonly string[]): TokenReviewStatus {
  const wanted = audiences.length === 0 ? authenticator.apiAudiences : audiences
  const result = authenticator.authenticateToken(token, wanted)
  if (isOwner(result)) {
    return { authenticated: true, audiences: [...result.audiences], user: userFields(result.user) }
  }
  // The API server asks its own loopback token first, which always fails with the general error.
  return { error: goErrors(['invalid bearer token', result.error]), user: {} }
}

/** Tells the caller who they are. */
export const reviewSelf = (caller: UserInfo, clock: Clock): SelfSubjectReview => ({
  apiVersion: 'authentication.k8s.io/v1',
  kind: 'SelfSubjectReview',
  metadata: { creationTimestamp: formatTime(clock.now()) },
  status: { userInfo: userFields(caller) },
})

/** A user as the API shows one. */
const userFields = ({ name, uid, groups, extra }: UserInfo): UserInfoFields => ({
  username: name,
  ...(uid === undefined ? {} : { uid }),
  ...(groups.length === 0 ? {} : { groups: [...groups] }),
  ...(extra === undefined ? {} : { extra: mapValues(extra) }),
})

const mapValues = (extra: NonNullable<UserInfo['extra']>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]]))
