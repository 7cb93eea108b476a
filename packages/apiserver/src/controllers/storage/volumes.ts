import type { PersistentVolume, PersistentVolumeClaim } from '@skep/api'
import { PERSISTENT_VOLUME_CLAIMS } from '../resources.ts'
import { setVolumePhase } from './binding.ts'
import { reclaimVolume } from './provisioning.ts'
import type { StorageScope } from './scope.ts'

/** Says how a volume stands, and removes one that has lost its claim and is not to be kept. */
export async function syncVolume(scope: StorageScope, volume: PersistentVolume): Promise<void> {
  const { cluster } = scope
  const { claimRef } = volume.spec ?? {}
  // A volume that is meant for a claim waits for it.
  if (!claimRef?.uid) return setVolumePhase(cluster, volume, 'Available')
  const claim = cluster.objects.get(PERSISTENT_VOLUME_CLAIMS, claimRef.namespace ?? '', claimRef.name ?? '') as
    | PersistentVolumeClaim
    | undefined
  if (claim?.metadata.uid === claimRef.uid) {
    const isBound = claim?.spec?.volumeName === volume.metadata.name
    return setVolumePhase(cluster, volume, isBound ? 'Bound' : (volume.status?.phase ?? 'Pending'))
  }
  await setVolumePhase(cluster, volume, 'Released')
  await reclaimVolume(scope, volume)
}
