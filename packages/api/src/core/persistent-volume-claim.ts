import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { persistentVolumeClaimRules } from './persistent-volume-claim.rules.ts'
import { persistentVolumeClaimTable } from './persistent-volume-claim.table.ts'
import { PersistentVolumeClaimSpec } from './persistent-volume-claim-spec.ts'

export const ModifyVolumeStatus = s.object(
  {
    status: s.string({ description: 'Pending, InProgress or Infeasible.', default: '' }),
    targetVolumeAttributesClassName: s.optional(s.string({ omitEmpty: true, description: 'Class being changed to.' })),
  },
  { description: 'Progress of a change of volume attributes.', component: 'io.k8s.api.core.v1.ModifyVolumeStatus' },
)
export type ModifyVolumeStatus = TypeOf<typeof ModifyVolumeStatus>

export const PersistentVolumeClaimCondition = s.object(
  {
    lastProbeTime: s.optional(s.time({ description: 'When it was last looked at.' })),
    lastTransitionTime: s.optional(s.time({ description: 'When the status last changed.' })),
    message: s.optional(s.string({ omitEmpty: true, description: 'Details, for people.' })),
    reason: s.optional(s.string({ omitEmpty: true, description: 'Why, as one word for programs.' })),
    status: s.string({ description: 'True, False or Unknown.', default: '' }),
    type: s.string({ description: 'The aspect, such as Resizing.', default: '' }),
  },
  { description: 'One aspect of a claim.', component: 'io.k8s.api.core.v1.PersistentVolumeClaimCondition' },
)
export type PersistentVolumeClaimCondition = TypeOf<typeof PersistentVolumeClaimCondition>

export const PersistentVolumeClaimStatus = s.object(
  {
    accessModes: s.optional(
      s.array(s.string(), { description: 'Ways in which the volume can be mounted.', listType: 'atomic' }),
    ),
    allocatedResourceStatuses: s.optional(
      s.map(s.string(), { description: 'Progress of a resize, by resource.', mapType: 'granular' }),
    ),
    allocatedResources: s.optional(s.map(s.quantity(), { description: 'Resources set aside while a resize goes on.' })),
    capacity: s.optional(s.map(s.quantity(), { description: 'Size of the bound volume.' })),
    conditions: s.optional(
      s.array(PersistentVolumeClaimCondition, {
        description: 'State of the claim, aspect by aspect.',
        listType: 'map',
        listMapKeys: ['type'],
        patchStrategy: 'merge',
        patchMergeKey: 'type',
      }),
    ),
    currentVolumeAttributesClassName: s.optional(s.string({ description: 'Class of attributes in force.' })),
    modifyVolumeStatus: s.optional(s.with(ModifyVolumeStatus, { description: 'Progress of a change of attributes.' })),
    phase: s.optional(s.string({ omitEmpty: true, description: 'Pending, Bound or Lost.' })),
  },
  { description: 'What is known of a claim.', component: 'io.k8s.api.core.v1.PersistentVolumeClaimStatus' },
)
export type PersistentVolumeClaimStatus = TypeOf<typeof PersistentVolumeClaimStatus>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.optional(s.with(PersistentVolumeClaimSpec, { description: 'The storage asked for.', default: {} })),
    status: s.optional(
      s.with(PersistentVolumeClaimStatus, { description: 'What is known, written by the system.', default: {} }),
    ),
  },
  {
    description: 'A request for storage, answered by binding a PersistentVolume.',
    component: 'io.k8s.api.core.v1.PersistentVolumeClaim',
  },
)

export const PersistentVolumeClaim = defineKind({
  group: '',
  version: 'v1',
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
  scope: 'Namespaced',
  shortNames: ['pvc'],
  statusSubresource: true,
  schema,
  columns: persistentVolumeClaimTable.columns,
  selectableFields: ['name'],
  rules: persistentVolumeClaimRules,
})
export type PersistentVolumeClaim = TypeOf<typeof schema>
