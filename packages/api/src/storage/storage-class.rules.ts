import { type FieldError, fieldError, type KindRules } from '@skep/schema'
import type { TopologySelectorTerm } from '../core/references.ts'
import { validateLabelKey } from '../meta/label-selector.ts'
import { checkQualifiedName } from '../meta/names.ts'
import { invalid, validateEach, validateOneOf, validateOptionalOneOf, validateRequired } from '../meta/validation.ts'
import { isSame, validateKept } from '../rules/equal.ts'
import { ageColumn, defineTable } from '../rules/table.ts'
import type { StorageClass } from './storage-class.ts'

const DEFAULT_ANNOTATION = 'storageclass.kubernetes.io/is-default-class'
const MAX_PARAMETERS = 512
const MAX_PARAMETERS_BYTES = 256 * 1024

/** What `kubectl get storageclasses` shows. */
export const storageClassTable = defineTable<StorageClass>(
  {
    name: 'Name',
    format: 'name',
    cell: ({ metadata }) =>
      metadata.annotations?.[DEFAULT_ANNOTATION] === 'true' ? `${metadata.name} (default)` : (metadata.name ?? ''),
  },
  {
    name: 'Provisioner',
    description: 'provisioner indicates the type of the provisioner.',
    cell: ({ provisioner }) => provisioner,
  },
  {
    name: 'ReclaimPolicy',
    description:
      'reclaimPolicy controls the reclaimPolicy for dynamically provisioned PersistentVolumes of this storage class. Defaults to Delete.',
    cell: ({ reclaimPolicy }) => reclaimPolicy ?? 'Delete',
  },
  {
    name: 'VolumeBindingMode',
    description:
      'volumeBindingMode indicates how PersistentVolumeClaims should be provisioned and bound.  When unset, VolumeBindingImmediate is used. This field is only honored by servers that enable the VolumeScheduling feature.',
    cell: ({ volumeBindingMode }) => volumeBindingMode ?? '<unset>',
  },
  {
    name: 'AllowVolumeExpansion',
    description: 'allowVolumeExpansion shows whether the storage class allow volume expand.',
    cell: ({ allowVolumeExpansion }) => allowVolumeExpansion ?? false,
  },
  ageColumn,
)

/** What StorageClasses do beyond their schema. */
export const storageClassRules: KindRules<StorageClass> = {
  defaults: (storage) => {
    storage.reclaimPolicy ??= 'Delete'
    storage.volumeBindingMode ??= 'Immediate'
  },
  validate: (storage) => [
    ...(storage.provisioner
      ? invalid('provisioner', storage.provisioner.toLowerCase(), checkQualifiedName(storage.provisioner.toLowerCase()))
      : []),
    ...validateParameters(storage.parameters ?? {}, 'parameters'),
    ...validateOptionalOneOf(storage.reclaimPolicy, 'reclaimPolicy', ['Delete', 'Retain']),
    ...validateOneOf(storage.volumeBindingMode, 'volumeBindingMode', ['Immediate', 'WaitForFirstConsumer']),
    ...validateTopologies(storage.allowedTopologies ?? [], 'allowedTopologies'),
    ...validateRequired(storage.provisioner, 'provisioner'),
  ],
  validateUpdate: (storage, stored) =>
    (['provisioner', 'parameters', 'reclaimPolicy', 'volumeBindingMode'] as const).flatMap((name) =>
      validateKept(storage[name], stored[name], name, null),
    ),
  cells: storageClassTable.cells,
}

function validateParameters(parameters: Record<string, string>, path: string): FieldError[] {
  const entries = Object.entries(parameters)
  if (entries.length > MAX_PARAMETERS) return [fieldError.tooLong(path, MAX_PARAMETERS)]
  const bytes = entries.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0)
  return [
    ...('' in parameters ? [fieldError.invalid(path, '', 'field can not be empty.')] : []),
    ...(bytes > MAX_PARAMETERS_BYTES ? [fieldError.tooLong(path, MAX_PARAMETERS_BYTES)] : []),
  ]
}

const validateTopologies = (topologies: readonly TopologySelectorTerm[], path: string): FieldError[] =>
  validateEach(topologies, path, (term, at, index) => {
    const isNew = !topologies.slice(0, index).some((other) => isSame(other, term))
    const where = `${at}.matchLabelExpressions`
    return [...validateTerm(term, where), ...(isNew ? [] : [fieldError.duplicate(where, '')])]
  })

function validateTerm({ matchLabelExpressions = [] }: TopologySelectorTerm, path: string): FieldError[] {
  const keys = new Set<string>()
  return validateEach(matchLabelExpressions, path, ({ key, values }, at) => {
    const isNew = !keys.has(key)
    keys.add(key)
    return [
      ...validateValues(values ?? [], `${at}.values`),
      ...validateLabelKey(key, `${at}.key`),
      ...(isNew ? [] : [fieldError.duplicate(`${at}.key`, key)]),
    ]
  })
}

function validateValues(values: readonly string[], path: string): FieldError[] {
  if (values.length === 0) return [fieldError.required(path)]
  return validateEach(values, path, (value, at, index) =>
    values.indexOf(value) < index ? [fieldError.duplicate(at, value)] : [],
  )
}
