import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import {
  createCertificateAuthority,
  encodeName,
  exportAuthority,
  importAuthority,
  issueClientCertificate,
  issueServingCertificate,
  NO_ALT_NAMES,
  sequence,
  signLeaf,
} from '@skep/base/x509'
import { describe, expect, it } from 'vitest'
import { CertificateError, checkValidity, verifyClientCertificate } from './verify.ts'

const NOW = Date.UTC(2026, 7, 20)
const HOUR = 60 * 60 * 1000
const ca = createCertificateAuthority({ commonName: 'test', now: NOW })
const other = createCertificateAuthority({ commonName: 'test', now: NOW })
const issueFor = (user: string, groups: string[], ttl?: number) =>
  new X509Certificate(
    issueClientCertificate({ ca, user, groups, now: NOW, ...(ttl === undefined ? {} : { ttl }) }).certificatePem,
  )

describe('verifyClientCertificate', () => {
  it('reads user and groups', () => {
    const { subject } = verifyClientCertificate(issueFor('ann', ['devs', 'ops']), [other.certificate, ca.certificate])

    expect(subject).toEqual({ commonName: 'ann', organizations: ['devs', 'ops'] })
  })

  it.each([
    'a\nO=system:masters',
    'x + O=system:masters',
    'x/O=system:masters',
    'CN=y, O=system:masters',
    'Zoë "z" \\',
  ])('takes the name %j for nothing but a name', (name) => {
    expect(verifyClientCertificate(issueFor(name, []), [ca.certificate]).subject).toEqual({
      commonName: name,
      organizations: [],
    })
  })

  it.each([
    ['root\0', []],
    ['ann', ['system:masters\0x']],
  ])('does not believe a name that is cut off: %j %j', (name, groups) => {
    expect(() => verifyClientCertificate(issueFor(name, groups), [ca.certificate])).toThrow('null character')
  })

  it('does not believe another authority of the same name', () => {
    expect(() => verifyClientCertificate(issueFor('ann', []), [other.certificate])).toThrow(
      'certificate signed by unknown authority',
    )
  })

  it('does not believe the certificate of a server', () => {
    const { certificatePem } = issueServingCertificate({ ca, commonName: 'ann', altNames: NO_ALT_NAMES, now: NOW })

    expect(() => verifyClientCertificate(new X509Certificate(certificatePem), [ca.certificate])).toThrow(
      CertificateError,
    )
  })

  it('does not believe a certificate that is nobody’s', () => {
    expect(() => verifyClientCertificate(issueFor('ann', []), [])).toThrow(CertificateError)
  })

  it('believes an authority that was kept and read again', () => {
    const kept = importAuthority(exportAuthority(ca))

    expect(verifyClientCertificate(issueFor('ann', []), [kept.certificate]).subject.commonName).toBe('ann')
  })

  it('believes what an authority with an RSA key signed', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const rsa = createCertificateAuthority({ commonName: 'rsa', now: NOW, key: privateKey })
    const pem = signLeaf(rsa, {
      subject: encodeName({ commonName: 'ann', organizations: [] }),
      publicKey: createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })).export({
        type: 'spki',
        format: 'der',
      }),
      usages: { keyUsageBits: [0], extended: [] },
      notBefore: NOW,
      notAfter: NOW + HOUR,
    })

    expect(verifyClientCertificate(new X509Certificate(pem), [rsa.certificate]).subject.commonName).toBe('ann')
  })
})

describe('checkValidity', () => {
  const content = verifyClientCertificate(issueFor('ann', [], HOUR), [ca.certificate])

  it('accepts a peer whose clock is a few minutes behind', () => {
    expect(() => checkValidity(content, NOW - 4 * 60 * 1000)).not.toThrow()
  })

  it.each([NOW - 6 * 60 * 1000, NOW + HOUR + 1000])('refuses the moment %i', (moment) => {
    expect(() => checkValidity(content, moment)).toThrow('certificate has expired or is not yet valid')
  })

  it('lets no certificate outlive its authority', () => {
    const long = verifyClientCertificate(issueFor('ann', [], 100 * 365 * 24 * HOUR), [ca.certificate])

    expect(long.notAfter).toBe(ca.notAfter)
  })
})

describe('an unnamed certificate', () => {
  it('has an empty user name', () => {
    const pem = signLeaf(ca, {
      subject: sequence(),
      publicKey: ca.certificate.publicKey.export({ type: 'spki', format: 'der' }),
      usages: { keyUsageBits: [], extended: [] },
      notBefore: NOW,
      notAfter: NOW + HOUR,
    })

    expect(verifyClientCertificate(new X509Certificate(pem), [ca.certificate]).subject.commonName).toBe('')
  })
})
