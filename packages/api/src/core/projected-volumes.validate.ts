import { type FieldError, fieldError } from '@skep/schema'
import { validateUnreservedPath } from '../meta/file-path.ts'
import { validateLabelSelector } from '../meta/label-selector.ts'
import { validateEach, validateOneOf, validateRequired } from '../meta/validation.ts'
import { validateObjectField, validateResourceField } from './env.validate.ts'
import type {
  ClusterTrustBundleProjection,
  ConfigMapVolumeSource,
  DownwardAPIVolumeFile,
  DownwardAPIVolumeSource,
  KeyToPath,
  PodCertificateProjection,
  ProjectedVolumeSource,
  SecretVolumeSource,
  ServiceAccountTokenProjection,
  VolumeProjection,
} from './projected-volumes.ts'

const VOLUME_FIELDS = ['metadata.name', 'metadata.namespace', 'metadata.labels', 'metadata.annotations', 'metadata.uid']

const validateMode = (mode: number | undefined, path: string): FieldError[] =>
  mode === undefined || (mode >= 0 && mode <= 0o777)
    ? []
    : [fieldError.invalid(path, mode, 'must be a number between 0 and 0777 (octal), both inclusive')]

/** Keys of a Secret, as files. */
export const validateSecretVolume = (
  { secretName, defaultMode, items }: SecretVolumeSource,
  path: string,
): FieldError[] => [
  ...validateRequired(secretName, `${path}.secretName`),
  ...validateMode(defaultMode, `${path}.defaultMode`),
  ...validateEach(items, `${path}.items`, validateKeyToPath),
]

/** Keys of a ConfigMap, as files. */
export const validateConfigMapVolume = (
  { name, defaultMode, items }: ConfigMapVolumeSource,
  path: string,
): FieldError[] => [
  ...validateRequired(name, `${path}.name`),
  ...validateMode(defaultMode, `${path}.defaultMode`),
  ...validateEach(items, `${path}.items`, validateKeyToPath),
]

const validateKeyToPath = ({ key, path: target, mode }: KeyToPath, path: string): FieldError[] => [
  ...validateRequired(key, `${path}.key`),
  ...validateRequired(target, `${path}.path`),
  ...validateUnreservedPath(target ?? '', `${path}.path`),
  ...validateMode(mode, `${path}.mode`),
]

/** Facts about the pod, as files. Errors name the volume, not the file. */
export const validateDownwardVolume = ({ defaultMode, items }: DownwardAPIVolumeSource, path: string): FieldError[] => [
  ...validateMode(defaultMode, `${path}.defaultMode`),
  ...(items ?? []).flatMap((file) => validateDownwardFile(file, path)),
]

