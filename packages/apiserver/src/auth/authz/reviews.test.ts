import type { LocalSubjectAccessReview, SubjectAccessReview } from '@skep/api'
import { StatusError } from '@skep/base'
import { describe, expect, it } from 'vitest'
import type { UserInfo } from '../../contracts.ts'
import { reviewLocalSubjectAccess, reviewSelfSubjectAccess, reviewSubjectAccess } from './access-review.ts'
import type { Authorize } from './attributes.ts'
import { bootstrapIndex } from './bootstrap-policy/index.ts'
import { RbacIndex } from './rbac-index.ts'
import { reviewSelfSubjectRules } from './rules-review.ts'

const apiGroup = 'rbac.authorization.k8s.io'
const apiVersion = 'rbac.authorization.k8s.io/v1'
const ann: UserInfo = { name: 'ann', groups: ['system:authenticated'] }

const rbac = new RbacIndex(bootstrapIndex())
rbac.set({
  apiVersion,
  kind: 'Role',
  metadata: { name: 'r', namespace: 'acme' },
  rules: [
    { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] },
    { apiGroups: ['apps'], resources: ['deployments'], resourceNames: ['x'], verbs: ['update'] },
  ],
})
rbac.set({
  apiVersion,
  kind: 'RoleBinding',
  metadata: { name: 'b', namespace: 'acme' },
  roleRef: { apiGroup, kind: 'Role', name: 'r' },
  subjects: [{ kind: 'User', apiGroup, name: 'ann' }],
})
const authorize: Authorize = (user, attributes) => rbac.authorize(user, attributes)

const aReview = (spec: SubjectAccessReview['spec']): SubjectAccessReview => ({
  apiVersion: 'authorization.k8s.io/v1',
  kind: 'SubjectAccessReview',
  metadata: {},
  spec,
})
const onPods = { verb: 'get', resource: 'pods', namespace: 'acme' }

function thrownBy(attempt: () => unknown): StatusError {
  try {
    attempt()
  } catch (error) {
    if (error instanceof StatusError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('access reviews', () => {
  it('allow with a reason', () => {
    const { status } = reviewSubjectAccess(authorize, aReview({ user: 'ann', resourceAttributes: onPods }))

    expect(status).toEqual({
      allowed: true,
      reason: 'RBAC: allowed by RoleBinding "b/acme" of Role "r" to User "ann"',
    })
  })

  it('refuse without one', () => {
    const review = aReview({ user: 'ann', resourceAttributes: { ...onPods, verb: 'delete' } })

    expect(reviewSubjectAccess(authorize, review).status).toEqual({ allowed: false })
  })

  it('answer for paths', () => {
    const review = aReview({ groups: ['system:authenticated'], nonResourceAttributes: { path: '/api', verb: 'get' } })

    expect(reviewSubjectAccess(authorize, review).status?.allowed).toBe(true)
  })

  it('answer for the caller', () => {
    const review = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      metadata: {},
      spec: { resourceAttributes: onPods },
    }

    expect(reviewSelfSubjectAccess(authorize, review, ann).status?.allowed).toBe(true)
    expect(reviewSelfSubjectAccess(authorize, review, { name: 'bob', groups: [] }).status?.allowed).toBe(false)
  })

  it('want somebody to ask about', () => {
    const error = thrownBy(() => reviewSubjectAccess(authorize, aReview({ resourceAttributes: { verb: 'get' } })))

    expect(error.toStatus()).toMatchObject({
      code: 422,
      message:
        '.authorization.k8s.io "" is invalid: spec.user: Invalid value: "": at least one of user or group must be specified',
      details: {
        group: 'authorization.k8s.io',
        causes: [
          {
            field: 'spec.user',
            message: 'Invalid value: "": at least one of user or group must be specified',
            reason: 'FieldValueInvalid',
          },
        ],
      },
    })
  })

  it('want exactly one of resource and path', () => {
    const both = { user: 'x', resourceAttributes: {}, nonResourceAttributes: {} }

    expect(thrownBy(() => reviewSubjectAccess(authorize, aReview({ user: 'x' }))).message).toBe(
      '.authorization.k8s.io "" is invalid: spec: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified',
    )
    expect(thrownBy(() => reviewSubjectAccess(authorize, aReview(both))).message).toBe(
      '.authorization.k8s.io "" is invalid: spec: Invalid value: {"Path":"","Verb":""}: exactly one of nonResourceAttributes or resourceAttributes must be specified',
    )
  })

  it('want no metadata', () => {
    const review = { ...aReview({ user: 'x', resourceAttributes: onPods }), metadata: { name: 'n' } }

    expect(thrownBy(() => reviewSubjectAccess(authorize, review)).message).toContain(
      'metadata: Invalid value: {"name":"n"}: must be empty',
    )
  })

  it('stay in their namespace when local', () => {
    const local = (namespace: string): LocalSubjectAccessReview => ({
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'LocalSubjectAccessReview',
      metadata: { namespace: 'acme' },
      spec: { user: 'ann', resourceAttributes: { ...onPods, namespace } },
    })

    expect(reviewLocalSubjectAccess(authorize, local('acme'), 'acme').status?.allowed).toBe(true)
    expect(thrownBy(() => reviewLocalSubjectAccess(authorize, local('other'), 'acme')).message).toBe(
      '.authorization.k8s.io "" is invalid: spec.resourceAttributes.namespace: Invalid value: "other": must match metadata.namespace',
    )
    expect(thrownBy(() => reviewLocalSubjectAccess(authorize, local('acme'), 'other')).code).toBe(400)
  })
})

describe('rules reviews', () => {
  it('list what the caller may do in the namespace', () => {
    const { status, spec } = reviewSelfSubjectRules(rbac, { spec: { namespace: 'acme' } }, ann)

    expect(spec).toEqual({})
    expect(status?.incomplete).toBe(false)
    expect(status?.resourceRules).toContainEqual({ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] })
    expect(status?.resourceRules).toContainEqual({
      apiGroups: ['apps'],
      resourceNames: ['x'],
      resources: ['deployments'],
      verbs: ['update'],
    })
    expect(status?.nonResourceRules.flatMap(({ nonResourceURLs }) => nonResourceURLs)).toContain('/openapi/*')
  })

  it('do not list what a role gives elsewhere', () => {
    const { status } = reviewSelfSubjectRules(rbac, { spec: { namespace: 'other' } }, ann)

    expect(status?.resourceRules.flatMap(({ resources }) => resources)).not.toContain('pods')
  })

  it('want a namespace', () => {
    expect(thrownBy(() => reviewSelfSubjectRules(rbac, { spec: {} }, ann)).toStatus()).toMatchObject({
      code: 400,
      message: 'no namespace on request',
    })
  })
})
