import type { CustomResourceDefinition } from './custom-resource-definition.ts'

/** The annotation in which definitions of the Kubernetes project say who approved them. */
export const APPROVAL_ANNOTATION = 'api-approved.kubernetes.io'

const NEEDED = `protected groups must have approval annotation "${APPROVAL_ANNOTATION}"`
const MORE = 'see https://github.com/kubernetes/enhancements/pull/1111'

/** What a definition says about its approval. `text` is the annotation, or what is wrong with it. */
export interface Approval {
  readonly state: 'Approved' | 'Unapproved' | 'Missing' | 'Invalid'
  readonly text: string
}

const isProtected = (group: string): boolean => /(^|\.)(k8s|kubernetes)\.io$/.test(group)
const isUrl = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text)

/** The approval of a definition in the groups of the Kubernetes project; undefined for others, which need none. */
export function approvalOf({ metadata, spec }: CustomResourceDefinition): Approval | undefined {
  if (!isProtected(spec.group)) return undefined
  const text = metadata.annotations?.[APPROVAL_ANNOTATION] ?? ''
  if (text === '') return { state: 'Missing', text: `${NEEDED}, ${MORE}` }
  if (text.startsWith('unapproved')) return { state: 'Unapproved', text }
  if (isUrl(text)) return { state: 'Approved', text }
  return { state: 'Invalid', text: `${NEEDED} with either a URL or a reason starting with "unapproved", ${MORE}` }
}
