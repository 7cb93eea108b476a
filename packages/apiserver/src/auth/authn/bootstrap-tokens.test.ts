import { describe, expect, it } from 'vitest'
import { secret, tokenFixture } from '../test/token-fixture.ts'

const TOKEN = 'abcdef.0123456789abcdef'
const DATA = {
  'token-id': 'abcdef',
  'token-secret': '0123456789abcdef',
  'usage-bootstrap-authentication': 'true',
}

describe('a bootstrap token', () => {
  const whoIs = (data: Record<string, string>, changes: object = {}, token = TOKEN) => {
    const { objects, authenticator } = tokenFixture()
    const type = 'bootstrap.kubernetes.io/token'
    const kept = { ...secret('bootstrap-token-abcdef', 'uid', data, 'kube-system'), type }
    objects.put('secrets', { ...kept, ...changes })
    const result = authenticator.authenticateToken(token)
    return 'error' in result ? result.error : result.user
  }

  it('belongs to a user named after it, in the group of bootstrappers', () => {
    expect(whoIs(DATA)).toEqual({
      name: 'system:bootstrap:abcdef',
      groups: ['system:bootstrappers', 'system:authenticated'],
    })
  })

  it('may add groups', () => {
    const groups = 'system:bootstrappers:z,system:bootstrappers:kubeadm:default-node-token'

    expect(whoIs({ ...DATA, 'auth-extra-groups': groups })).toMatchObject({
      groups: [
        'system:bootstrappers',
        'system:bootstrappers:kubeadm:default-node-token',
        'system:bootstrappers:z',
        'system:authenticated',
      ],
    })
  })

  it('is good until it expires', () => {
    expect(whoIs({ ...DATA, expiration: '2030-01-01T00:00:01Z' })).toMatchObject({ name: 'system:bootstrap:abcdef' })
  })

  it.each<[string, Record<string, string>, object?, string?]>([
    ['another secret part', DATA, {}, 'abcdef.0123456789abcdee'],
    ['another id', DATA, {}, 'abcdee.0123456789abcdef'],
    ['another form', DATA, {}, 'ABCDEF.0123456789abcdef'],
    ['an expiry in the past', { ...DATA, expiration: '2029-12-31T23:59:59Z' }],
    ['an expiry that is no time', { ...DATA, expiration: 'tomorrow' }],
    ['another usage', { ...DATA, 'usage-bootstrap-authentication': 'false' }],
    ['no usage', { 'token-id': 'abcdef', 'token-secret': '0123456789abcdef' }],
    ['an id that is not its name’s', { ...DATA, 'token-id': 'fedcba' }],
    ['a group outside of bootstrappers', { ...DATA, 'auth-extra-groups': 'system:masters' }],
    ['a secret of another type', DATA, { type: 'Opaque' }],
    [
      'a secret that is being deleted',
      DATA,
      {
        metadata: {
          name: 'bootstrap-token-abcdef',
          namespace: 'kube-system',
          deletionTimestamp: '2030-01-01T00:00:00Z',
        },
      },
    ],
    ['a secret in another namespace', DATA, { metadata: { name: 'bootstrap-token-abcdef', namespace: 'default' } }],
  ])('is not taken with %s', (_what, data, changes, token) => {
    expect(whoIs(data, changes, token)).toBe('invalid bearer token')
  })
})
