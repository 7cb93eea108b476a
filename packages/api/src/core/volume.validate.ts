import { type FieldError, fieldError, type ObjectMeta } from '@skep/schema'
import { validateDescendingPath, validateNoBacksteps } from '../meta/file-path.ts'
import { checkDnsLabel, checkDnsSubdomain, checkInRange } from '../meta/names.ts'
import { invalid, validateOptionalOneOf, validateRequired } from '../meta/validation.ts'
import { isNegative } from './amounts.ts'
import { validateLegacyVolume } from './legacy-volumes.validate.ts'
import { validateClaimTemplate } from './persistent-volume-claim-spec.validate.ts'
import {
  validateConfigMapVolume,
  validateDownwardVolume,
  validateProjectedVolume,
  validateSecretVolume,
} from './projected-volumes.validate.ts'
import type { FCVolumeSource, ImageVolumeSource, ISCSIVolumeSource, Volume } from './volume.ts'

type Source = Exclude<keyof Volume, 'name'>

/** The sources in the order in which Kubernetes looks at them: those after the first are refused. */
const SOURCES: readonly Source[] = [
  'emptyDir',
  'hostPath',
  'gitRepo',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'secret',
  'nfs',
  'iscsi',
  'glusterfs',
  'flocker',
  'persistentVolumeClaim',
  'rbd',
  'cinder',
  'cephfs',
  'quobyte',
  'downwardAPI',
  'fc',
  'flexVolume',
  'configMap',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'storageos',
  'projected',
  'scaleIO',
  'csi',
  'ephemeral',
  'image',
]

/** What validation found out about the volumes of a pod. */
export interface CheckedVolumes {
  errors: FieldError[]
  /** Those without errors, by name: containers can refer to them. */
  usable: ReadonlyMap<string, Volume>
}

/** Everything wrong with the volumes of a pod. `podMeta` is absent in templates, whose pods have no name yet. */
export function validateVolumes(
  volumes: readonly Volume[] | undefined,
  path: string,
  podMeta: ObjectMeta | undefined,
): CheckedVolumes {
  const usable = new Map<string, Volume>()
  const errors: FieldError[] = []
  const made = new Set(
    (volumes ?? []).filter(({ ephemeral }) => ephemeral).map(({ name }) => `${podMeta?.name}-${name}`),
  )
  for (const [index, volume] of (volumes ?? []).entries()) {
    const at = `${path}[${index}]`
    const found = validateVolume(volume, at, podMeta)
    if (usable.has(volume.name)) found.push(fieldError.duplicate(`${at}.name`, volume.name))
    if (found.length === 0) usable.set(volume.name, volume)
    else errors.push(...found)
    const claim = volume.persistentVolumeClaim?.claimName
    if (podMeta?.name && claim && made.has(claim)) {
      const detail = 'must not reference a PVC that gets created for an ephemeral volume'
      errors.push(fieldError.invalid(`${at}.persistentVolumeClaim.claimName`, claim, detail))
    }
  }
  return { errors, usable }
}

function validateVolume(volume: Volume, path: string, podMeta: ObjectMeta | undefined): FieldError[] {
  const given = SOURCES.filter((source) => volume[source] !== undefined)
  const [first, ...others] = given
  return [
    ...(first ? validateSource(volume, first, path, podMeta) : []),
    ...others.map((source) => fieldError.forbidden(`${path}.${source}`, 'may not specify more than 1 volume type')),
    ...(first ? [] : [fieldError.required(path, 'must specify a volume type')]),
    ...(volume.name
      ? invalid(`${path}.name`, volume.name, checkDnsLabel(volume.name))
      : [fieldError.required(`${path}.name`)]),
  ]
}

function validateSource(volume: Volume, source: Source, path: string, podMeta: ObjectMeta | undefined): FieldError[] {
  const at = `${path}.${source}`
  const { emptyDir, hostPath, secret, configMap, downwardAPI, projected, csi, ephemeral, image } = volume
  if (emptyDir) return validateSizeLimit(emptyDir.sizeLimit, `${at}.sizeLimit`)
  if (hostPath) return validateHostPath(hostPath, at)
  if (secret) return validateSecretVolume(secret, at)
  if (configMap) return validateConfigMapVolume(configMap, at)
  if (downwardAPI) return validateDownwardVolume(downwardAPI, at)
  if (projected) return validateProjectedVolume(projected, at)
  if (csi)
    return [...validateCsiDriverName(csi.driver, `${at}.driver`), ...validateSecretRef(csi.nodePublishSecretRef, at)]
  if (ephemeral) return [...validateEphemeral(ephemeral, at), ...validateMadeClaimName(volume.name, path, podMeta)]
  if (image) return validateImage(image, at)
  return validateAttached(volume, source, path)
}

/** Sources that are attached over a network or by the system of a cloud. */
function validateAttached(volume: Volume, source: Source, path: string): FieldError[] {
  const at = `${path}.${source}`
  const { nfs, iscsi, fc, persistentVolumeClaim, gitRepo } = volume
  if (persistentVolumeClaim) return validateRequired(persistentVolumeClaim.claimName, `${at}.claimName`)
  if (nfs) return validateNfs(nfs, at)
  if (iscsi) return validateIscsi(iscsi, at)
  if (fc) return validateFibreChannel(fc, at)
  if (gitRepo) {
    return [
      ...validateRequired(gitRepo.repository, `${at}.repository`),
      ...validateDescendingPath(gitRepo.directory ?? '', `${at}.directory`),
    ]
  }
  return validateLegacyVolume(volume, source, path)
}

