import { imagePullPolicyOf } from './image.ts'
import type { PersistentVolumeClaimSpec } from './persistent-volume-claim-spec.ts'
import type { DownwardAPIVolumeFile, ProjectedVolumeSource } from './projected-volumes.ts'
import type { Volume } from './volume.ts'

/** Permissions of files made from objects, when nothing else is said: 0644. */
const DEFAULT_FILE_MODE = 0o644

/** Fills in a volume of a pod in place. One without a source is an empty directory. */
export function defaultVolume(volume: Volume): void {
  if (Object.keys(volume).every((field) => field === 'name')) volume.emptyDir = {}
  if (volume.secret) volume.secret.defaultMode ??= DEFAULT_FILE_MODE
  if (volume.configMap) volume.configMap.defaultMode ??= DEFAULT_FILE_MODE
  if (volume.downwardAPI) {
    volume.downwardAPI.defaultMode ??= DEFAULT_FILE_MODE
    defaultDownwardFiles(volume.downwardAPI.items)
  }
  if (volume.projected) defaultProjected(volume.projected)
  if (volume.hostPath) volume.hostPath.type ??= ''
  if (volume.image) volume.image.pullPolicy ||= imagePullPolicyOf(volume.image.reference)
  if (volume.ephemeral?.volumeClaimTemplate) defaultClaimSpec(volume.ephemeral.volumeClaimTemplate.spec)
}

function defaultProjected(projected: ProjectedVolumeSource): void {
  projected.defaultMode ??= DEFAULT_FILE_MODE
  for (const { serviceAccountToken, downwardAPI } of projected.sources ?? []) {
    if (serviceAccountToken) serviceAccountToken.expirationSeconds ??= 3600
    defaultDownwardFiles(downwardAPI?.items)
  }
}

function defaultDownwardFiles(files: readonly DownwardAPIVolumeFile[] | undefined): void {
  for (const { fieldRef, resourceFieldRef } of files ?? []) {
    if (fieldRef) fieldRef.apiVersion ||= 'v1'
    if (resourceFieldRef) resourceFieldRef.divisor ||= '0'
  }
}

/** Fills in the spec of a claim in place. */
export function defaultClaimSpec(spec: PersistentVolumeClaimSpec): void {
  spec.volumeMode ??= 'Filesystem'
}
