import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { CertificateSigningRequest } from '@skep/api'
import { type Clock, formatTime } from '@skep/base'
import { createCertificateRequest } from '@skep/base/x509'
import type { Client } from '@skep/client'

/** A certificate for somebody who enters a cluster. */
export interface WantedCertificate {
  /** The name of the request, which tells it from all others. */
  readonly name: string
  readonly user: string
  readonly expiresAt: number
}

/** What asking a cluster takes. */
export interface IssueParts {
  readonly client: Client
  readonly clock: Clock
  readonly signal: AbortSignal
}

const SIGNER = 'kubernetes.io/kube-apiserver-client'
/** The shortest time that a certificate can be asked for. */
const MIN_SECONDS = 600

/** A key for a certificate that is about to be asked for, in PEM. */
export const newKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** Asks a cluster for a certificate for a key, and approves that as its administrator. */
export async function requestCertificate(parts: IssueParts, wanted: WantedCertificate, key: string): Promise<void> {
  const { client, clock, signal } = parts
  // One that was made before was for another key.
  await client.delete(CertificateSigningRequest, { name: wanted.name }, { signal })
  await client.create(CertificateSigningRequest, requestOf(wanted, createPrivateKey(key), clock.now()), { signal })
  await approve(parts, wanted.name)
}

/** The certificate that a cluster has signed, in PEM; undefined while it has not. Rejects when it will not. */
export async function readCertificate({ client, signal }: IssueParts, name: string): Promise<string | undefined> {
  const { status } = (await client.get(CertificateSigningRequest, { name }, { signal })) ?? {}
  const refusal = status?.conditions?.find(({ type }) => type === 'Denied' || type === 'Failed')
  if (refusal) throw new CertificateRefused(`The cluster does not sign the certificate: ${refusal.message}`)
  return status?.certificate && Buffer.from(status.certificate, 'base64').toString('utf8')
}

/** Takes a request away: it is not needed any more. */
export async function forgetRequest({ client, signal }: IssueParts, name: string): Promise<void> {
  await client.delete(CertificateSigningRequest, { name }, { signal })
}

function requestOf({ name, user, expiresAt }: WantedCertificate, key: KeyObject, now: number) {
  const csr = createCertificateRequest({ commonName: user, organizations: [] }, key)
  return {
    metadata: { name },
    spec: {
      request: Buffer.from(csr).toString('base64'),
      signerName: SIGNER,
      usages: ['client auth', 'digital signature'],
      expirationSeconds: Math.max(MIN_SECONDS, Math.ceil((expiresAt - now) / 1000)),
    },
  }
}

async function approve({ client, clock, signal }: IssueParts, name: string): Promise<void> {
  const time = formatTime(clock.now())
  const approved = {
    type: 'Approved',
    status: 'True',
    reason: 'BreakGlass',
    message: 'The owner of the cluster asked for it',
    lastUpdateTime: time,
    lastTransitionTime: time,
  }
  const patch = { type: 'merge', body: { status: { conditions: [approved] } } } as const
  await client.patch(CertificateSigningRequest, { name }, patch, { subresource: 'approval', signal })
}

/** A certificate that will not come. */
export class CertificateRefused extends Error {
  override readonly name = 'CertificateRefused'
}