const validateSizeLimit = (limit: string | undefined, path: string): FieldError[] =>
  limit !== undefined && isNegative(limit)
    ? [fieldError.forbidden(path, 'SizeLimit field must be a valid resource quantity')]
    : []

const HOST_PATH_TYPES = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
]

/** A file or directory of the node. */
export function validateHostPath({ path: target, type }: { path: string; type?: string }, path: string): FieldError[] {
  if (!target) return [fieldError.required(`${path}.path`)]
  return [
    ...validateNoBacksteps(target, `${path}.path`),
    ...validateOptionalOneOf(type, `${path}.type`, HOST_PATH_TYPES),
  ]
}

/** An NFS export. */
export const validateNfs = ({ server, path: target }: { server: string; path: string }, path: string): FieldError[] => [
  ...validateRequired(server, `${path}.server`),
  ...validateRequired(target, `${path}.path`),
  ...(target?.startsWith('/') ? [] : [fieldError.invalid(`${path}.path`, target ?? '', 'must be an absolute path')]),
]

const ISCSI_NAMES: Record<string, RegExp> = {
  iqn: /iqn\.\d{4}-\d{2}\.([A-Za-z0-9-.]+)(:[^,;*&$|\s]+)$/,
  eui: /^eui.[A-Za-z0-9]{16}$/,
  naa: /^naa.[A-Za-z0-9]{32}$/,
}

/** An iSCSI disk. */
export function validateIscsi(
  iscsi: Omit<ISCSIVolumeSource, 'secretRef'> & { secretRef?: object },
  path: string,
): FieldError[] {
  const { targetPortal, iqn, lun, chapAuthDiscovery, chapAuthSession, secretRef, initiatorName } = iscsi
  return [
    ...validateRequired(targetPortal, `${path}.targetPortal`),
    ...(iqn ? invalid(`${path}.iqn`, iqn, checkIscsiName(iqn)) : [fieldError.required(`${path}.iqn`)]),
    ...invalid(`${path}.lun`, lun, checkInRange(lun, 0, 255)),
    ...((chapAuthDiscovery || chapAuthSession) && !secretRef ? [fieldError.required(`${path}.secretRef`)] : []),
    ...(initiatorName ? invalid(`${path}.initiatorname`, initiatorName, checkIscsiName(initiatorName)) : []),
  ]
}

function checkIscsiName(name: string): string[] {
  const pattern = ISCSI_NAMES[name.slice(0, 3)]
  if (pattern === undefined) return ['must be valid format starting with iqn, eui, or naa']
  return pattern.test(name) ? [] : ['must be valid format']
}

/** A Fibre Channel disk. */
export function validateFibreChannel({ targetWWNs = [], wwids = [], lun }: FCVolumeSource, path: string): FieldError[] {
  const at = `${path}.targetWWNs`
  const errors: FieldError[] = []
  if (targetWWNs.length + wwids.length === 0) {
    errors.push(fieldError.required(at, 'must specify either targetWWNs or wwids, but not both'))
  }
  if (targetWWNs.length > 0 && wwids.length > 0) {
    errors.push(fieldError.invalid(at, targetWWNs, 'targetWWNs and wwids can not be specified simultaneously'))
  }
  if (targetWWNs.length === 0) return errors
  return lun === undefined
    ? [...errors, fieldError.required(`${path}.lun`, 'lun is required if targetWWNs is specified')]
    : [...errors, ...invalid(`${path}.lun`, lun, checkInRange(lun, 0, 255))]
}

/** The name of a CSI driver: a DNS name in any case of letters. */
export function validateCsiDriverName(name: string | undefined, path: string): FieldError[] {
  if (!name) return [fieldError.required(path)]
  return [
    ...(name.length > 63 ? [fieldError.tooLong(path, 63)] : []),
    ...invalid(path, name, checkDnsSubdomain(name.toLowerCase())),
  ]
}

function validateSecretRef(reference: { name?: string } | undefined, path: string): FieldError[] {
  if (reference === undefined) return []
  return reference.name
    ? invalid(`${path}.name`, reference.name, checkDnsSubdomain(reference.name))
    : [fieldError.required(`${path}.nodePublishSecretRef.name`)]
}

const validateEphemeral = ({ volumeClaimTemplate }: NonNullable<Volume['ephemeral']>, path: string): FieldError[] =>
  volumeClaimTemplate
    ? validateClaimTemplate(volumeClaimTemplate, `${path}.volumeClaimTemplate`)
    : [fieldError.required(`${path}.volumeClaimTemplate`)]

/** The claim of an ephemeral volume is named after pod and volume. */
function validateMadeClaimName(name: string, path: string, podMeta: ObjectMeta | undefined): FieldError[] {
  if (!podMeta?.name || !name) return []
  const claim = `${podMeta.name}-${name}`
  return invalid(
    `${path}.name`,
    name,
    checkDnsSubdomain(claim).map((complaint) => `PVC name ${JSON.stringify(claim)}: ${complaint}`),
  )
}

const validateImage = ({ reference, pullPolicy }: ImageVolumeSource, path: string): FieldError[] => [
  ...validateRequired(reference, `${path}.reference`),
  ...validatePullPolicy(pullPolicy, `${path}.pullPolicy`),
]

const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never']

/** When an image is pulled. */
export function validatePullPolicy(policy: string | undefined, path: string): FieldError[] {
  if (!policy) return [fieldError.required(path)]
  return PULL_POLICIES.includes(policy) ? [] : [fieldError.notSupported(path, policy, PULL_POLICIES)]
}
