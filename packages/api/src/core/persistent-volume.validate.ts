import { type FieldError, fieldError, type Json, jsonEqual, parseQuantity } from '@skep/schema'
import { validateNoBacksteps } from '../meta/file-path.ts'
import { validateImmutable, validateOneOf, validateRequired } from '../meta/validation.ts'
import { validateLegacyVolume } from './legacy-volumes.validate.ts'
import type { PersistentVolume, PersistentVolumeSpec } from './persistent-volume.ts'
import { validateAccessModes, validateClassName, validateVolumeMode } from './persistent-volume-claim-spec.validate.ts'
import { validateNodeSelector } from './scheduling.validate.ts'
import {
  validateCsiDriverName,
  validateFibreChannel,
  validateHostPath,
  validateIscsi,
  validateNfs,
} from './volume.validate.ts'

/** The sources in the order in which Kubernetes looks at them. */
const SOURCES = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'flocker',
  'nfs',
  'rbd',
  'quobyte',
  'cephfs',
  'iscsi',
  'cinder',
  'fc',
  'flexVolume',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'scaleIO',
  'local',
  'storageos',
  'csi',
] as const
type Source = (typeof SOURCES)[number]

/** Everything wrong with a volume. */
export const validatePersistentVolume = ({ spec }: PersistentVolume): FieldError[] =>
  validatePersistentVolumeSpec(spec ?? {}, 'spec')

function validatePersistentVolumeSpec(spec: PersistentVolumeSpec, path: string): FieldError[] {
  return [
    ...(spec.accessModes?.length ? [] : [fieldError.required(`${path}.accessModes`)]),
    ...validateAccessModes(spec.accessModes ?? [], `${path}.accessModes`),
    ...validateCapacity(spec.capacity, `${path}.capacity`),
    ...(spec.persistentVolumeReclaimPolicy
      ? validateOneOf(spec.persistentVolumeReclaimPolicy, `${path}.persistentVolumeReclaimPolicy`, [
          'Delete',
          'Recycle',
          'Retain',
        ])
      : []),
    ...validateNodeAffinity(spec, `${path}.nodeAffinity`),
    ...validateSources(spec, path),
    ...validateClassName(spec.storageClassName, `${path}.storageClassName`),
    ...validateVolumeMode(spec.volumeMode, `${path}.volumeMode`),
    ...validateAttributesClass(spec, path),
  ]
}

function validateCapacity(capacity: PersistentVolumeSpec['capacity'], path: string): FieldError[] {
  const names = Object.keys(capacity ?? {})
  return [
    ...(names.length === 0 ? [fieldError.required(path)] : []),
    ...(names.length === 1 && names[0] === 'storage' ? [] : [unsupportedCapacity(capacity, path)]),
    ...Object.entries(capacity ?? {})
      .filter(([, amount]) => parseQuantity(amount).nanos <= 0n)
      .map(([name, amount]) => fieldError.invalid(`${path}[${name}]`, amount, 'must be greater than zero')),
  ]
}

const unsupportedCapacity = (capacity: PersistentVolumeSpec['capacity'], path: string): FieldError =>
  fieldError.notSupported(path, capacity && Object.keys(capacity).length > 0 ? capacity : null, ['storage'])

function validateNodeAffinity({ nodeAffinity }: PersistentVolumeSpec, path: string): FieldError[] {
  if (nodeAffinity === undefined) return []
  return nodeAffinity.required
    ? validateNodeSelector(nodeAffinity.required, `${path}.required`)
    : [fieldError.required(`${path}.required`, 'must specify required node constraints')]
}

function validateSources(spec: PersistentVolumeSpec, path: string): FieldError[] {
  const [first, ...others] = SOURCES.filter((source) => spec[source] !== undefined)
  if (first === undefined) return [fieldError.required(path, 'must specify a volume type')]
  const isRoot = spec.hostPath && /^\/+$/.test(spec.hostPath.path)
  return [
    ...validateSource(spec, first, path),
    ...others.map((source) => fieldError.forbidden(`${path}.${source}`, 'may not specify more than 1 volume type')),
    ...(isRoot && spec.persistentVolumeReclaimPolicy === 'Recycle'
      ? [
          fieldError.forbidden(
            `${path}.persistentVolumeReclaimPolicy`,
            "may not be 'recycle' for a hostPath mount of '/'",
          ),
        ]
      : []),
  ]
}

function validateSource(spec: PersistentVolumeSpec, source: Source, path: string): FieldError[] {
  const at = `${path}.${source}`
  const { hostPath, nfs, iscsi, fc, local, csi } = spec
  if (hostPath) return validateHostPath(hostPath, at)
  if (nfs) return validateNfs(nfs, at)
  if (iscsi) return validateIscsi(iscsi, at)
  if (fc) return validateFibreChannel(fc, at)
  if (csi)
    return [
      ...validateCsiDriverName(csi.driver, `${at}.driver`),
      ...validateRequired(csi.volumeHandle, `${at}.volumeHandle`),
    ]
  if (!local) return validateLegacyVolume(spec, source, path)
  return [
    ...(local.path ? validateNoBacksteps(local.path, `${at}.path`) : [fieldError.required(`${at}.path`)]),
    ...(spec.nodeAffinity ? [] : [fieldError.required(`${path}.nodeAffinity`, 'Local volume requires node affinity')]),
  ]
}

function validateAttributesClass(
  { volumeAttributesClassName: name, csi }: PersistentVolumeSpec,
  path: string,
): FieldError[] {
  if (name === undefined) return []
  const at = `${path}.volumeAttributesClassName`
  return [
    ...(name === '' ? [fieldError.required(at, 'an empty string is disallowed')] : validateClassName(name, at)),
    ...(csi ? [] : [fieldError.required(`${path}.csi`, 'has to be specified when using volumeAttributesClassName')]),
  ]
}

/** Everything wrong with changing a volume: what it is made of stays. */
export function validatePersistentVolumeUpdate(spec: PersistentVolumeSpec, stored: PersistentVolumeSpec): FieldError[] {
  const errors: FieldError[] = []
  if (!jsonEqual(sourceOf(spec, stored), sourceOf(stored, stored))) {
    const detail = 'spec.persistentvolumesource is immutable after creation\n'
    errors.push(fieldError.forbidden('spec.persistentvolumesource', detail))
  }
  errors.push(...validateImmutable(spec.volumeMode, stored.volumeMode, 'volumeMode'))
  if (stored.nodeAffinity) errors.push(...validateImmutable(spec.nodeAffinity, stored.nodeAffinity, 'nodeAffinity'))
  if (stored.volumeAttributesClassName !== undefined && spec.volumeAttributesClassName === undefined) {
    const detail = 'update from non-nil value to nil is forbidden'
    errors.push(fieldError.forbidden('spec.volumeAttributesClassName', detail))
  }
  return errors
}

/** The sources of a spec. A secret to grow a CSI volume with may be added later. */
function sourceOf(spec: PersistentVolumeSpec, stored: PersistentVolumeSpec): Json {
  const sources = Object.fromEntries(SOURCES.map((source) => [source, spec[source]]))
  if (!spec.csi || stored.csi?.controllerExpandSecretRef) return sources
  const { controllerExpandSecretRef: _secret, ...csi } = spec.csi
  return { ...sources, csi }
}
