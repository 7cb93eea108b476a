import { type FieldError, fieldError, type KindRules } from '@skep/schema'
import { checkDnsSubdomain } from '../meta/names.ts'
import { invalid } from '../meta/validation.ts'
import { validateKept } from '../rules/equal.ts'
import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import { validateDriverName } from './driver-name.ts'
import type {
  VolumeAttachment,
  VolumeAttachmentSource,
  VolumeAttachmentStatus,
  VolumeError,
} from './volume-attachment.ts'

const MAX_METADATA_BYTES = 256 * 1024
const MAX_MESSAGE_BYTES = 1024
const NO_STATUS = { attached: false }

/** What `kubectl get volumeattachments` shows. */
export const volumeAttachmentTable = defineTable<VolumeAttachment>(
  nameColumn,
  {
    name: 'Attacher',
    format: 'name',
    description: 'CSI driver that attaches the volume.',
    cell: ({ spec }) => spec.attacher,
  },
  { name: 'PV', description: 'The volume.', cell: ({ spec }) => spec.source.persistentVolumeName ?? '' },
  { name: 'Node', description: 'Node that gets the volume.', cell: ({ spec }) => spec.nodeName },
  {
    name: 'Attached',
    type: 'boolean',
    description: 'Whether the volume is attached.',
    cell: ({ status }) => status?.attached ?? false,
  },
  ageColumn,
)

/** What VolumeAttachments do beyond their schema. */
export const volumeAttachmentRules: KindRules<VolumeAttachment> = {
  prepareForCreate: (attachment) => {
    attachment.status = { ...NO_STATUS }
  },
  validate: ({ spec }) => [
    ...validateSource(spec.source, 'spec.source'),
    ...invalid('spec.nodeName', spec.nodeName, checkDnsSubdomain(spec.nodeName)),
    ...(spec.source.persistentVolumeName === undefined
      ? []
      : invalid(
          'spec.source.persistentVolumeName',
          spec.source.persistentVolumeName,
          checkDnsSubdomain(spec.source.persistentVolumeName),
        )),
    ...validateDriverName(spec.attacher, 'spec.attacher'),
  ],
  validateUpdate: ({ spec, status = NO_STATUS }, stored, { subresource }) => [
    ...(subresource === 'status' ? validateStatus(status) : []),
    ...validateKept(spec, stored.spec, 'spec', null),
  ],
  cells: volumeAttachmentTable.cells,
}

const ONE_SOURCE = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName'

function validateSource(
  { inlineVolumeSpec, persistentVolumeName }: VolumeAttachmentSource,
  path: string,
): FieldError[] {
  if (inlineVolumeSpec === undefined && persistentVolumeName === undefined) {
    return [fieldError.required(path, ONE_SOURCE)]
  }
  if (inlineVolumeSpec !== undefined && persistentVolumeName !== undefined) {
    return [fieldError.forbidden(path, ONE_SOURCE)]
  }
  return persistentVolumeName === ''
    ? [fieldError.required(`${path}.persistentVolumeName`, 'must specify non empty persistentVolumeName')]
    : []
}

function validateStatus({ attachmentMetadata = {}, attachError, detachError }: VolumeAttachmentStatus): FieldError[] {
  const entries = Object.entries(attachmentMetadata)
  const bytes = entries.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0)
  return [
    ...(bytes > MAX_METADATA_BYTES ? [fieldError.tooLong('status.attachmentMetadata', MAX_METADATA_BYTES)] : []),
    ...(attachError ? validateVolumeError(attachError, 'status.attachError') : []),
    ...(detachError ? validateVolumeError(detachError, 'status.detachError') : []),
  ]
}

const validateVolumeError = ({ message = '', errorCode = 0 }: VolumeError, path: string): FieldError[] => [
  ...(Buffer.byteLength(message) > MAX_MESSAGE_BYTES ? [fieldError.tooLong(`${path}.message`, MAX_MESSAGE_BYTES)] : []),
  ...(errorCode < 0
    ? [fieldError.invalid(`${path}.errorCode`, errorCode, 'must be between 0 and 2147483647, inclusive')]
    : []),
]
