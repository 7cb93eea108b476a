import { matchesSelector, type Node, type PersistentVolume, type PersistentVolumeClaim } from '@skep/api'
import { compareQuantity, parseQuantity } from '@skep/schema'
import { matchesNodeSelector } from '../scheduling/node-affinity.ts'
import { isDeleted } from '../workloads/pods/pod-state.ts'

const sizeOf = (text: string | undefined) => parseQuantity(text ?? '0')
const capacityOf = ({ spec }: PersistentVolume) => sizeOf(spec?.capacity?.['storage'])
const requestOf = ({ spec }: PersistentVolumeClaim) => sizeOf(spec?.resources?.requests?.['storage'])

/** Whether a volume names a claim as its own. */
export function isClaimedBy({ spec }: PersistentVolume, { metadata }: PersistentVolumeClaim): boolean {
  const { namespace, name, uid } = spec?.claimRef ?? {}
  return namespace === metadata.namespace && name === metadata.name && (!uid || uid === metadata.uid)
}

/** What keeps a volume from serving a claim; undefined when nothing does. */
export function mismatchOf(volume: PersistentVolume, claim: PersistentVolumeClaim): string | undefined {
  const { spec: wanted } = claim
  const { spec: offered } = volume
  if (compareQuantity(capacityOf(volume), requestOf(claim)) < 0) return 'requested PV is too small'
  if ((offered?.storageClassName ?? '') !== (wanted?.storageClassName ?? '')) return 'storageClassName does not match'
  if ((offered?.volumeMode ?? 'Filesystem') !== (wanted?.volumeMode ?? 'Filesystem')) return 'incompatible volumeMode'
  if (!(wanted?.accessModes ?? []).every((mode) => offered?.accessModes?.includes(mode)))
    return 'incompatible accessMode'
  return undefined
}

/** The smallest of the volumes that does for a claim, and for a node when one is chosen. */
export function bestVolume(
  volumes: readonly PersistentVolume[],
  claim: PersistentVolumeClaim,
  node: Node | undefined,
): PersistentVolume | undefined {
  return volumes
    .filter((volume) => !isDeleted(volume) && mismatchOf(volume, claim) === undefined)
    .filter(({ metadata }) => !claim.spec?.selector || matchesSelector(claim.spec.selector, metadata.labels))
    .filter(
      ({ spec }) => !node || !spec?.nodeAffinity?.required || matchesNodeSelector(spec.nodeAffinity.required, node),
    )
    .sort(
      (a, b) =>
        compareQuantity(capacityOf(a), capacityOf(b)) || ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1),
    )[0]
}

/** Whether a claim wants more than it has. */
export const wantsMore = (claim: PersistentVolumeClaim): boolean =>
  compareQuantity(requestOf(claim), sizeOf(claim.status?.capacity?.['storage'])) > 0
