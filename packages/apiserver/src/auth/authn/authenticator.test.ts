import { X509Certificate } from 'node:crypto'
import { StatusError, VirtualClock } from '@skep/base'
import { createCertificateAuthority, issueClientCertificate } from '@skep/base/x509'
import { describe, expect, it } from 'vitest'
import { tokenFixture } from '../test/token-fixture.ts'

const YEAR = 365 * 24 * 60 * 60 * 1000

describe('an authenticator', () => {
  const staticTokens = new Map([['secret-token', { name: 'bob', groups: ['ops'] }]])

  it('takes requests without credentials for anonymous', () => {
    expect(tokenFixture().authenticator.authenticate({})).toEqual({
      name: 'system:anonymous',
      groups: ['system:unauthenticated'],
    })
  })

  it('turns them away when anonymous requests are not wanted', () => {
    const { authenticator } = tokenFixture({ anonymous: false })

    expect(() => authenticator.authenticate({})).toThrow(StatusError)
  })

  it('answers a wrong token with 401, not as anonymous', () => {
    const { whoIs } = tokenFixture({ staticTokens })

    expect(() => whoIs('wrong')).toThrow(expect.objectContaining({ code: 401, message: 'Unauthorized' }))
  })

  it.each(['Basic Ym9iOng=', 'Bearer', 'Bearer ', 'secret-token', ''])(
    'takes the header %j for no credentials',
    (authorization) => {
      const { authenticator } = tokenFixture({ staticTokens })

      expect(authenticator.authenticate({ authorization }).name).toBe('system:anonymous')
    },
  )

  it('knows static tokens', () => {
    const { authenticator } = tokenFixture({ staticTokens })

    expect(authenticator.authenticate({ authorization: 'bearer secret-token' })).toEqual({
      name: 'bob',
      groups: ['ops', 'system:authenticated'],
    })
  })

  it('knows client certificates, by user, groups and fingerprint', () => {
    const { authenticator, certificateFor } = tokenFixture()
    const certificate = certificateFor('ann', ['devs'])

    expect(authenticator.authenticate({ certificate })).toEqual({
      name: 'ann',
      groups: ['devs', 'system:authenticated'],
      extra: {
        'authentication.kubernetes.io/credential-id': [
          `X509SHA256=${certificate.fingerprint256.replaceAll(':', '').toLowerCase()}`,
        ],
      },
    })
  })

  it('believes the certificate before the token', () => {
    const { authenticator, certificateFor } = tokenFixture({ staticTokens })
    const certificate = certificateFor('ann')

    expect(authenticator.authenticate({ certificate, authorization: 'Bearer secret-token' }).name).toBe('ann')
    expect(authenticator.authenticate({ certificate, authorization: 'Bearer wrong' }).name).toBe('ann')
  })

  it('goes by the token when the certificate has no name', () => {
    const { authenticator, certificateFor } = tokenFixture({ staticTokens })

    expect(
      authenticator.authenticate({ certificate: certificateFor(''), authorization: 'Bearer secret-token' }).name,
    ).toBe('bob')
  })

  it('goes by the token when the certificate is of another authority, and refuses it alone', () => {
    const { authenticator, clock } = tokenFixture({ staticTokens })
    const stranger = createCertificateAuthority({ commonName: 'test', now: clock.now() })
    const { certificatePem } = issueClientCertificate({
      ca: stranger,
      user: 'root',
      groups: ['system:masters'],
      now: clock.now(),
    })
    const certificate = new X509Certificate(certificatePem)

    expect(authenticator.authenticate({ certificate, authorization: 'Bearer secret-token' }).name).toBe('bob')
    expect(() => authenticator.authenticate({ certificate })).toThrow(expect.objectContaining({ code: 401 }))
  })

  it('stops believing a certificate that it knows when it runs out', async () => {
    const { authenticator, certificateFor, clock } = tokenFixture()
    const certificate = certificateFor('ann')
    expect(authenticator.authenticate({ certificate }).name).toBe('ann')

    await clock.advance(YEAR + 1000)

    expect(() => authenticator.authenticate({ certificate })).toThrow(expect.objectContaining({ code: 401 }))
    expect(() => authenticator.authenticate({ certificate: new X509Certificate(certificate.raw) })).toThrow(
      expect.objectContaining({ code: 401 }),
    )
  })

  it('can hold certificates against another clock than tokens', () => {
    const { authenticator, certificateFor } = tokenFixture({ certificateClock: new VirtualClock({ start: 0 }) })

    expect(() => authenticator.authenticate({ certificate: certificateFor('ann') })).toThrow(StatusError)
  })
})