function validateDownwardFile(file: DownwardAPIVolumeFile, path: string): FieldError[] {
  const { path: target, fieldRef, resourceFieldRef, mode } = file
  return [
    ...validateRequired(target, `${path}.path`),
    ...validateUnreservedPath(target ?? '', `${path}.path`),
    ...(fieldRef ? validateObjectField(fieldRef, `${path}.fieldRef`, VOLUME_FIELDS) : []),
    ...(fieldRef && resourceFieldRef
      ? [fieldError.invalid(path, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously')]
      : []),
    ...(!fieldRef && resourceFieldRef ? validateResourceField(resourceFieldRef, `${path}.resourceFieldRef`, true) : []),
    ...(!fieldRef && !resourceFieldRef
      ? [fieldError.required(path, 'one of fieldRef and resourceFieldRef is required')]
      : []),
    ...validateMode(mode, `${path}.mode`),
  ]
}

/** Several sources in one directory. */
export function validateProjectedVolume({ defaultMode, sources }: ProjectedVolumeSource, path: string): FieldError[] {
  const taken = new Set<string>()
  return [
    ...validateMode(defaultMode, `${path}.defaultMode`),
    ...validateEach(sources, `${path}.sources`, (source, at) => [
      ...validateProjection(source, at, path),
      ...filesOf(source).flatMap(({ file, shownAs }) => validateNotTaken(file, shownAs, taken, path)),
      ...(Object.values(source).filter(Boolean).length > 1
        ? [fieldError.forbidden(at, 'may not specify more than 1 volume type per source')]
        : []),
    ]),
  ]
}

function validateNotTaken(file: string, shownAs: string, taken: Set<string>, path: string): FieldError[] {
  const errors = taken.has(file) ? [fieldError.invalid(path, shownAs, 'conflicting duplicate paths')] : []
  taken.add(file)
  return errors
}

/** The files that a source makes, with the name under which a conflict is reported. */
function filesOf({ secret, configMap, downwardAPI, clusterTrustBundle, podCertificate }: VolumeProjection) {
  const { credentialBundlePath, keyPath, certificateChainPath } = podCertificate ?? {}
  const own = [
    ...(downwardAPI?.items ?? []).map(({ path }) => path),
    clusterTrustBundle?.path,
    credentialBundlePath,
    keyPath,
    certificateChainPath,
  ]
  return [
    ...(secret?.items ?? []).map(({ path }) => ({ file: path, shownAs: secret?.name ?? '' })),
    ...(configMap?.items ?? []).map(({ path }) => ({ file: path, shownAs: configMap?.name ?? '' })),
    ...own.filter((file) => file !== undefined).map((file) => ({ file, shownAs: file })),
  ].filter(({ file }) => Boolean(file))
}

const validateProjection = (source: VolumeProjection, at: string, volumePath: string): FieldError[] => [
  ...(source.secret ? validateItems(source.secret, `${at}.secret`) : []),
  ...(source.configMap ? validateItems(source.configMap, `${at}.configMap`) : []),
  ...(source.downwardAPI?.items ?? []).flatMap((file) => validateDownwardFile(file, `${at}.downwardAPI`)),
  ...(source.serviceAccountToken
    ? validateToken(source.serviceAccountToken, `${at}.serviceAccountToken`, volumePath)
    : []),
  ...(source.clusterTrustBundle ? validateTrustBundle(source.clusterTrustBundle, `${at}.clusterTrustBundle`) : []),
  ...(source.podCertificate ? validateCertificate(source.podCertificate, `${at}.podCertificate`) : []),
]

const validateItems = ({ name, items }: { name?: string; items?: KeyToPath[] }, path: string): FieldError[] => [
  ...validateRequired(name, `${path}.name`),
  ...validateEach(items, `${path}.items`, validateKeyToPath),
]

function validateToken(token: ServiceAccountTokenProjection, path: string, volumePath: string): FieldError[] {
  const { expirationSeconds, path: file } = token
  const at = `${path}.expirationSeconds`
  const errors = expirationSeconds === undefined ? [fieldError.required(at)] : []
  if (expirationSeconds !== undefined && expirationSeconds < 600) {
    errors.push(fieldError.invalid(at, expirationSeconds, 'may not specify a duration less than 10 minutes'))
  }
  if (expirationSeconds !== undefined && expirationSeconds > 2 ** 32) {
    errors.push(fieldError.invalid(at, expirationSeconds, 'may not specify a duration larger than 2^32 seconds'))
  }
  return [
    ...errors,
    ...(file ? validateUnreservedPath(file, `${volumePath}.path`) : [fieldError.required(`${volumePath}.path`)]),
  ]
}

function validateTrustBundle(bundle: ClusterTrustBundleProjection, path: string): FieldError[] {
  const { name, signerName, labelSelector, path: file } = bundle
  const errors: FieldError[] = []
  if (name === undefined && signerName === undefined) {
    errors.push(fieldError.required(path, 'either name or signerName must be specified'))
  } else if (name !== undefined && signerName !== undefined) {
    errors.push(fieldError.invalid(path, bundle, 'only one of name and signerName may be used'))
  } else if (name === '') errors.push(fieldError.required(`${path}.name`, 'must be a valid object name'))
  else if (signerName === '') errors.push(fieldError.required(`${path}.signerName`, 'must be a valid signer name'))
  if (name !== undefined && labelSelector) {
    const detail = 'labelSelector must be unset if name is specified'
    errors.push(fieldError.invalid(`${path}.labelSelector`, labelSelector, detail))
  }
  return [
    ...errors,
    ...(signerName ? validateLabelSelector(labelSelector, `${path}.labelSelector`) : []),
    ...validateRequired(file, `${path}.path`),
    ...validateUnreservedPath(file ?? '', `${path}.path`),
  ]
}

const KEY_TYPES = ['RSA3072', 'RSA4096', 'ECDSAP256', 'ECDSAP384', 'ECDSAP521', 'ED25519']

function validateCertificate(certificate: PodCertificateProjection, path: string): FieldError[] {
  const { keyType, maxExpirationSeconds, signerName, credentialBundlePath, keyPath, certificateChainPath } = certificate
  const files = { credentialBundlePath, keyPath, certificateChainPath }
  return [
    ...validateRequired(signerName, `${path}.signerName`),
    ...validateOneOf(keyType, `${path}.keyType`, KEY_TYPES),
    ...(maxExpirationSeconds !== undefined && maxExpirationSeconds < 3600
      ? [
          fieldError.invalid(
            `${path}.maxExpirationSeconds`,
            maxExpirationSeconds,
            'if provided, maxExpirationSeconds must be >= 3600',
          ),
        ]
      : []),
    ...Object.entries(files).flatMap(([name, file]) => (file ? validateUnreservedPath(file, `${path}.${name}`) : [])),
    ...(Object.values(files).some(Boolean)
      ? []
      : [fieldError.required(path, 'specify at least one of credentialBundlePath, keyPath, and certificateChainPath')]),
  ]
}
