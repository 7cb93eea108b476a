import { type Approval, approvalOf } from '@skep/api'
import { goQuote } from '@skep/schema'
import type { Statement } from './conditions.ts'
import type { Definition } from './definition.ts'

const MESSAGES: Record<Approval['state'], (text: string) => string> = {
  Approved: (text) => `approved in ${text}`,
  Unapproved: (text) => `not approved: ${goQuote(text)}`,
  Missing: (text) => text,
  Invalid: (text) => text,
}

/** What the approval annotation of a definition in a protected group says; undefined for other groups. */
export function approvalStatement(definition: Definition): Statement | undefined {
  const approval = approvalOf(definition)
  return (
    approval && {
      type: 'KubernetesAPIApprovalPolicyConformant',
      status: approval.state === 'Approved' ? 'True' : 'False',
      reason: `${approval.state}Annotation`,
      message: MESSAGES[approval.state](approval.text),
    }
  )
}
