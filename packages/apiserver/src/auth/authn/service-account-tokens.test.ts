import { createHmac } from 'node:crypto'
import { StatusError } from '@skep/base'
import { newKey } from '@skep/base/x509'
import { describe, expect, it } from 'vitest'
import { account, claimsIn, pod, secret, tokenFixture } from '../test/token-fixture.ts'
import { createTokenKey, signJwt } from './jwt.ts'
import { issueLegacyToken } from './legacy-tokens.ts'
import { DEFAULT_ISSUER } from './service-account-tokens.ts'

const MINUTE = 60_000
const robot = 'system:serviceaccount:acme:robot'

describe('a token of a service account', () => {
  it('says who its holder is', () => {
    const { issue, whoIs } = tokenFixture()

    expect(whoIs(issue().status.token)).toEqual({
      name: robot,
      uid: 'robot-uid',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:acme', 'system:authenticated'],
      extra: { 'authentication.kubernetes.io/credential-id': ['JTI=id-1'] },
    })
  })

  it('names pod and node when bound to a pod', () => {
    const { issue, whoIs, objects } = tokenFixture()
    objects.put('pods', pod('p', 'p-uid', 'robot', 'n'))
    objects.put('nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n', uid: 'n-uid' } })

    const { token } = issue({ boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: 'p' } }).status

    expect(whoIs(token).extra).toEqual({
      'authentication.kubernetes.io/credential-id': ['JTI=id-1'],
      'authentication.kubernetes.io/pod-name': ['p'],
      'authentication.kubernetes.io/pod-uid': ['p-uid'],
      'authentication.kubernetes.io/node-name': ['n'],
      'authentication.kubernetes.io/node-uid': ['n-uid'],
    })
  })

  it('lasts as long as it says, give or take a minute', async () => {
    const { issue, whoIs, clock } = tokenFixture()
    const { token } = issue({ expirationSeconds: 600 }).status

    await clock.advance(10.5 * MINUTE)
    expect(whoIs(token).name).toBe(robot)
    await clock.advance(MINUTE)
    expect(() => whoIs(token)).toThrow(StatusError)
  })

  const refusal = (token: string, fixture: ReturnType<typeof tokenFixture>): string => {
    const result = fixture.authenticator.authenticateToken(token)
    return 'error' in result ? result.error : `accepted as ${result.user.name}`
  }

  it('is worthless once the account is gone, or another one of the same name', () => {
    const fixture = tokenFixture()
    const { token } = fixture.issue().status
    expect(fixture.whoIs(token).name).toBe(robot)

    fixture.objects.put('serviceaccounts', account('robot', 'another-uid'))
    expect(refusal(token, fixture)).toBe('service account UID (another-uid) does not match claim (robot-uid)')
    fixture.objects.remove('serviceaccounts', 'acme', 'robot')
    expect(refusal(token, fixture)).toBe('serviceaccounts "robot" not found')
  })

  it.each(['Pod', 'Secret', 'Node'])('is worthless once the %s it is bound to is gone or another one', (kind) => {
    const fixture = tokenFixture()
    const plural = `${kind.toLowerCase()}s`
    const object = (uid: string) =>
      kind === 'Pod'
        ? pod('x', uid, 'robot')
        : { apiVersion: 'v1', kind, metadata: { name: 'x', uid, ...(kind === 'Secret' ? { namespace: 'acme' } : {}) } }
    fixture.objects.put(plural, object('x-uid'))
    const { token } = fixture.issue({ boundObjectRef: { apiVersion: 'v1', kind, name: 'x' } }).status
    expect(fixture.whoIs(token).name).toBe(robot)

    fixture.objects.put(plural, object('y-uid'))
    expect(refusal(token, fixture)).toBe(
      `${kind.toLowerCase()} UID (y-uid) does not match service account ${kind.toLowerCase()} ref claim (x-uid)`,
    )
    fixture.objects.remove(plural, kind === 'Node' ? '' : 'acme', 'x')
    expect(refusal(token, fixture)).toBe('service account token has been invalidated')
  })

  it('is not taken from another issuer, for another audience, or from the future', async () => {
    const fixture = tokenFixture()
    const claims = claimsIn(fixture.issue().status.token)
    const forged = (changes: object) => refusal(signJwt(fixture.key, { ...claims, ...changes }), fixture)

    expect(forged({})).toBe(`accepted as ${robot}`)
    expect(forged({ iss: 'https://elsewhere' })).toBe('invalid bearer token')
    expect(forged({ aud: ['other'] })).toBe(
      `token audiences ["other"] is invalid for the target audiences ["${DEFAULT_ISSUER}"]`,
    )
    const later = fixture.clock.now() / 1000 + 120
    expect(forged({ nbf: later })).toBe('service account token is not valid yet')
    expect(forged({ iat: later })).toBe('service account token is issued in the future')
    expect(forged({ 'kubernetes.io': undefined })).toBe('serviceaccounts "" not found')
  })

  it('is not taken when anything about its signature is wrong', () => {
    const fixture = tokenFixture()
    const { token } = fixture.issue().status
    const [header = '', payload = '', signature = ''] = token.split('.')
    const claims = claimsIn(token)
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const stranger = createTokenKey(newKey())

    expect(refusal(signJwt(stranger, claims), fixture)).toBe('invalid signature, no keys found')
    expect(refusal(signJwt({ ...stranger, id: fixture.key.id }, claims), fixture)).toBe('invalid signature')
    expect(refusal(`${header}.${encode({ ...claims, sub: 'root' })}.${signature}`, fixture)).toBe('invalid signature')
    expect(refusal(`${header}.${payload}.`, fixture)).toBe('invalid signature')
    expect(refusal(`${encode({ alg: 'none' })}.${payload}.`, fixture)).toBe('invalid signature')
    const publicPem = fixture.key.publicKey.export({ type: 'spki', format: 'pem' })
    const hmac = createHmac('sha256', publicPem)
      .update(`${encode({ alg: 'HS256' })}.${payload}`)
      .digest('base64url')
    expect(refusal(`${encode({ alg: 'HS256' })}.${payload}.${hmac}`, fixture)).toBe('invalid signature')
    expect(refusal(`${token}.more`, fixture)).toBe('invalid bearer token')
    expect(refusal('a.b.c', fixture)).toBe('invalid bearer token')
  })
})

