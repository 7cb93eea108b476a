import type { Node, PersistentVolume, PersistentVolumeClaim, StorageClass } from '@skep/api'
import { NODES, PERSISTENT_VOLUMES, STORAGE_CLASSES } from '../resources.ts'
import { BIND_COMPLETED, SELECTED_NODE } from './annotations.ts'
import { bind, setClaimStatus } from './binding.ts'
import { growVolume, requestVolume } from './provisioning.ts'
import { claimedBy, freeOf, type StorageScope, tell } from './scope.ts'
import { bestVolume, isClaimedBy, mismatchOf, wantsMore } from './volume-match.ts'

/** Brings a claim to its volume. */
export async function syncClaim(scope: StorageScope, claim: PersistentVolumeClaim): Promise<void> {
  if (claim.metadata.annotations?.[BIND_COMPLETED] !== undefined) return keepBound(scope, claim)
  if (claim.spec?.volumeName) return bindToNamed(scope, claim, claim.spec.volumeName)
  return findVolume(scope, claim)
}

const volumeNamed = ({ cluster }: StorageScope, name: string): PersistentVolume | undefined =>
  cluster.objects.get(PERSISTENT_VOLUMES, '', name) as PersistentVolume | undefined

async function keepBound(scope: StorageScope, claim: PersistentVolumeClaim): Promise<void> {
  const volume = claim.spec?.volumeName ? volumeNamed(scope, claim.spec.volumeName) : undefined
  if (volume && (volume.spec?.claimRef === undefined || isClaimedBy(volume, claim))) {
    await bind(scope.cluster, volume, claim)
    if (wantsMore(claim)) await growVolume(scope, volume, claim)
    return
  }
  if (claim.status?.phase === 'Lost') return
  await setClaimStatus(scope.cluster, claim, 'Lost')
  const [reason, message] = volume
    ? ['ClaimMisbound', 'Two claims are bound to the same volume, this one is bound incorrectly']
    : ['ClaimLost', 'Bound claim has lost its PersistentVolume. Data on the volume is lost!']
  tell(scope, claim, { type: 'Warning', reason: reason!, message: message! })
}

/** The claim asks for a volume by name. */
async function bindToNamed(scope: StorageScope, claim: PersistentVolumeClaim, name: string): Promise<void> {
  const volume = volumeNamed(scope, name)
  if (volume && (volume.spec?.claimRef === undefined || isClaimedBy(volume, claim))) {
    const mismatch = volume.spec?.claimRef ? undefined : mismatchOf(volume, claim)
    if (mismatch === undefined && (await bind(scope.cluster, volume, claim))) return
    const message = `Cannot bind to requested volume "${name}": ${mismatch}`
    if (mismatch !== undefined) tell(scope, claim, { type: 'Warning', reason: 'VolumeMismatch', message })
  } else if (volume) {
    const message = `volume "${name}" already bound to a different claim.`
    tell(scope, claim, { type: 'Warning', reason: 'FailedBinding', message })
  }
  await setClaimStatus(scope.cluster, claim, 'Pending')
}

async function findVolume(scope: StorageScope, claim: PersistentVolumeClaim): Promise<void> {
  const { cluster, indexes } = scope
  const { namespace = '', name = '', annotations = {} } = claim.metadata
  const className = claim.spec?.storageClassName ?? ''
  const storageClass = cluster.objects.get(STORAGE_CLASSES, '', className) as StorageClass | undefined
  const nodeName = annotations[SELECTED_NODE]
  const meant = indexes.volumes
    .find(cluster.id, claimedBy(namespace, name))
    .find((volume) => isClaimedBy(volume, claim))
  if (!meant && storageClass?.volumeBindingMode === 'WaitForFirstConsumer' && nodeName === undefined) {
    const message = 'waiting for first consumer to be created before binding'
    tell(scope, claim, { reason: 'WaitForFirstConsumer', message })
    return setClaimStatus(cluster, claim, 'Pending')
  }
  const node = nodeName ? (cluster.objects.get(NODES, '', nodeName) as Node | undefined) : undefined
  const volume = meant ?? bestVolume(indexes.volumes.find(cluster.id, freeOf(className)), claim, node)
  // Another claim may get the volume first; then there is one fewer to choose from.
  if (volume) return (await bind(cluster, volume, claim)) ? undefined : findVolume(scope, claim)
  if (storageClass) await requestVolume(scope, claim, storageClass)
  else tellNoVolume(scope, claim, className)
  await setClaimStatus(cluster, claim, 'Pending')
}

function tellNoVolume(scope: StorageScope, claim: PersistentVolumeClaim, className: string): void {
  if (className !== '') {
    const message = `storageclass.storage.k8s.io "${className}" not found`
    tell(scope, claim, { type: 'Warning', reason: 'ProvisioningFailed', message })
    return
  }
  const message = 'no persistent volumes available for this claim and no storage class is set'
  tell(scope, claim, { reason: 'FailedBinding', message })
}
