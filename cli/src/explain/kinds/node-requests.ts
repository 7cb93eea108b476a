import type { CertificateSigningRequest } from '@skep/api'
import { parseCertificateRequest } from '@skep/base/x509'

const NODE_PREFIX = 'system:node:'

/** Whether a request for a certificate comes from a node, or from the machine that is to become it. */
export function isRequestOf({ spec }: CertificateSigningRequest, nodeName: string): boolean {
  const node = `${NODE_PREFIX}${nodeName}`
  if (spec.username === node) return true
  return spec.signerName === 'kubernetes.io/kube-apiserver-client-kubelet' && commonName(spec.request) === node
}

/** Undefined for what cannot be read: then it is nobody's. */
function commonName(request: string): string | undefined {
  try {
    return parseCertificateRequest(Buffer.from(request, 'base64').toString()).subject.commonName
  } catch {
    return undefined
  }
}
