import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import type { PersistentVolume } from './persistent-volume.ts'
import { formatAccessModes } from './persistent-volume-claim.table.ts'
import { storageClassOf } from './storage-class-annotation.ts'

/** What `kubectl get persistentvolumes` shows. */
export const persistentVolumeTable = defineTable<PersistentVolume>(
  nameColumn,
  { name: 'Capacity', description: 'How much it holds.', cell: ({ spec }) => spec?.capacity?.['storage'] ?? '0' },
  {
    name: 'Access Modes',
    description: 'Ways in which it can be mounted.',
    cell: ({ spec }) => formatAccessModes(spec?.accessModes),
  },
  {
    name: 'Reclaim Policy',
    description: 'What happens once its claim is gone.',
    cell: ({ spec }) => spec?.persistentVolumeReclaimPolicy ?? '',
  },
  {
    name: 'Status',
    description: 'Whether it is bound to a claim.',
    cell: ({ metadata, status }) => (metadata.deletionTimestamp ? 'Terminating' : (status?.phase ?? '')),
  },
  {
    name: 'Claim',
    description: 'The claim it is bound to.',
    cell: ({ spec }) => (spec?.claimRef ? `${spec.claimRef.namespace ?? ''}/${spec.claimRef.name ?? ''}` : ''),
  },
  { name: 'StorageClass', description: 'Class it belongs to.', cell: storageClassOf },
  {
    name: 'VolumeAttributesClass',
    description: 'Class of changeable attributes it has.',
    cell: ({ spec }) => spec?.volumeAttributesClassName ?? '<unset>',
  },
  { name: 'Reason', description: 'Why it is in this state.', cell: ({ status }) => status?.reason ?? '' },
  ageColumn,
  {
    name: 'VolumeMode',
    priority: 1,
    description: 'Whether it is used as a file system or as a device.',
    cell: ({ spec }) => spec?.volumeMode ?? '<unset>',
  },
)
