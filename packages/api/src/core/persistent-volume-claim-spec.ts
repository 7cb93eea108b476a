import { objectMeta, s, type TypeOf } from '@skep/schema'
import { LabelSelector } from '../meta/types.ts'
import { TypedLocalObjectReference, TypedObjectReference } from './references.ts'

export const VolumeResourceRequirements = s.object(
  {
    limits: s.optional(s.map(s.quantity(), { description: 'The most that is accepted.' })),
    requests: s.optional(s.map(s.quantity(), { description: 'The least that is needed.' })),
  },
  { description: 'How much storage is asked for.', component: 'io.k8s.api.core.v1.VolumeResourceRequirements' },
)
export type VolumeResourceRequirements = TypeOf<typeof VolumeResourceRequirements>

export const PersistentVolumeClaimSpec = s.object(
  {
    accessModes: s.optional(
      s.array(s.string(), { description: 'Ways in which it must be mountable.', listType: 'atomic' }),
    ),
    dataSource: s.optional(s.with(TypedLocalObjectReference, { description: 'A snapshot or claim to start from.' })),
    dataSourceRef: s.optional(s.with(TypedObjectReference, { description: 'An object of any kind to start from.' })),
    resources: s.optional(s.with(VolumeResourceRequirements, { description: 'How much is needed.', default: {} })),
    selector: s.optional(s.with(LabelSelector, { description: 'Labels that the volume must have.' })),
    storageClassName: s.optional(
      s.string({ description: 'Class of storage. The default class when not set; empty for none.' }),
    ),
    volumeAttributesClassName: s.optional(s.string({ description: 'Class of changeable attributes.' })),
    volumeMode: s.optional(s.string({ description: 'Filesystem or Block.' })),
    volumeName: s.optional(s.string({ omitEmpty: true, description: 'Volume that is bound to the claim.' })),
  },
  { description: 'The storage asked for.', component: 'io.k8s.api.core.v1.PersistentVolumeClaimSpec' },
)
export type PersistentVolumeClaimSpec = TypeOf<typeof PersistentVolumeClaimSpec>

export const PersistentVolumeClaimTemplate = s.object(
  {
    metadata: s.optional(s.with(objectMeta, { description: 'Labels and annotations of the claim.', default: {} })),
    spec: s.with(PersistentVolumeClaimSpec, { description: 'The storage asked for.', default: {} }),
  },
  { description: 'A claim yet to be made.', component: 'io.k8s.api.core.v1.PersistentVolumeClaimTemplate' },
)
export type PersistentVolumeClaimTemplate = TypeOf<typeof PersistentVolumeClaimTemplate>
