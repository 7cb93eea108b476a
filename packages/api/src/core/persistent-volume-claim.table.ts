import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import type { PersistentVolumeClaim } from './persistent-volume-claim.ts'
import { storageClassOf } from './storage-class-annotation.ts'

const SHORT_MODES: Record<string, string> = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
}

/** Ways to mount a volume as kubectl abbreviates them: `RWO,ROX`. */
export const formatAccessModes = (modes: readonly string[] | undefined): string =>
  Object.keys(SHORT_MODES)
    .filter((mode) => modes?.includes(mode))
    .map((mode) => SHORT_MODES[mode])
    .join(',')

/** What `kubectl get persistentvolumeclaims` shows. */
export const persistentVolumeClaimTable = defineTable<PersistentVolumeClaim>(
  nameColumn,
  {
    name: 'Status',
    description: 'phase represents the current phase of PersistentVolumeClaim.',
    cell: ({ metadata, status }) => (metadata.deletionTimestamp ? 'Terminating' : (status?.phase ?? '')),
  },
  {
    name: 'Volume',
    description: 'volumeName is the binding reference to the PersistentVolume backing this claim.',
    cell: ({ spec }) => spec?.volumeName ?? '',
  },
  {
    name: 'Capacity',
    description: 'capacity represents the actual resources of the underlying volume.',
    cell: ({ spec, status }) => (spec?.volumeName ? (status?.capacity?.['storage'] ?? '0') : ''),
  },
  {
    name: 'Access Modes',
    description:
      'accessModes contains the actual access modes the volume backing the PVC has. More info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#access-modes-1',
    cell: ({ spec, status }) => (spec?.volumeName ? formatAccessModes(status?.accessModes) : ''),
  },
  { name: 'StorageClass', description: 'StorageClass of the pvc', cell: storageClassOf },
  {
    name: 'VolumeAttributesClass',
    description: 'VolumeAttributesClass of the pvc',
    cell: ({ spec }) => spec?.volumeAttributesClassName ?? '<unset>',
  },
  ageColumn,
  {
    name: 'VolumeMode',
    priority: 1,
    description:
      'volumeMode defines what type of volume is required by the claim. Value of Filesystem is implied when not included in claim spec.',
    cell: ({ spec }) => spec?.volumeMode ?? '<unset>',
  },
)
