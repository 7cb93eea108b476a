import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { PersistentVolumeSpec } from '../core/persistent-volume.ts'
import { volumeAttachmentRules, volumeAttachmentTable } from './volume-attachment.rules.ts'

export const VolumeAttachmentSource = s.object(
  {
    inlineVolumeSpec: s.optional(
      s.with(PersistentVolumeSpec, { description: 'The volume as a whole, for volumes that a pod names inline.' }),
    ),
    persistentVolumeName: s.optional(s.string({ description: 'Name of a PersistentVolume.' })),
  },
  {
    description: 'The volume to attach; one of the fields is given.',
    component: 'io.k8s.api.storage.v1.VolumeAttachmentSource',
  },
)
export type VolumeAttachmentSource = TypeOf<typeof VolumeAttachmentSource>

export const VolumeAttachmentSpec = s.object(
  {
    attacher: s.string({ description: 'CSI driver that attaches it.', default: '' }),
    nodeName: s.string({ description: 'Node that gets the volume.', default: '' }),
    source: s.with(VolumeAttachmentSource, { description: 'The volume.', default: {} }),
  },
  {
    description: 'Which volume to attach to which node. Cannot change.',
    component: 'io.k8s.api.storage.v1.VolumeAttachmentSpec',
  },
)
export type VolumeAttachmentSpec = TypeOf<typeof VolumeAttachmentSpec>

export const VolumeError = s.object(
  {
    errorCode: s.optional(s.int32({ description: 'gRPC code of the error.' })),
    message: s.optional(s.string({ description: 'What happened; never with secrets.' })),
    time: s.optional(s.time({ description: 'When it happened.' })),
  },
  { description: 'What went wrong with a volume.', component: 'io.k8s.api.storage.v1.VolumeError' },
)
export type VolumeError = TypeOf<typeof VolumeError>

export const VolumeAttachmentStatus = s.object(
  {
    attachError: s.optional(s.with(VolumeError, { description: 'Why attaching last failed.' })),
    attached: s.bool({ description: 'Whether the volume is attached.', default: false }),
    attachmentMetadata: s.optional(s.map(s.string(), { description: 'What the driver said that mounting will need.' })),
    detachError: s.optional(s.with(VolumeError, { description: 'Why detaching last failed.' })),
  },
  {
    description: 'How far attaching or detaching has come.',
    component: 'io.k8s.api.storage.v1.VolumeAttachmentStatus',
  },
)
export type VolumeAttachmentStatus = TypeOf<typeof VolumeAttachmentStatus>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.with(VolumeAttachmentSpec, { description: 'Which volume to attach to which node.', default: {} }),
    status: s.optional(
      s.with(VolumeAttachmentStatus, { description: 'How far it is; written by whoever attaches.', default: {} }),
    ),
  },
  {
    description: 'Asks to attach a volume to a node, and tells how far that is.',
    component: 'io.k8s.api.storage.v1.VolumeAttachment',
  },
)

export const VolumeAttachment = defineKind({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'VolumeAttachment',
  plural: 'volumeattachments',
  scope: 'Cluster',
  statusSubresource: true,
  schema,
  columns: volumeAttachmentTable.columns,
  rules: volumeAttachmentRules,
})
export type VolumeAttachment = TypeOf<typeof schema>
