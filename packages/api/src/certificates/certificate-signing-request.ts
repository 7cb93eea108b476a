import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { certificateSigningRequestRules, certificateSigningRequestTable } from './certificate-signing-request.rules.ts'

export const CertificateSigningRequestSpec = s.object(
  {
    expirationSeconds: s.optional(
      s.int32({
        description: 'Wanted lifetime of the certificate, in seconds; at least 600. The signer may give less.',
      }),
    ),
    extra: s.optional(
      s.map(s.array(s.string()), { description: 'Further attributes of who asks; filled in by the server.' }),
    ),
    groups: s.optional(
      s.array(s.string(), { description: 'Groups of who asks; filled in by the server.', listType: 'atomic' }),
    ),
    request: s.bytes({ description: 'The PKCS#10 request, PEM in base64.' }),
    signerName: s.string({ description: 'Who should sign, such as kubernetes.io/kube-apiserver-client.', default: '' }),
    uid: s.optional(s.string({ description: 'UID of who asks; filled in by the server.' })),
    usages: s.optional(
      s.array(s.string(), {
        description: 'What the certificate may be used for, such as client auth or digital signature.',
        listType: 'atomic',
      }),
    ),
    username: s.optional(s.string({ description: 'Name of who asks; filled in by the server.' })),
  },
  {
    description: 'What certificate is asked for, and who asks. Cannot change.',
    component: 'io.k8s.api.certificates.v1.CertificateSigningRequestSpec',
  },
)
export type CertificateSigningRequestSpec = TypeOf<typeof CertificateSigningRequestSpec>

export const CertificateSigningRequestCondition = s.object(
  {
    lastTransitionTime: s.optional(s.time({ description: 'When the status of this condition last changed.' })),
    lastUpdateTime: s.optional(s.time({ description: 'When this condition was last written.' })),
    message: s.optional(s.string({ description: 'Details for people.' })),
    reason: s.optional(s.string({ description: 'One word for machines on why it was decided.' })),
    status: s.string({
      description: 'True, False or Unknown; Approved, Denied and Failed are always True.',
      default: '',
    }),
    type: s.string({ description: 'Approved, Denied or Failed.', default: '' }),
  },
  {
    description: 'A decision about a request.',
    component: 'io.k8s.api.certificates.v1.CertificateSigningRequestCondition',
  },
)
export type CertificateSigningRequestCondition = TypeOf<typeof CertificateSigningRequestCondition>

export const CertificateSigningRequestStatus = s.object(
  {
    certificate: s.optional(
      s.bytes({ description: 'The signed certificate chain, PEM in base64. Once set it cannot change.' }),
    ),
    conditions: s.optional(
      s.array(CertificateSigningRequestCondition, {
        description: 'Decisions: Approved or Denied by an approver, Failed by a signer.',
        listType: 'map',
        listMapKeys: ['type'],
      }),
    ),
  },
  {
    description: 'What was decided about a request, and its result.',
    component: 'io.k8s.api.certificates.v1.CertificateSigningRequestStatus',
  },
)
export type CertificateSigningRequestStatus = TypeOf<typeof CertificateSigningRequestStatus>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.with(CertificateSigningRequestSpec, { description: 'What certificate is asked for.', default: {} }),
    status: s.optional(
      s.with(CertificateSigningRequestStatus, {
        description: 'Whether it was approved, and the certificate.',
        default: {},
      }),
    ),
  },
  {
    description: 'Asks a signer for an X.509 certificate.',
    component: 'io.k8s.api.certificates.v1.CertificateSigningRequest',
  },
)

export const CertificateSigningRequest = defineKind({
  group: 'certificates.k8s.io',
  version: 'v1',
  kind: 'CertificateSigningRequest',
  plural: 'certificatesigningrequests',
  scope: 'Cluster',
  shortNames: ['csr'],
  statusSubresource: true,
  schema,
  columns: certificateSigningRequestTable.columns,
  selectableFields: ['spec.signerName'],
  nameRule: 'path-segment',
  rules: certificateSigningRequestRules,
})
export type CertificateSigningRequest = TypeOf<typeof schema>
