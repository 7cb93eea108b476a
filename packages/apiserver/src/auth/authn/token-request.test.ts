import type { TokenRequest } from '@skep/api'
import { StatusError } from '@skep/base'
import { describe, expect, it } from 'vitest'
import { claimsIn, pod, secret, tokenFixture } from '../test/token-fixture.ts'
import { DEFAULT_ISSUER } from './service-account-tokens.ts'
import { issueServiceAccountToken } from './token-request.ts'

const NOW = Date.UTC(2030, 0, 1) / 1000

describe('issueServiceAccountToken', () => {
  const failure = (
    request: TokenRequest,
    name = 'robot',
    prepare?: (fixture: ReturnType<typeof tokenFixture>) => void,
  ) => {
    const fixture = tokenFixture()
    prepare?.(fixture)
    try {
      issueServiceAccountToken(fixture.issuer, 'acme', name, request)
    } catch (error) {
      if (error instanceof StatusError) return error
      throw error
    }
    throw new Error('a token was issued')
  }

  it('issues a token for the API server and an hour', () => {
    const issued = tokenFixture().issue({})

    expect(issued).toEqual({
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      metadata: { name: 'robot', namespace: 'acme', uid: 'robot-uid', creationTimestamp: '2030-01-01T00:00:00Z' },
      spec: { audiences: [DEFAULT_ISSUER], boundObjectRef: null, expirationSeconds: 3600 },
      status: { token: expect.any(String), expirationTimestamp: '2030-01-01T01:00:00Z' },
    })
    expect(claimsIn(issued.status.token)).toEqual({
      aud: [DEFAULT_ISSUER],
      exp: NOW + 3600,
      iat: NOW,
      iss: DEFAULT_ISSUER,
      jti: 'id-1',
      'kubernetes.io': { namespace: 'acme', serviceaccount: { name: 'robot', uid: 'robot-uid' } },
      nbf: NOW,
      sub: 'system:serviceaccount:acme:robot',
    })
  })

  it('names what the token is bound to', () => {
    const { issue, objects } = tokenFixture()
    objects.put('secrets', secret('s', 's-uid'))

    const { spec, status } = issue({ boundObjectRef: { apiVersion: 'v1', kind: 'Secret', name: 's', uid: 's-uid' } })

    expect(spec.boundObjectRef).toEqual({ apiVersion: 'v1', kind: 'Secret', name: 's', uid: 's-uid' })
    expect(claimsIn(status.token)['kubernetes.io']).toMatchObject({ secret: { name: 's', uid: 's-uid' } })
  })

  it('gives pods that know nothing of expiry a year, and a warning after an hour', () => {
    const { issue, objects } = tokenFixture()
    objects.put('pods', pod('p', 'p-uid', 'robot', 'n'))
    const boundObjectRef = { apiVersion: 'v1', kind: 'Pod', name: 'p' }

    const { status } = issue({ boundObjectRef, expirationSeconds: 3607 })

    expect(status.expirationTimestamp).toBe('2030-01-01T01:00:07Z')
    expect(claimsIn(status.token)).toMatchObject({
      exp: NOW + 365 * 24 * 60 * 60,
      'kubernetes.io': { warnafter: NOW + 3607, pod: { name: 'p', uid: 'p-uid' }, node: { name: 'n' } },
    })
    const other = issue({ boundObjectRef, expirationSeconds: 3607, audiences: ['other'] })
    expect(claimsIn(other.status.token)['exp']).toBe(NOW + 3607)
  })

  it('refuses short and endless times', () => {
    expect(failure({ spec: { expirationSeconds: 5 } }).toStatus()).toMatchObject({
      code: 422,
      message:
        'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 5: may not specify a duration less than 10 minutes',
      details: { group: 'authentication.k8s.io', kind: 'TokenRequest' },
    })
    expect(failure({ spec: { expirationSeconds: 2 ** 32 + 1 } }).message).toContain('larger than 2^32 seconds')
  })

  it('does not find accounts and objects that are not there', () => {
    expect(failure({ spec: {} }, 'none').toStatus()).toMatchObject({
      code: 404,
      message: 'serviceaccounts "none" not found',
      details: { kind: 'serviceaccounts', name: 'none' },
    })
    expect(failure({ spec: { boundObjectRef: { apiVersion: 'v1', kind: 'Secret', name: 'none' } } }).message).toBe(
      'secrets "none" not found',
    )
  })

  it('binds to pods, secrets and nodes alone', () => {
    const boundObjectRef = { apiVersion: 'v1', kind: 'ConfigMap', name: 's' }
    const inGroup = { apiVersion: 'apps/v1', kind: 'Pod', name: 's' }

    expect(failure({ spec: { boundObjectRef } }).toStatus()).toMatchObject({
      code: 400,
      message: 'cannot bind token to object of type /v1, Kind=ConfigMap',
    })
    expect(failure({ spec: { boundObjectRef: inGroup } }).message).toBe(
      'cannot bind token to object of type apps/v1, Kind=Pod',
    )
  })

  it('does not bind to the pod of another account', () => {
    const spec = { boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: 'p' } }

    const error = failure({ spec }, 'robot', ({ objects }) => objects.put('pods', pod('p', 'p-uid', 'other')))

    expect(error.message).toBe(
      'cannot bind token for serviceaccount "robot" to pod running with different serviceaccount name.',
    )
  })

  it('does not bind to an object that took the place of the one meant', () => {
    const spec = { boundObjectRef: { apiVersion: 'v1', kind: 'Secret', name: 's', uid: 'old' } }

    const error = failure({ spec }, 'robot', ({ objects }) => objects.put('secrets', secret('s', 'new')))

    expect(error.code).toBe(409)
    expect(error.message).toContain(
      'Operation cannot be fulfilled on Secret "s": the UID in the bound object reference (old)',
    )
  })

  it('wants metadata to be that of the account', () => {
    expect(failure({ metadata: { name: 'x' }, spec: {} }).message).toBe(
      'TokenRequest.authentication.k8s.io "robot" is invalid: metadata.name: Invalid value: "x": must match the service account name if specified',
    )
    expect(failure({ metadata: { namespace: 'x' }, spec: {} }).code).toBe(422)
    expect(failure({ metadata: { uid: 'x' }, spec: {} }).code).toBe(409)
  })
})
