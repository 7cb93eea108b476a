import { humanDuration } from '@skep/base'
import type { KindRules, UpdateContext } from '@skep/schema'
import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import type { CertificateSigningRequest, CertificateSigningRequestStatus } from './certificate-signing-request.ts'
import { validateRequestSpec, validateRequestUpdate } from './certificate-signing-request.validate.ts'

/** What `kubectl get certificatesigningrequests` shows. */
export const certificateSigningRequestTable = defineTable<CertificateSigningRequest>(
  nameColumn,
  ageColumn,
  {
    name: 'SignerName',
    description:
      'Requested signer for the request. It is a qualified name in the form: `scope-hostname.io/name`. If empty, it will be defaulted:\n 1. If it\'s a kubelet client certificate, it is assigned\n    "kubernetes.io/kube-apiserver-client-kubelet".\n 2. If it\'s a kubelet serving certificate, it is assigned\n    "kubernetes.io/kubelet-serving".\n 3. Otherwise, it is assigned "kubernetes.io/legacy-unknown".\nDistribution of trust for signers happens out of band. You can select on this field using `spec.signerName`.',
    cell: ({ spec }) => spec.signerName || '<none>',
  },
  { name: 'Requestor', description: 'Base64-encoded PKCS#10 CSR data', cell: ({ spec }) => spec.username ?? '' },
  {
    name: 'RequestedDuration',
    description:
      'expirationSeconds is the requested duration of validity of the issued certificate. The certificate signer may issue a certificate with a different validity duration so a client must check the delta between the notBefore and and notAfter fields in the issued certificate to determine the actual duration.\n\nThe v1.22+ in-tree implementations of the well-known Kubernetes signers will honor this field as long as the requested duration is not greater than the maximum duration they will honor per the --cluster-signing-duration CLI flag to the Kubernetes controller manager.\n\nCertificate signers may not honor this field for various reasons:\n\n  1. Old signer that is unaware of the field (such as the in-tree\n     implementations prior to v1.22)\n  2. Signer whose configured maximum is shorter than the requested duration\n  3. Signer whose configured minimum is longer than the requested duration\n\nThe minimum valid value for expirationSeconds is 600, i.e. 10 minutes.',
    cell: ({ spec }) =>
      spec.expirationSeconds === undefined ? '<none>' : humanDuration(spec.expirationSeconds * 1000),
  },
  {
    name: 'Condition',
    description: 'Conditions applied to the request, such as approval or denial.',
    cell: ({ status }) => formatState(status ?? {}),
  },
)

function formatState({ conditions = [], certificate }: CertificateSigningRequestStatus): string {
  const has = (type: string) => conditions.some((condition) => condition.type === type)
  const decision = (has('Denied') && 'Denied') || (has('Approved') && 'Approved') || 'Pending'
  return `${decision}${has('Failed') ? ',Failed' : ''}${certificate ? ',Issued' : ''}`
}

/** What CertificateSigningRequests do beyond their schema. */
export const certificateSigningRequestRules: KindRules<CertificateSigningRequest> = {
  prepareForCreate: (request) => {
    recordRequester(request, {})
    request.status = {}
  },
  prepareForUpdate,
  validate: ({ spec }) => validateRequestSpec(spec),
  validateUpdate: (request, stored, { subresource }) => validateRequestUpdate(request, stored, subresource),
  selectableFields: ({ spec }) => ({ 'spec.signerName': spec.signerName }),
  cells: certificateSigningRequestTable.cells,
}

/** In place: after its creation, a request changes only through its subresources, and each of them has its own part. */
function prepareForUpdate(
  request: CertificateSigningRequest,
  stored: CertificateSigningRequest,
  { subresource }: UpdateContext,
): void {
  request.spec = stored.spec
  if (subresource === 'status') keepDecisions(request, stored)
  else if (subresource === 'approval') {
    const { conditions, ...rest } = { ...stored.status, conditions: request.status?.conditions }
    request.status = conditions === undefined ? rest : { ...rest, conditions }
  } else request.status = stored.status ?? {}
}

/** In place: conditions that an approver has set stay as they are when a signer writes the status. */
function keepDecisions({ status }: CertificateSigningRequest, stored: CertificateSigningRequest): void {
  if (status?.conditions === undefined) return
  status.conditions = status.conditions.map((condition) => {
    const isDecision = condition.type === 'Approved' || condition.type === 'Denied'
    const before = isDecision && stored.status?.conditions?.find(({ type }) => type === condition.type)
    return before || condition
  })
}

/** Who asks for a certificate. */
export interface Requester {
  name?: string
  uid?: string
  groups?: readonly string[]
  extra?: Readonly<Record<string, readonly string[]>>
}

/** In place: writes down who asks. The server calls this with the user of the request; what a client claims is dropped. */
export function recordRequester({ spec }: CertificateSigningRequest, { name, uid, groups, extra }: Requester): void {
  delete spec.username
  delete spec.uid
  delete spec.groups
  delete spec.extra
  if (name) spec.username = name
  if (uid) spec.uid = uid
  if (groups?.length) spec.groups = [...groups]
  if (extra && Object.keys(extra).length > 0) {
    spec.extra = Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]]))
  }
}

/** In place: gives new and changed conditions their times. The server calls this when it writes a status or approval. */
export function stampConditions(
  { status }: CertificateSigningRequest,
  stored: CertificateSigningRequest,
  now: string,
): void {
  for (const condition of status?.conditions ?? []) {
    const before = stored.status?.conditions?.find(
      ({ type, status: was }) => type === condition.type && was === condition.status,
    )
    condition.lastUpdateTime ??= now
    condition.lastTransitionTime ??= before?.lastTransitionTime ?? now
  }
}
