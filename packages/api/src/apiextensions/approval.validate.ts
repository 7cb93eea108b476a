import { type FieldError, fieldError } from '@skep/schema'
import { APPROVAL_ANNOTATION, approvalOf } from './approval.ts'
import type { CustomResourceDefinition } from './custom-resource-definition.ts'

/** Definitions in the groups of the Kubernetes project say who approved them. */
export function validateApproval(definition: CustomResourceDefinition): FieldError[] {
  const approval = approvalOf(definition)
  const path = `metadata.annotations[${APPROVAL_ANNOTATION}]`
  switch (approval?.state) {
    case 'Missing':
      return [fieldError.required(path, approval.text)]
    case 'Invalid':
      return [fieldError.invalid(path, definition.metadata.annotations?.[APPROVAL_ANNOTATION], approval.text)]
    default:
      return []
  }
}
