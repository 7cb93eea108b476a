import { type FieldError, fieldError } from '@skep/schema'
import { validateSegment } from '../rules/references.ts'
import type { CrossVersionObjectReference } from './metric-source.ts'

/** A reference to an object of some kind; `needsGroup` where one of the core group cannot be meant. */
export const validateTargetReference = (
  { kind, name, apiVersion = '' }: CrossVersionObjectReference,
  path: string,
  { needsGroup }: { needsGroup: boolean },
): FieldError[] => [
  ...validateSegment(kind, `${path}.kind`),
  ...validateSegment(name, `${path}.name`),
  ...validateApiVersion(apiVersion, needsGroup, `${path}.apiVersion`),
]

function validateApiVersion(apiVersion: string, needsGroup: boolean, path: string): FieldError[] {
  const slashes = apiVersion.split('/').length - 1
  if (slashes > 1) return [fieldError.invalid(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)]
  const hasGroup = slashes === 1 && !apiVersion.startsWith('/')
  return needsGroup && !hasGroup ? [fieldError.invalid(path, apiVersion, 'apiVersion must specify API group')] : []
}
