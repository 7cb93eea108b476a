import { formatTime } from '@skep/base'
import type { Scope } from '../scope.ts'

type VersionStatus = NonNullable<Scope['status']['version']>

/**
 * What is known of the version. The cluster says it itself as soon as it can; until then it is what was asked for, begun
 * when it was asked for.
 */
export function versionStatus({ hostedCluster, controlPlane, status, now }: Scope): VersionStatus {
  const reported = controlPlane?.status?.versionStatus
  if (reported) return reported
  const image = hostedCluster.spec.controlPlaneRelease?.image ?? hostedCluster.spec.release.image
  const former = status.version
  if (former?.history?.[0] && former.desired.image === image) return former
  const entry = {
    state: 'Partial',
    startedTime: formatTime(now),
    completionTime: null,
    version: '',
    image,
    verified: false,
  }
  const begun = {
    desired: { version: '', image },
    history: [entry, ...(former?.history ?? [])],
    observedGeneration: hostedCluster.metadata.generation ?? 1,
    availableUpdates: null,
  }
  // The kind allows null for what is not known yet, which its type does not tell.
  return begun as unknown as VersionStatus
}
