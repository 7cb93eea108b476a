import type { PersistentVolume, PersistentVolumeClaim } from '@skep/api'
import type { KubeObject } from '@skep/schema'
import type { ClusterView } from '../../contracts.ts'
import { PERSISTENT_VOLUME_CLAIMS, PERSISTENT_VOLUMES } from '../resources.ts'
import { writeStatus } from '../workloads/status-writer.ts'
import { BIND_COMPLETED, BOUND_BY_CONTROLLER } from './annotations.ts'
import { isClaimedBy } from './volume-match.ts'

/**
 * Ties a volume and a claim together, from both sides. Safe to repeat, whatever step it stopped at. False when somebody
 * else got the volume first.
 */
export async function bind(
  cluster: ClusterView,
  volume: PersistentVolume,
  claim: PersistentVolumeClaim,
): Promise<boolean> {
  const claimed = await claimVolume(cluster, volume, claim)
  if (!claimed) return false
  await setVolumePhase(cluster, claimed, 'Bound')
  const completed = await completeClaim(cluster, claimed, claim)
  if (completed) await setClaimStatus(cluster, completed, 'Bound', claimed)
  return true
}

/** Undefined when somebody else was faster. */
async function claimVolume(
  cluster: ClusterView,
  { metadata }: PersistentVolume,
  claim: PersistentVolumeClaim,
): Promise<PersistentVolume | undefined> {
  const { namespace = '', name = '', uid = '', resourceVersion = '' } = claim.metadata
  let isOurs = true
  const change = (stored: KubeObject): KubeObject | undefined => {
    const volume = stored as PersistentVolume
    isOurs = volume.spec?.claimRef === undefined || isClaimedBy(volume, claim)
    if (!isOurs || volume.spec?.claimRef?.uid === uid) return undefined
    const isOwnChoice = volume.spec?.claimRef === undefined
    const claimRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid, resourceVersion }
    return {
      ...volume,
      metadata: isOwnChoice ? annotated(volume, BOUND_BY_CONTROLLER) : volume.metadata,
      spec: { ...volume.spec, claimRef },
    } as PersistentVolume
  }
  await cluster.objects.modify(PERSISTENT_VOLUMES, '', metadata.name ?? '', change)
  const stored = cluster.objects.get(PERSISTENT_VOLUMES, '', metadata.name ?? '') as PersistentVolume | undefined
  return isOurs ? stored : undefined
}

async function completeClaim(
  cluster: ClusterView,
  volume: PersistentVolume,
  { metadata }: PersistentVolumeClaim,
): Promise<PersistentVolumeClaim | undefined> {
  const { namespace = '', name = '' } = metadata
  const change = (stored: KubeObject): KubeObject | undefined => {
    const claim = stored as PersistentVolumeClaim
    const isDone = claim.spec?.volumeName && claim.metadata.annotations?.[BIND_COMPLETED] !== undefined
    if (claim.metadata.uid !== metadata.uid || isDone) return undefined
    const marks = claim.spec?.volumeName ? [BIND_COMPLETED] : [BIND_COMPLETED, BOUND_BY_CONTROLLER]
    const volumeName = volume.metadata.name ?? ''
    return {
      ...claim,
      metadata: annotated(claim, ...marks),
      spec: { ...claim.spec, volumeName },
    } as PersistentVolumeClaim
  }
  await cluster.objects.modify(PERSISTENT_VOLUME_CLAIMS, namespace, name, change)
  return cluster.objects.get(PERSISTENT_VOLUME_CLAIMS, namespace, name) as PersistentVolumeClaim | undefined
}

const annotated = ({ metadata }: KubeObject, ...names: string[]): KubeObject['metadata'] => ({
  ...metadata,
  annotations: { ...metadata.annotations, ...Object.fromEntries(names.map((name) => [name, 'yes'])) },
})

/** Says how a volume stands. */
export async function setVolumePhase(cluster: ClusterView, volume: PersistentVolume, phase: string): Promise<void> {
  if (volume.status?.phase === phase) return
  const status: VolumeStatus = { ...volume.status, phase }
  await writeStatus(cluster, PERSISTENT_VOLUMES, volume, status)
}

type VolumeStatus = NonNullable<PersistentVolume['status']>
type ClaimStatus = NonNullable<PersistentVolumeClaim['status']>

/** Says how a claim stands, and what it has when it is bound. */
export async function setClaimStatus(
  cluster: ClusterView,
  claim: PersistentVolumeClaim,
  phase: string,
  volume?: PersistentVolume,
): Promise<void> {
  const { accessModes: _modes, capacity: _capacity, ...rest } = claim.status ?? {}
  const status: ClaimStatus = {
    ...rest,
    phase,
    ...(volume?.spec?.accessModes && { accessModes: volume.spec.accessModes }),
    ...(volume?.spec?.capacity && { capacity: volume.spec.capacity }),
  }
  await writeStatus(cluster, PERSISTENT_VOLUME_CLAIMS, claim, status)
}
