import { CertificateSigningRequest } from '@skep/api'
import type { Clock, Random } from '@skep/base'
import { type AltNames, createCertificateRequest, exportKey, newKey } from '@skep/base/x509'
import { type Client, type Stored, waitFor } from '@skep/client'
import type { IssuedCertificate } from '../hosted/contracts.ts'

/** A certificate that a kubelet asks for. */
export interface WantedCertificate {
  readonly nodeName: string
  readonly signerName: string
  readonly usages: readonly string[]
  /** What it is to be valid for, besides its user. */
  readonly altNames?: Partial<AltNames>
}

/** How to wait for somebody to approve. */
export interface CertificateWaiting {
  readonly signal: AbortSignal
  readonly clock: Clock
  readonly random: Random
}

/** By which a kubelet is known to the API. */
export const clientCertificate = (nodeName: string): WantedCertificate => ({
  nodeName,
  signerName: 'kubernetes.io/kube-apiserver-client-kubelet',
  usages: ['digital signature', 'client auth'],
})

/** By which a kubelet is known to those who ask it for logs. */
export const servingCertificate = (nodeName: string, altNames: Partial<AltNames>): WantedCertificate => ({
  nodeName,
  signerName: 'kubernetes.io/kubelet-serving',
  usages: ['digital signature', 'server auth'],
  altNames,
})

/** Asks for a certificate, and waits until it is there. Rejects when the request is denied, fails or goes. */
export async function obtainCertificate(
  client: Client,
  { nodeName, signerName, usages, altNames }: WantedCertificate,
  waiting: CertificateWaiting,
): Promise<IssuedCertificate> {
  const key = newKey()
  const subject = { commonName: `system:node:${nodeName}`, organizations: ['system:nodes'] }
  const request = Buffer.from(createCertificateRequest(subject, key, altNames)).toString('base64')
  const draft = { metadata: { generateName: 'csr-' }, spec: { request, signerName, usages: [...usages] } }
  const { metadata } = await client.create(CertificateSigningRequest, draft, { signal: waiting.signal })
  const signed = await waitFor(client, CertificateSigningRequest, metadata, isDecided, waiting)
  return { certificatePem: certificateOf(signed, metadata.name), keyPem: exportKey(key) }
}

const isDecided = (request: Stored<CertificateSigningRequest> | undefined): boolean =>
  request === undefined || Boolean(request.status?.certificate) || refusalOf(request) !== undefined

const refusalOf = ({ status }: CertificateSigningRequest) =>
  status?.conditions?.find(({ type }) => type === 'Denied' || type === 'Failed')

function certificateOf(request: Stored<CertificateSigningRequest> | undefined, name: string): string {
  if (!request) throw new Error(`certificate signing request ${name} is gone`)
  const refusal = refusalOf(request)
  if (refusal) throw new Error(`certificate signing request ${name} is ${refusal.type}: ${refusal.message}`)
  return Buffer.from(request.status?.certificate ?? '', 'base64').toString('utf8')
}
