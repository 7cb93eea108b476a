import type { KindRules } from '@skep/schema'
import { keepOtherHalf } from '../rules/status.ts'
import { persistentVolumeTable } from './persistent-volume.table.ts'
import type { PersistentVolume } from './persistent-volume.ts'
import { validatePersistentVolume, validatePersistentVolumeUpdate } from './persistent-volume.validate.ts'
import { roundResources } from './pod-spec.defaults.ts'

/** What persistent volumes do beyond their schema. */
export const persistentVolumeRules: KindRules<PersistentVolume> = {
  defaults: (volume) => {
    volume.spec ??= {}
    volume.spec.persistentVolumeReclaimPolicy ||= 'Retain'
    volume.spec.volumeMode ??= 'Filesystem'
    if (volume.spec.hostPath) volume.spec.hostPath.type ??= ''
    if (volume.spec.capacity) roundResources(volume.spec.capacity)
    volume.status ??= {}
    volume.status.phase ||= 'Pending'
  },
  prepareForCreate: (volume) => {
    const { creationTimestamp } = volume.metadata
    volume.status = {
      phase: 'Pending',
      ...(creationTimestamp === undefined ? {} : { lastPhaseTransitionTime: creationTimestamp }),
    }
  },
  prepareForUpdate: (volume, stored, context) => {
    keepOtherHalf(volume, stored, context)
    if (context.subresource === 'status') notePhaseChange(volume, stored, context.now)
  },
  validate: validatePersistentVolume,
  validateUpdate: (volume, stored, { subresource }) =>
    subresource === 'status' ? [] : validatePersistentVolumeUpdate(volume.spec ?? {}, stored.spec ?? {}),
  warnings: ({ spec }) => [
    ...(spec?.persistentVolumeReclaimPolicy === 'Recycle'
      ? [
          'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.',
        ]
      : []),
  ],
  cells: persistentVolumeTable.cells,
  selectableFields: ({ metadata }) => ({ name: metadata.name ?? '' }),
}

/** The status says since when the volume is in its phase, also when whoever writes it does not. */
function notePhaseChange(volume: PersistentVolume, stored: PersistentVolume, now: string | undefined): void {
  volume.status ??= {}
  const before = stored.status?.lastPhaseTransitionTime
  const { phase, lastPhaseTransitionTime: given } = volume.status
  const isNew = phase !== stored.status?.phase
  if (isNew && now !== undefined && (given === undefined || given === before))
    volume.status.lastPhaseTransitionTime = now
  else if (!isNew && given === undefined && before !== undefined) volume.status.lastPhaseTransitionTime = before
}
