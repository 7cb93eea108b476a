import { generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import type { CertificateSigningRequest } from '@skep/api'
import { VirtualClock } from '@skep/base'
import {
  type AltNames,
  type CertificateAuthority,
  createCertificateAuthority,
  createCertificateRequest,
  newKey,
  readCertificate,
} from '@skep/base/x509'
import { beforeEach, describe, expect, it } from 'vitest'
import { verifyClientCertificate } from '../pki/verify.ts'
import { signCertificateRequest } from './sign.ts'

const CLIENT = 'kubernetes.io/kube-apiserver-client'
const KUBELET_CLIENT = 'kubernetes.io/kube-apiserver-client-kubelet'
const KUBELET_SERVING = 'kubernetes.io/kubelet-serving'
const MINUTE = 60_000

interface Wish {
  user?: string
  groups?: string[]
  names?: Partial<AltNames>
  usages?: string[]
  expirationSeconds?: number
  key?: KeyObject
}

const node: Wish = { user: 'system:node:n', groups: ['system:nodes'] }
const kubeletClient: Wish = { ...node, usages: ['client auth', 'digital signature'] }
const kubeletServing: Wish = {
  ...node,
  usages: ['server auth', 'digital signature', 'key encipherment'],
  names: { dnsNames: ['n.local'], ipAddresses: ['10.0.0.1', 'fe80::1'] },
}

const pemFor = ({ user = 'ann', groups = [], names = {}, key = newKey() }: Wish) =>
  createCertificateRequest({ commonName: user, organizations: groups }, key, names)

const aRequest = (signerName: string, wish: Wish, pem = pemFor(wish)): CertificateSigningRequest => ({
  apiVersion: 'certificates.k8s.io/v1',
  kind: 'CertificateSigningRequest',
  metadata: { name: 'r' },
  spec: {
    request: Buffer.from(pem).toString('base64'),
    signerName,
    usages: wish.usages ?? ['client auth'],
    ...(wish.expirationSeconds === undefined ? {} : { expirationSeconds: wish.expirationSeconds }),
  },
})

describe('signCertificateRequest', () => {
  let clock: VirtualClock
  let ca: CertificateAuthority

  beforeEach(() => {
    clock = new VirtualClock()
    ca = createCertificateAuthority({ commonName: 'test', now: clock.now() })
  })

  const signed = (request: CertificateSigningRequest): X509Certificate => {
    const outcome = signCertificateRequest(request, ca, clock)
    if (outcome === 'not ours' || 'failure' in outcome) throw new Error(JSON.stringify(outcome))
    return new X509Certificate(Buffer.from(outcome.certificate, 'base64'))
  }
  const failure = (signerName: string, wish: Wish) => {
    const outcome = signCertificateRequest(aRequest(signerName, wish), ca, clock)
    return outcome !== 'not ours' && 'failure' in outcome ? outcome.failure : undefined
  }

  it('makes somebody the user and groups they ask for', () => {
    const certificate = signed(aRequest(CLIENT, { user: 'ann', groups: ['devs', 'ops'] }))

    expect(verifyClientCertificate(certificate, [ca.certificate]).subject).toEqual({
      commonName: 'ann',
      organizations: ['devs', 'ops'],
    })
    expect(certificate.ca).toBe(false)
  })

  it.each([
    ['RSA', () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey],
    ['P-384', () => generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey],
  ])('takes keys of type %s', (_type, makeKey) => {
    const key = makeKey()

    expect(signed(aRequest(CLIENT, { key })).checkPrivateKey(key)).toBe(true)
  })

  it('gives kubelets serving certificates for their names', () => {
    const certificate = signed(aRequest(KUBELET_SERVING, kubeletServing))

    expect(certificate.checkHost('n.local')).toBe('n.local')
    expect(certificate.checkIP('10.0.0.1')).toBe('10.0.0.1')
    expect(certificate.checkIP('fe80::1')).toBe('fe80::1')
    expect(() => verifyClientCertificate(certificate, [ca.certificate])).toThrow('incompatible key usage')
  })

  it('signs anything for the signer of old', () => {
    const wish = { usages: ['code signing', 'cert sign'], names: { uris: ['spiffe://a/b'], emails: ['a@b.c'] } }

    expect(readCertificate(signed(aRequest('kubernetes.io/legacy-unknown', wish)).raw).altNames).toMatchObject({
      uris: ['spiffe://a/b'],
      emails: ['a@b.c'],
    })
  })

  it('leaves requests for others alone', () => {
    expect(signCertificateRequest(aRequest('acme.example/signer', {}), ca, clock)).toBe('not ours')
    expect(signCertificateRequest(aRequest('constructor', {}), ca, clock)).toBe('not ours')
  })

  it.each<[string, string, Wish, string]>([
    ['a client', CLIENT, { usages: ['server auth'] }, 'invalid usage for client certificate: server auth'],
    [
      'a client',
      CLIENT,
      { usages: ['digital signature'] },
      'missing required usage for client certificate: client auth',
    ],
    ['a kubelet', KUBELET_CLIENT, { ...kubeletClient, groups: [] }, 'subject organization is not system:nodes'],
    [
      'a kubelet',
      KUBELET_CLIENT,
      { ...kubeletClient, groups: ['system:nodes', 'system:masters'] },
      'subject organization is not system:nodes',
    ],
    [
      'a kubelet',
      KUBELET_CLIENT,
      { ...kubeletClient, user: 'n' },
      'subject common name does not begin with system:node:',
    ],
    [
      'a kubelet',
      KUBELET_CLIENT,
      { ...kubeletClient, names: { dnsNames: ['n'] } },
      'DNS subjectAltNames are not allowed',
    ],
    [
      'a kubelet',
      KUBELET_CLIENT,
      { ...kubeletClient, names: { emails: ['n'] } },
      'Email subjectAltNames are not allowed',
    ],
    [
      'a kubelet',
      KUBELET_CLIENT,
      { ...kubeletClient, names: { ipAddresses: ['::1'] } },
      'IP subjectAltNames are not allowed',
    ],
    ['a kubelet', KUBELET_CLIENT, { ...kubeletClient, names: { uris: ['n'] } }, 'URI subjectAltNames are not allowed'],
    [
      'a kubelet',
      KUBELET_CLIENT,
      { ...kubeletClient, usages: ['client auth'] },
      'usages did not match [client auth digital signature key encipherment]',
    ],
    ['a kubelet’s server', KUBELET_SERVING, { ...kubeletServing, names: {} }, 'DNS or IP subjectAltName is required'],
    [
      'a kubelet’s server',
      KUBELET_SERVING,
      { ...kubeletServing, names: { dnsNames: ['n'], uris: ['n'] } },
      'URI subjectAltNames are not allowed',
    ],
    [
      'a kubelet’s server',
      KUBELET_SERVING,
      { ...kubeletServing, usages: ['client auth'] },
      'usages did not match [digital signature key encipherment server auth]',
    ],
    [
      'a kubelet’s server',
      KUBELET_SERVING,
      { ...kubeletServing, user: 'n' },
      'subject common name does not begin with system:node:',
    ],
  ])('refuses %s (%#)', (_who, signer, wish, expected) => {
    expect(failure(signer, wish)).toBe(expected)
  })

  it('gives the time asked for, between ten minutes and a year', () => {
    const minutes = (expirationSeconds?: number) => {
      const wish = expirationSeconds === undefined ? {} : { expirationSeconds }
      return (readCertificate(signed(aRequest(CLIENT, wish)).raw).notAfter - clock.now()) / MINUTE
    }

    expect(minutes(3600)).toBe(60)
    expect(minutes(1)).toBe(10)
    expect(minutes()).toBe(365 * 24 * 60 - 5)
    expect(minutes(10 * 365 * 24 * 3600)).toBe(365 * 24 * 60 - 5)
  })

  it('does not sign once it has run out itself', async () => {
    await clock.advance(10 * 365 * 24 * 60 * MINUTE)

    expect(() => signed(aRequest(CLIENT, {}))).toThrow('the signer has expired')
  })

  it('does not read what is no request, or not signed by its own key', () => {
    const pem = pemFor({})
    const bytes = Buffer.from(pem.split('\n').slice(1, -2).join(''), 'base64')
    bytes[bytes.indexOf('ann')] = 'e'.charCodeAt(0)
    const forged = pem.replace(/\n[^-]+\n/, `\n${bytes.toString('base64')}\n`)

    expect(() => signed(aRequest(CLIENT, {}, 'nonsense'))).toThrow('PEM block type must be CERTIFICATE REQUEST')
    expect(() => signed(aRequest(CLIENT, {}, ca.certificatePem))).toThrow('PEM block type must be CERTIFICATE REQUEST')
    expect(() => signed(aRequest(CLIENT, {}, forged))).toThrow('unable to verify certificate request signature')
    expect(() => signed(aRequest(CLIENT, {}, pem.replace(/\n[^-]{20}/, '\n')))).toThrow()
  })

  it('does not sign for usages that nobody knows', () => {
    const request = aRequest('kubernetes.io/legacy-unknown', { usages: ['world peace'] })

    expect(() => signed(request)).toThrow('unrecognized usage values: ["world peace"]')
    expect(() => signed(aRequest('kubernetes.io/legacy-unknown', { usages: ['toString'] }))).toThrow('unrecognized')
  })
})
