import type { CertificateSigningRequest } from '@skep/api'
import { formatTime } from '@skep/base'
import { type CertificateRequest, parseCertificateRequest } from '@skep/base/x509'
import type { KubeObject } from '@skep/schema'
import { type Authorize, resourceAttributes } from '../../auth/authz/attributes.ts'
import { SIGNER_RULES } from '../../auth/csr/signers.ts'
import type { ClusterView, UserInfo } from '../../contracts.ts'
import { type ControllerContext, type ControllerDefinition, ownKey, serviceAccount } from '../controller.ts'
import { SIGNING_REQUESTS } from '../resources.ts'

const KUBELET_SIGNER = 'kubernetes.io/kube-apiserver-client-kubelet'

/** Ways for a kubelet to its certificate, each with the right that it takes. */
const PATHS = [
  {
    right: 'selfnodeclient',
    applies: ({ spec }: CertificateSigningRequest, { subject }: CertificateRequest) =>
      spec.username === subject.commonName,
    message: 'Auto approving self kubelet client certificate after SubjectAccessReview.',
  },
  {
    right: 'nodeclient',
    applies: () => true,
    message: 'Auto approving kubelet client certificate after SubjectAccessReview.',
  },
]

/** Approves requests of kubelets for their own certificates, when roles allow them to have one. */
export function csrApprovalController(
  { clock }: ControllerContext,
  authorizerOf: (cluster: ClusterView) => Authorize,
): ControllerDefinition {
  return {
    name: 'csrapproving',
    identity: serviceAccount('certificate-controller'),
    watches: [SIGNING_REQUESTS],
    keysOf: (event) => (event.type === 'put' && isUndecided(event.object) ? [ownKey(event)] : []),
    reconcile: async ({ name }, cluster) => {
      const stored = cluster.objects.get(SIGNING_REQUESTS, '', name)
      if (!stored || !isUndecided(stored)) return undefined
      const message = approvalOf(stored as CertificateSigningRequest, authorizerOf(cluster))
      if (message === undefined) return undefined
      const now = formatTime(clock.now())
      await cluster.objects.modify(
        SIGNING_REQUESTS,
        '',
        name,
        (request) => (isUndecided(request) ? approved(request as CertificateSigningRequest, message, now) : undefined),
        { subresource: 'approval' },
      )
      return undefined
    },
  }
}

function isUndecided(object: KubeObject): boolean {
  const { spec, status } = object as CertificateSigningRequest
  const isDecided = status?.conditions?.some(({ type }) => type === 'Approved' || type === 'Denied')
  return spec.signerName === KUBELET_SIGNER && !status?.certificate && !isDecided
}

/** Why a request is approved; undefined when it is not. */
function approvalOf(request: CertificateSigningRequest, authorize: Authorize): string | undefined {
  // Roles first: they are a look-up, and reading a request checks a signature.
  const allowed = PATHS.filter(({ right }) => isAllowed(request, right, authorize))
  const parsed = allowed.length > 0 ? parse(request) : undefined
  if (!parsed || SIGNER_RULES.get(KUBELET_SIGNER)?.(parsed, request.spec.usages ?? []) !== undefined) return undefined
  return allowed.find(({ applies }) => applies(request, parsed))?.message
}

/** Undefined for what cannot be read: somebody has to look at it. */
function parse({ spec }: CertificateSigningRequest): CertificateRequest | undefined {
  try {
    return parseCertificateRequest(Buffer.from(spec.request, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}

function isAllowed({ spec }: CertificateSigningRequest, right: string, authorize: Authorize): boolean {
  const { username = '', uid, groups = [], extra } = spec
  const user: UserInfo = { name: username, groups, ...(uid && { uid }), ...(extra && { extra }) }
  return authorize(user, resourceAttributes({ verb: 'create', ...SIGNING_REQUESTS, subresource: right })).allowed
}

function approved(request: CertificateSigningRequest, message: string, now: string): CertificateSigningRequest {
  const condition = {
    type: 'Approved',
    status: 'True',
    reason: 'AutoApproved',
    message,
    lastUpdateTime: now,
    lastTransitionTime: now,
  }
  return { ...request, status: { ...request.status, conditions: [...(request.status?.conditions ?? []), condition] } }
}