describe('a token kept in a secret', () => {
  const legacyFixture = () => {
    const fixture = tokenFixture()
    const token = issueLegacyToken(fixture.key, account('robot', 'robot-uid'), 'kept')
    fixture.objects.put('secrets', secret('kept', 's-uid', { token }))
    const error = () => {
      const result = fixture.authenticator.authenticateToken(token)
      return 'error' in result ? result.error : undefined
    }
    return { ...fixture, token, error }
  }

  it('is good without end', async () => {
    const { whoIs, token, clock } = legacyFixture()
    await clock.advance(5 * 365 * 24 * 60 * MINUTE)

    expect(whoIs(token)).toEqual({
      name: robot,
      uid: 'robot-uid',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:acme', 'system:authenticated'],
    })
  })

  it('is worthless without its secret', () => {
    const { objects, error } = legacyFixture()

    objects.put('secrets', secret('kept', 's-uid', { token: 'another' }))
    expect(error()).toBe("Token does not match server's copy")
    objects.remove('secrets', 'acme', 'kept')
    expect(error()).toBe('Token has been invalidated')
  })

  it('is worthless without its account', () => {
    const { objects, error } = legacyFixture()

    objects.put('serviceaccounts', account('robot', 'another-uid'))
    expect(error()).toBe('ServiceAccount UID (another-uid) does not match claim (robot-uid)')
    objects.remove('serviceaccounts', 'acme', 'robot')
    expect(error()).toBe('serviceaccounts "robot" not found')
  })

  it('is worthless once marked invalid', () => {
    const { objects, error, token } = legacyFixture()
    const marked = secret('kept', 's-uid', { token })
    const labels = { 'kubernetes.io/legacy-token-invalid-since': '2030-01-01' }
    objects.put('secrets', { ...marked, metadata: { ...marked.metadata, labels } })

    expect(error()).toContain('has been marked invalid')
  })

  it('is for the API server alone', () => {
    const { authenticator, token } = legacyFixture()

    expect(authenticator.authenticateToken(token, ['other'])).toEqual({
      error: `token audiences ["${DEFAULT_ISSUER}"] is invalid for the target audiences ["other"]`,
    })
  })

  it('does not speak for another account', () => {
    const { authenticator, key, token } = legacyFixture()
    const claims = { ...claimsIn(token), sub: 'system:serviceaccount:acme:root' }

    expect(authenticator.authenticateToken(signJwt(key, claims))).toEqual({ error: 'sub claim is invalid' })
  })
})
