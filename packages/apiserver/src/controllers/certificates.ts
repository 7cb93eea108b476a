import type { CertificateSigningRequest } from '@skep/api'
import { formatTime, realClock } from '@skep/base'
import type { CertificateAuthority } from '@skep/base/x509'
import { signCertificateRequest } from '../auth/csr/sign.ts'
import { type ControllerContext, type ControllerDefinition, ownKey, serviceAccount } from './controller.ts'

const REQUESTS = { group: 'certificates.k8s.io', resource: 'certificatesigningrequests' }

/** Signs requests that were approved, each with the authority of its own cluster. */
export function certificateController(
  { clock }: ControllerContext,
  authorityOf: (clusterId: string) => Promise<CertificateAuthority>,
): ControllerDefinition {
  return {
    name: 'csrsigning',
    identity: serviceAccount('certificate-controller'),
    watches: [REQUESTS],
    keysOf: (event) => (event.type === 'put' ? [ownKey(event)] : []),
    reconcile: async ({ clusterId, name }, cluster) => {
      const request = cluster.objects.get(REQUESTS, '', name) as CertificateSigningRequest | undefined
      if (!request || request.status?.certificate || !isApproved(request)) return undefined
      const authority = await authorityOf(clusterId)
      const change = signed(request, authority, clock.now())
      if (change)
        await cluster.objects.modify(REQUESTS, '', name, (stored) => merge(stored, change), { subresource: 'status' })
      return undefined
    },
  }

  function signed(
    request: CertificateSigningRequest,
    authority: CertificateAuthority,
    now: number,
  ): Status | undefined {
    try {
      // TLS knows no other time, and whoever shows the certificate is judged by it.
      const outcome = signCertificateRequest(request, authority, realClock)
      if (outcome === 'not ours') return undefined
      return 'certificate' in outcome ? outcome : failed('SignerValidationFailure', outcome.failure, now)
    } catch (error) {
      return failed('SignerValidationFailure', error instanceof Error ? error.message : String(error), now)
    }
  }
}

type Status = NonNullable<CertificateSigningRequest['status']>

const holds = (request: CertificateSigningRequest, type: string): boolean =>
  request.status?.conditions?.some((condition) => condition.type === type) ?? false

const isApproved = (request: CertificateSigningRequest): boolean =>
  holds(request, 'Approved') && !holds(request, 'Denied') && !holds(request, 'Failed')

function failed(reason: string, message: string, now: number): Status {
  const time = formatTime(now)
  return {
    conditions: [{ type: 'Failed', status: 'True', reason, message, lastUpdateTime: time, lastTransitionTime: time }],
  }
}

function merge(stored: unknown, change: Status): CertificateSigningRequest {
  const request = stored as CertificateSigningRequest
  const conditions = [...(request.status?.conditions ?? []), ...(change.conditions ?? [])]
  return { ...request, status: { ...request.status, ...change, conditions } }
}
