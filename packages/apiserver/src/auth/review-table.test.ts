import { describe, expect, it } from 'vitest'
import { bootstrapIndex } from './authz/bootstrap-policy/index.ts'
import { type ReviewContext, reviewOf } from './review-table.ts'
import { tokenFixture } from './test/token-fixture.ts'

describe('reviewOf', () => {
  const { authenticator, clock } = tokenFixture()
  const rbac = bootstrapIndex()
  const context: ReviewContext = {
    authenticator,
    rbac,
    authorize: (user, attributes) => rbac.authorize(user, attributes),
    clock,
    caller: { name: 'root', groups: ['system:masters'] },
    namespace: 'acme',
  }
  const ask = (apiVersion: string, kind: string, plural: string, spec: object, metadata = {}) => {
    const object = Object.assign({ apiVersion, kind, metadata }, { spec })
    return reviewOf({ group: apiVersion.split('/')[0]!, resource: plural })?.(context, object)
  }
  const onPods = { resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'acme' } }

  it('answers every kind of review', () => {
    const [authentication, authorization] = ['authentication.k8s.io/v1', 'authorization.k8s.io/v1']

    expect(ask(authentication, 'TokenReview', 'tokenreviews', { token: 'x' })).toMatchObject({
      kind: 'TokenReview',
      status: { error: 'invalid bearer token' },
    })
    expect(ask(authentication, 'SelfSubjectReview', 'selfsubjectreviews', {})).toMatchObject({
      kind: 'SelfSubjectReview',
      status: { userInfo: { username: 'root' } },
    })
    expect(ask(authorization, 'SubjectAccessReview', 'subjectaccessreviews', { user: 'ann', ...onPods })).toMatchObject(
      {
        kind: 'SubjectAccessReview',
        status: { allowed: false },
      },
    )
    expect(ask(authorization, 'SelfSubjectAccessReview', 'selfsubjectaccessreviews', onPods)).toMatchObject({
      kind: 'SelfSubjectAccessReview',
      status: { allowed: true },
    })
    const local = { user: 'ann', ...onPods }
    expect(
      ask(authorization, 'LocalSubjectAccessReview', 'localsubjectaccessreviews', local, { namespace: 'acme' }),
    ).toMatchObject({ kind: 'LocalSubjectAccessReview', status: { allowed: false } })
    expect(
      ask(authorization, 'SelfSubjectRulesReview', 'selfsubjectrulesreviews', { namespace: 'acme' }),
    ).toMatchObject({
      kind: 'SelfSubjectRulesReview',
      status: { resourceRules: expect.arrayContaining([{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }]) },
    })
  })

  it('leaves objects to be kept alone', () => {
    expect(reviewOf({ group: '', resource: 'pods' })).toBeUndefined()
  })
})
