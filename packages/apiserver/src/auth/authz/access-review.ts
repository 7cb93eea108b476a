import type {
  LocalSubjectAccessReview,
  ResourceAttributes,
  SelfSubjectAccessReview,
  SubjectAccessReview,
  SubjectAccessReviewSpec,
  SubjectAccessReviewStatus,
} from '@skep/api'
import type { FieldError } from '@skep/schema'
import type { UserInfo } from '../../contracts.ts'
import { badRequest, invalid } from '../../registry/errors.ts'
import { validateLocalReview, validateReview, validateSelfReview } from './access-review-validation.ts'
import { type Attributes, type Authorize, pathAttributes, resourceAttributes } from './attributes.ts'

const GROUP = 'authorization.k8s.io'

/** Answers what any user may do. Throws Invalid. */
export function reviewSubjectAccess(authorize: Authorize, review: SubjectAccessReview): SubjectAccessReview {
  refuse(validateReview(review))
  return { ...review, status: decide(authorize, subjectOf(review.spec), review.spec) }
}

/** Answers what any user may do in one namespace, that of the request. Throws Invalid or BadRequest. */
export function reviewLocalSubjectAccess(
  authorize: Authorize,
  review: LocalSubjectAccessReview,
  requestNamespace: string,
): LocalSubjectAccessReview {
  refuse(validateLocalReview(review))
  if (review.metadata.namespace !== requestNamespace) {
    throw badRequest(`spec.resourceAttributes.namespace must match namespace: ${requestNamespace}`)
  }
  return { ...review, status: decide(authorize, subjectOf(review.spec), review.spec) }
}

/** Answers what the caller may do. Throws Invalid. */
export function reviewSelfSubjectAccess(
  authorize: Authorize,
  review: SelfSubjectAccessReview,
  caller: UserInfo,
): SelfSubjectAccessReview {
  refuse(validateSelfReview(review))
  return { ...review, status: decide(authorize, caller, review.spec) }
}

function refuse(errors: readonly FieldError[]): void {
  // Reviews are nameless, and the API server has forgotten their kind when it words this error.
  if (errors.length > 0) throw invalid({ group: GROUP, kind: '' }, '', errors)
}

const subjectOf = ({ user = '', groups = [], uid, extra }: SubjectAccessReviewSpec): UserInfo => ({
  name: user,
  groups,
  ...(uid === undefined ? {} : { uid }),
  ...(extra === undefined ? {} : { extra }),
})

type Asked = Pick<SubjectAccessReviewSpec, 'resourceAttributes' | 'nonResourceAttributes'>

function decide(authorize: Authorize, user: UserInfo, asked: Asked): SubjectAccessReviewStatus {
  const { allowed, reason } = authorize(user, attributesOf(asked))
  return { allowed, ...(reason === '' ? {} : { reason }) }
}

function attributesOf({ resourceAttributes: on, nonResourceAttributes: path }: Asked): Attributes {
  return on === undefined ? pathAttributes(path?.verb ?? '', path?.path ?? '') : onResource(on)
}

const onResource = ({ verb, group, resource, subresource, namespace, name }: ResourceAttributes): Attributes =>
  resourceAttributes({
    verb: verb ?? '',
    group: group ?? '',
    resource: resource ?? '',
    subresource: subresource ?? '',
    namespace: namespace ?? '',
    name: name ?? '',
  })
