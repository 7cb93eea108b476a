import type {
  LocalSubjectAccessReview,
  SelfSubjectAccessReview,
  SelfSubjectRulesReview,
  SubjectAccessReview,
  TokenReview,
} from '@skep/api'
import type { Clock } from '@skep/base'
import type { KubeObject } from '@skep/schema'
import type { GroupResource, UserInfo } from '../contracts.ts'
import type { Authenticator } from './authn/authenticator.ts'
import { reviewSelf, reviewToken } from './authn/reviews.ts'
import { reviewLocalSubjectAccess, reviewSelfSubjectAccess, reviewSubjectAccess } from './authz/access-review.ts'
import type { Authorize } from './authz/attributes.ts'
import type { RbacIndex } from './authz/rbac-index.ts'
import { reviewSelfSubjectRules } from './authz/rules-review.ts'

/** What the answers to reviews come from: one logical cluster, and one request to it. */
export interface ReviewContext {
  readonly authenticator: Authenticator
  readonly authorize: Authorize
  readonly rbac: RbacIndex
  readonly clock: Clock
  readonly caller: UserInfo
  /** Namespace of the request, empty for the cluster-wide kinds. */
  readonly namespace: string
}

/** Answers a review: the same object with its status. Throws StatusError. */
export type Review = (context: ReviewContext, object: KubeObject) => KubeObject

// The resource says which kind the object is, and its schema has been checked by then.
const REVIEWS: Readonly<Record<string, Review>> = {
  'authentication.k8s.io/tokenreviews': ({ authenticator }, object) =>
    reviewToken(authenticator, object as TokenReview),
  'authentication.k8s.io/selfsubjectreviews': ({ caller, clock }) => reviewSelf(caller, clock),
  'authorization.k8s.io/subjectaccessreviews': ({ authorize }, object) =>
    reviewSubjectAccess(authorize, object as SubjectAccessReview),
  'authorization.k8s.io/localsubjectaccessreviews': ({ authorize, namespace }, object) =>
    reviewLocalSubjectAccess(authorize, object as LocalSubjectAccessReview, namespace),
  'authorization.k8s.io/selfsubjectaccessreviews': ({ authorize, caller }, object) =>
    reviewSelfSubjectAccess(authorize, object as SelfSubjectAccessReview, caller),
  'authorization.k8s.io/selfsubjectrulesreviews': ({ rbac, caller }, object) =>
    reviewSelfSubjectRules(rbac, object as SelfSubjectRulesReview, caller),
}

/** How to answer a create of this resource, when it is a question and not an object to keep. */
export const reviewOf = ({ group, resource }: GroupResource): Review | undefined => REVIEWS[`${group}/${resource}`]
