import { type FieldError, fieldError } from '@skep/schema'
import { checkDnsSubdomain } from '../../meta/names.ts'
import { validateRequired } from '../../meta/validation.ts'
import type { ClusterDeploymentCustomization } from '../cluster-deployment-customization.ts'
import type { ClusterImageSet } from '../cluster-image-set.ts'
import type { ClusterPool } from '../cluster-pool.ts'
import type { DnsZone } from '../dns-zone.ts'
import { validatePlatform } from './platform.validate.ts'
import { badRequest, invalidFields, longName, type Rejection } from './rejection.ts'
import type { HiveAdmissionSettings } from './request.ts'

const DIGEST = /^[a-z0-9]+(?:[.+_-][a-z0-9]+)*:[a-zA-Z0-9=_-]+$/

/** Whether a release is refused: it needs an image, whose digest, if any, is one. */
export const validateClusterImageSet = (
  imageSet: ClusterImageSet,
  { releaseDigestsOnly = false }: HiveAdmissionSettings,
): Rejection | undefined =>
  invalidFields(imageSet, validateReleaseImage(imageSet.spec.releaseImage, 'spec.releaseImage', releaseDigestsOnly))

function validateReleaseImage(image: string, path: string, digestsOnly: boolean): FieldError[] {
  if (image === '') return validateRequired(image, path, 'release image must be specified')
  const digest = image.includes('@') ? image.slice(image.lastIndexOf('@') + 1) : ''
  if (digest !== '' && !DIGEST.test(digest)) return [fieldError.invalid(path, image, 'release image digest is invalid')]
  const detail = 'only digest based release images are supported since release verification is required'
  return digestsOnly && digest === '' ? [fieldError.invalid(path, image, detail)] : []
}

/** Whether a pool is refused. */
export const validateClusterPool = (pool: ClusterPool, stored: ClusterPool | undefined): Rejection | undefined =>
  (stored ? undefined : longName(pool.metadata.name, 'cluster pool name (.meta.name)')) ??
  invalidFields(pool, validatePlatform(pool.spec.platform, 'spec.platform'))

/** Whether a customization is refused. */
export const validateCustomization = (
  { metadata }: ClusterDeploymentCustomization,
  stored: ClusterDeploymentCustomization | undefined,
): Rejection | undefined =>
  stored ? undefined : longName(metadata.name, 'cluster deployment customization name (.meta.name)')

/** Whether a zone is refused: its domain is a valid one, and stays. */
export function validateDnsZone({ spec }: DnsZone, stored: DnsZone | undefined): Rejection | undefined {
  if (stored) return stored.spec.zone === spec.zone ? undefined : badRequest('DNSZone.Spec.Zone is immutable')
  const complaints = checkDnsSubdomain(spec.zone)
  return complaints.length === 0 ? undefined : badRequest(`Failed validation: ${complaints.join(';')}`)
}
