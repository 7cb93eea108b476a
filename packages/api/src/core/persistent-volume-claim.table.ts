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
    description: 'Whether a volume is bound to the claim.',
    cell: ({ metadata, status }) => (metadata.deletionTimestamp ? 'Terminating' : (status?.phase ?? '')),
  },
  { name: 'Volume', description: 'Volume bound to the claim.', cell: ({ spec }) => spec?.volumeName ?? '' },
  {
    name: 'Capacity',
    description: 'Size of that volume.',
    cell: ({ spec, status }) => (spec?.volumeName ? (status?.capacity?.['storage'] ?? '0') : ''),
  },
  {
    name: 'Access Modes',
    description: 'Ways in which that volume can be mounted.',
    cell: ({ spec, status }) => (spec?.volumeName ? formatAccessModes(status?.accessModes) : ''),
  },
  { name: 'StorageClass', description: 'Class of storage that is asked for.', cell: storageClassOf },
  {
    name: 'VolumeAttributesClass',
    description: 'Class of changeable attributes that is asked for.',
    cell: ({ spec }) => spec?.volumeAttributesClassName ?? '<unset>',
  },
  ageColumn,
  {
    name: 'VolumeMode',
    priority: 1,
    description: 'Whether it is used as a file system or as a device.',
    cell: ({ spec }) => spec?.volumeMode ?? '<unset>',
  },
)
