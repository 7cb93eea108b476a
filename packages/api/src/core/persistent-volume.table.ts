import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import type { PersistentVolume } from './persistent-volume.ts'
import { formatAccessModes } from './persistent-volume-claim.table.ts'
import { storageClassOf } from './storage-class-annotation.ts'

/** What `kubectl get persistentvolumes` shows. */
export const persistentVolumeTable = defineTable<PersistentVolume>(
  nameColumn,
  {
    name: 'Capacity',
    description:
      "capacity is the description of the persistent volume's resources and capacity. More info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#capacity",
    cell: ({ spec }) => spec?.capacity?.['storage'] ?? '0',
  },
  {
    name: 'Access Modes',
    description:
      'accessModes contains all ways the volume can be mounted. More info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#access-modes',
    cell: ({ spec }) => formatAccessModes(spec?.accessModes),
  },
  {
    name: 'Reclaim Policy',
    description:
      'persistentVolumeReclaimPolicy defines what happens to a persistent volume when released from its claim. Valid options are Retain (default for manually created PersistentVolumes), Delete (default for dynamically provisioned PersistentVolumes), and Recycle (deprecated). Recycle must be supported by the volume plugin underlying this PersistentVolume. More info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#reclaiming',
    cell: ({ spec }) => spec?.persistentVolumeReclaimPolicy ?? '',
  },
  {
    name: 'Status',
    description:
      'phase indicates if a volume is available, bound to a claim, or released by a claim. More info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#phase',
    cell: ({ metadata, status }) => (metadata.deletionTimestamp ? 'Terminating' : (status?.phase ?? '')),
  },
  {
    name: 'Claim',
    description:
      'claimRef is part of a bi-directional binding between PersistentVolume and PersistentVolumeClaim. Expected to be non-nil when bound. claim.VolumeName is the authoritative bind between PV and PVC. More info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#binding',
    cell: ({ spec }) => (spec?.claimRef ? `${spec.claimRef.namespace ?? ''}/${spec.claimRef.name ?? ''}` : ''),
  },
  { name: 'StorageClass', description: 'StorageClass of the pv', cell: storageClassOf },
  {
    name: 'VolumeAttributesClass',
    description: 'VolumeAttributesClass of the pv',
    cell: ({ spec }) => spec?.volumeAttributesClassName ?? '<unset>',
  },
  {
    name: 'Reason',
    description:
      'reason is a brief CamelCase string that describes any failure and is meant for machine parsing and tidy display in the CLI.',
    cell: ({ status }) => status?.reason ?? '',
  },
  ageColumn,
  {
    name: 'VolumeMode',
    priority: 1,
    description:
      'volumeMode defines if a volume is intended to be used with a formatted filesystem or to remain in raw block state. Value of Filesystem is implied when not included in spec.',
    cell: ({ spec }) => spec?.volumeMode ?? '<unset>',
  },
)
