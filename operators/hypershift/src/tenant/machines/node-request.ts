import type { CertificateSigningRequest } from '@skep/api'
import { type AltNames, parseCertificateRequest } from '@skep/base/x509'
import { BOOTSTRAP_ACCOUNT, BOOTSTRAP_NAMESPACE } from '@skep/sim'

const CLIENT_SIGNER = 'kubernetes.io/kube-apiserver-client-kubelet'
const SERVING_SIGNER = 'kubernetes.io/kubelet-serving'
const NODE_PREFIX = 'system:node:'
const NODES = 'system:nodes'
const BOOTSTRAPPER = `system:serviceaccount:${BOOTSTRAP_NAMESPACE}:${BOOTSTRAP_ACCOUNT}`

/** A certificate that a machine asks for: the first one, by which its node is known, or one to be reached by. */
export interface NodeRequest {
  readonly purpose: 'client' | 'serving'
  readonly nodeName: string
  readonly altNames: AltNames
}

/** Whether nobody has decided on a request. */
export const isPending = ({ status }: CertificateSigningRequest): boolean =>
  status?.certificate === undefined && (status?.conditions ?? []).length === 0

/** Whether a request may be one of a machine, going by what need not be decoded. */
export const isForNode = ({ spec }: CertificateSigningRequest): boolean =>
  spec.signerName === CLIENT_SIGNER ? spec.username === BOOTSTRAPPER : spec.signerName === SERVING_SIGNER

/** Requests do not change what they ask for, so each is decoded once. */
const known = new WeakMap<CertificateSigningRequest, NodeRequest | undefined>()

/** What a machine asks for; undefined for a request that no machine would make. */
export function readNodeRequest(request: CertificateSigningRequest): NodeRequest | undefined {
  if (!isForNode(request)) return undefined
  if (known.has(request)) return known.get(request)
  const wanted = examine(request)
  known.set(request, wanted)
  return wanted
}

function examine(request: CertificateSigningRequest): NodeRequest | undefined {
  const decoded = decode(request)
  if (!decoded) return undefined
  const { subject, altNames } = decoded
  const { commonName, organizations } = subject
  const isNode = commonName.startsWith(NODE_PREFIX) && organizations.length === 1 && organizations[0] === NODES
  if (!isNode) return undefined
  const nodeName = commonName.slice(NODE_PREFIX.length)
  if (request.spec.signerName === CLIENT_SIGNER) return { purpose: 'client', nodeName, altNames }
  const asksForItself = request.spec.username === commonName && request.spec.groups?.includes(NODES)
  return asksForItself ? { purpose: 'serving', nodeName, altNames } : undefined
}

/** Undefined for a request that cannot be read, which is nobody's here. */
function decode({ spec }: CertificateSigningRequest) {
  try {
    return parseCertificateRequest(Buffer.from(spec.request, 'base64').toString())
  } catch {
    return undefined
  }
}
