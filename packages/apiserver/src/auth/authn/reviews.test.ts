import type { TokenReview } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { tokenFixture } from '../test/token-fixture.ts'
import { jwks, openidConfiguration } from './openid.ts'
import { reviewSelf, reviewToken } from './reviews.ts'
import { DEFAULT_ISSUER } from './service-account-tokens.ts'

const aReview = (spec: TokenReview['spec']): TokenReview => ({
  apiVersion: 'authentication.k8s.io/v1',
  kind: 'TokenReview',
  metadata: {},
  spec,
})

describe('a token review', () => {
  it('says whose a token is', () => {
    const { authenticator, issue } = tokenFixture()

    expect(reviewToken(authenticator, aReview({ token: issue().status.token })).status).toEqual({
      authenticated: true,
      audiences: [DEFAULT_ISSUER],
      user: {
        username: 'system:serviceaccount:acme:robot',
        uid: 'robot-uid',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:acme', 'system:authenticated'],
        extra: { 'authentication.kubernetes.io/credential-id': ['JTI=id-1'] },
      },
    })
  })

  it('holds a token against the audiences asked for', () => {
    const { authenticator, issue } = tokenFixture()
    const { token } = issue({ audiences: ['other'] }).status

    expect(reviewToken(authenticator, aReview({ token, audiences: ['more', 'other'] })).status).toMatchObject({
      authenticated: true,
      audiences: ['other'],
    })
    expect(reviewToken(authenticator, aReview({ token })).status).toEqual({
      error: `[invalid bearer token, token audiences ["other"] is invalid for the target audiences ["${DEFAULT_ISSUER}"]]`,
      user: {},
    })
  })

  it('says that nonsense is nobody’s', () => {
    expect(reviewToken(tokenFixture().authenticator, aReview({ token: 'nonsense' })).status).toEqual({
      error: 'invalid bearer token',
      user: {},
    })
  })

  it('wants a token', () => {
    expect(() => reviewToken(tokenFixture().authenticator, aReview({ token: '' }))).toThrow(
      'token is required for TokenReview in authentication',
    )
  })
})

describe('a review of oneself', () => {
  it('shows the caller', () => {
    const { clock } = tokenFixture()

    expect(reviewSelf({ name: 'ann', groups: ['devs'] }, clock)).toEqual({
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'SelfSubjectReview',
      metadata: { creationTimestamp: '2030-01-01T00:00:00Z' },
      status: { userInfo: { username: 'ann', groups: ['devs'] } },
    })
  })
})

describe('OpenID discovery', () => {
  it('says where the keys are and which they are', () => {
    const { key, issue } = tokenFixture()

    expect(openidConfiguration(DEFAULT_ISSUER, 'https://127.0.0.1:6443/openid/v1/jwks', [key])).toEqual({
      issuer: DEFAULT_ISSUER,
      jwks_uri: 'https://127.0.0.1:6443/openid/v1/jwks',
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
    })
    const header = JSON.parse(Buffer.from(issue().status.token.split('.')[0]!, 'base64url').toString())
    expect(jwks([key]).keys).toEqual([
      {
        use: 'sig',
        kid: header.kid,
        alg: 'ES256',
        kty: 'EC',
        crv: 'P-256',
        x: expect.any(String),
        y: expect.any(String),
      },
    ])
  })

  it('never gives away the private part', () => {
    expect(JSON.stringify(jwks([tokenFixture().key]))).not.toContain('"d"')
  })
})
