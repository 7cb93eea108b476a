import { goQuote } from '@skep/schema'
import type { Statement } from './conditions.ts'
import type { Definition } from './definition.ts'

const ANNOTATION = 'api-approved.kubernetes.io'
const MORE = 'see https://github.com/kubernetes/enhancements/pull/1111'

/** Groups of the Kubernetes project itself; their definitions say who approved them. */
const isProtected = (group: string): boolean => /(^|\.)(k8s|kubernetes)\.io$/.test(group)

/** What the approval annotation of a definition in a protected group says; undefined for other groups. */
export function approvalStatement({ spec, metadata }: Definition): Statement | undefined {
  if (!isProtected(spec.group)) return undefined
  const approval = metadata.annotations?.[ANNOTATION] ?? ''
  const type = 'KubernetesAPIApprovalPolicyConformant'
  if (approval === '') {
    const message = `protected groups must have approval annotation ${goQuote(ANNOTATION)}, ${MORE}`
    return { type, status: 'False', reason: 'MissingAnnotation', message }
  }
  if (approval.startsWith('unapproved')) {
    return { type, status: 'False', reason: 'UnapprovedAnnotation', message: `not approved: ${goQuote(approval)}` }
  }
  if (URL.canParse(approval) && new URL(approval).host !== '') {
    return { type, status: 'True', reason: 'ApprovedAnnotation', message: `approved in ${approval}` }
  }
  const message = `protected groups must have approval annotation ${goQuote(ANNOTATION)} with either a URL or a reason starting with "unapproved", ${MORE}`
  return { type, status: 'False', reason: 'InvalidAnnotation', message }
}
