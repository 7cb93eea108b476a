import type { FieldSet } from './field-set.ts'

/** Which resource a write is to. */
export interface ResetTarget {
  group: string
  kind: string
  custom: boolean
  statusSubresource: boolean
}

const STATUS: FieldSet = { 'f:status': {} }
const SPEC: FieldSet = { 'f:spec': {} }
const SPEC_AND_METADATA: FieldSet = { 'f:metadata': {}, 'f:spec': {} }

/** Kinds whose status strategy resets more, or other fields, than the spec. */
const STATUS_WRITES: Record<string, FieldSet> = {
  '/Pod': { 'f:metadata': { 'f:deletionTimestamp': {}, 'f:ownerReferences': {} }, 'f:spec': {} },
  'apps/Deployment': { 'f:metadata': { 'f:labels': {} }, 'f:spec': {} },
  'certificates.k8s.io/CertificateSigningRequest': { 'f:spec': {}, 'f:status': { 'f:conditions': {} } },
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy': SPEC_AND_METADATA,
  'flowcontrol.apiserver.k8s.io/FlowSchema': SPEC_AND_METADATA,
  'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration': SPEC_AND_METADATA,
  'networking.k8s.io/ServiceCIDR': SPEC_AND_METADATA,
  'storage.k8s.io/CSINode': SPEC_AND_METADATA,
  'storage.k8s.io/VolumeAttachment': SPEC_AND_METADATA,
}

const CSR = 'certificates.k8s.io/CertificateSigningRequest'

/** Fields that a write to this resource or subresource leaves as they are, so that it cannot own them, either. */
export function resetFieldsOf(target: ResetTarget, subresource: string): FieldSet | undefined {
  const name = `${target.group}/${target.kind}`
  switch (subresource) {
    case '':
      if (name === CSR) return { 'f:spec': {}, 'f:status': {} }
      return target.statusSubresource ? STATUS : undefined
    case 'status':
      return target.custom ? SPEC_AND_METADATA : (STATUS_WRITES[name] ?? SPEC)
    case 'approval':
      return { 'f:spec': {}, 'f:status': { 'f:certificate': {} } }
    case 'finalize':
      return STATUS
    default:
      return undefined
  }
}
