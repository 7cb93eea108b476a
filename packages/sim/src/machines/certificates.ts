import type { KeyObject } from 'node:crypto'
import { CertificateSigningRequest } from '@skep/api'
import { type AltNames, createCertificateRequest } from '@skep/base/x509'
import type { Client } from '@skep/client'
import { type RequestWatch, refusalOf } from './request-watch.ts'

/** A certificate that a kubelet asks for. */
export interface WantedCertificate {
  readonly nodeName: string
  readonly signerName: string
  readonly usages: readonly string[]
  /** What it is to be valid for, besides its user. */
  readonly altNames?: Partial<AltNames>
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

/** Asks for a certificate. Returns the name of the request. */
export async function requestCertificate(
  client: Client,
  { nodeName, signerName, usages, altNames }: WantedCertificate,
  key: KeyObject,
  signal: AbortSignal,
): Promise<string> {
  const subject = { commonName: `system:node:${nodeName}`, organizations: ['system:nodes'] }
  const request = Buffer.from(createCertificateRequest(subject, key, altNames)).toString('base64')
  const draft = { metadata: { generateName: 'csr-' }, spec: { request, signerName, usages: [...usages] } }
  return (await client.create(CertificateSigningRequest, draft, { signal })).metadata.name
}

/** Waits until a request is signed. Rejects when it is denied, fails or goes. */
export async function awaitCertificate(requests: RequestWatch, name: string, signal: AbortSignal): Promise<void> {
  const decided = await requests.decided(name, signal)
  if (!decided) throw new Error(`certificate signing request ${name} is gone`)
  const refusal = refusalOf(decided)
  if (refusal) throw new Error(`certificate signing request ${name} is ${refusal.type}: ${refusal.message}`)
}

/** Whether a kubelet has asked for such a certificate before. */
export async function hasRequested(
  client: Client,
  { nodeName, signerName }: WantedCertificate,
  signal: AbortSignal,
): Promise<boolean> {
  const fieldSelector = `spec.signerName=${signerName}`
  const { items } = await client.list(CertificateSigningRequest, { fieldSelector, signal })
  return items.some(({ spec }) => spec.username === `system:node:${nodeName}`)
}
