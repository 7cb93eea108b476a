import { type FieldError, fieldError } from '@skep/schema'
import type { CustomResourceDefinition } from './custom-resource-definition.ts'

const ANNOTATION = 'api-approved.kubernetes.io'
const MORE = 'see https://github.com/kubernetes/enhancements/pull/1111'

const isProtected = (group: string): boolean => /(^|\.)(k8s|kubernetes)\.io$/.test(group)
const isUrl = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text)

/** Definitions in the groups of the Kubernetes project say who approved them. */
export function validateApproval({ metadata, spec }: CustomResourceDefinition): FieldError[] {
  if (!isProtected(spec.group)) return []
  const approval = metadata.annotations?.[ANNOTATION] ?? ''
  if (approval.startsWith('unapproved') || isUrl(approval)) return []
  const path = `metadata.annotations[${ANNOTATION}]`
  const needed = `protected groups must have approval annotation "${ANNOTATION}"`
  return approval === ''
    ? [fieldError.required(path, `${needed}, ${MORE}`)]
    : [
        fieldError.invalid(
          path,
          approval,
          `${needed} with either a URL or a reason starting with "unapproved", ${MORE}`,
        ),
      ]
}
