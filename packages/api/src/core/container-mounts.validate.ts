import { type FieldError, fieldError } from '@skep/schema'
import { validateDescendingPath } from '../meta/file-path.ts'
import { validateEach, validateOneOf } from '../meta/validation.ts'
import type { Container, VolumeDevice, VolumeMount } from './container.ts'
import type { Volume } from './volume.ts'

type MountingContainer = Pick<Container, 'volumeMounts' | 'volumeDevices' | 'securityContext'>

/** Everything wrong with how a container uses the volumes of its pod. */
export const validateMounts = (
  container: MountingContainer,
  path: string,
  volumes: ReadonlyMap<string, Volume>,
): FieldError[] => [
  ...validateVolumeMounts(container, `${path}.volumeMounts`, volumes),
  ...validateVolumeDevices(container, `${path}.volumeDevices`, volumes),
]

function validateVolumeMounts(
  container: MountingContainer,
  path: string,
  volumes: ReadonlyMap<string, Volume>,
): FieldError[] {
  const { volumeMounts, volumeDevices = [] } = container
  const taken = new Set<string>()
  return validateEach(volumeMounts, path, (mount, at) => {
    const { name, mountPath } = mount
    const errors = name ? [] : [fieldError.required(`${at}.name`)]
    if (!volumes.has(name)) errors.push(fieldError.notFound(`${at}.name`, name))
    if (!mountPath) errors.push(fieldError.required(`${at}.mountPath`))
    if (taken.has(mountPath)) errors.push(fieldError.invalid(`${at}.mountPath`, mountPath, 'must be unique'))
    taken.add(mountPath)
    if (volumeDevices.some((device) => device.name === name)) {
      errors.push(fieldError.invalid(`${at}.name`, name, 'must not already exist in volumeDevices'))
    }
    if (volumeDevices.some((device) => device.devicePath === mountPath)) {
      const detail = 'must not already exist as a path in volumeDevices'
      errors.push(fieldError.invalid(`${at}.mountPath`, mountPath, detail))
    }
    return [...errors, ...validateSubPath(mount, at, path), ...validateMountOptions(mount, path, container)]
  })
}

/** Some errors name the list of mounts rather than the mount: so does Kubernetes. */
function validateSubPath({ subPath, subPathExpr }: VolumeMount, at: string, path: string): FieldError[] {
  return [
    ...(subPath ? validateDescendingPath(subPath, `${path}.subPath`) : []),
    ...(subPath && subPathExpr
      ? [fieldError.invalid(`${at}.subPathExpr`, subPathExpr, 'subPathExpr and subPath are mutually exclusive')]
      : []),
    ...(subPathExpr ? validateDescendingPath(subPathExpr, `${path}.subPathExpr`) : []),
  ]
}

const PROPAGATIONS = ['Bidirectional', 'HostToContainer', 'None']

function validateMountOptions(mount: VolumeMount, path: string, { securityContext }: MountingContainer): FieldError[] {
  const { mountPropagation } = mount
  const at = `${path}.mountPropagation`
  const errors = mountPropagation === undefined ? [] : validateOneOf(mountPropagation, at, PROPAGATIONS)
  if (mountPropagation === 'Bidirectional' && !securityContext?.privileged) {
    const detail = 'Bidirectional mount propagation is available only to privileged containers'
    errors.push(fieldError.forbidden(at, detail))
  }
  return [...errors, ...validateRecursiveReadOnly(mount, `${path}.recursiveReadOnly`)]
}

function validateRecursiveReadOnly(mount: VolumeMount, path: string): FieldError[] {
  const { recursiveReadOnly, readOnly, mountPropagation } = mount
  if (recursiveReadOnly === undefined || recursiveReadOnly === 'Disabled') return []
  if (recursiveReadOnly !== 'Enabled' && recursiveReadOnly !== 'IfPossible') {
    return [fieldError.notSupported(path, recursiveReadOnly, ['Disabled', 'Enabled', 'IfPossible'])]
  }
  return [
    ...(readOnly ? [] : [fieldError.forbidden(path, 'may only be specified when readOnly is true')]),
    ...(mountPropagation === undefined || mountPropagation === 'None'
      ? []
      : [fieldError.forbidden(path, 'may only be specified when mountPropagation is None or not specified')]),
  ]
}

function validateVolumeDevices(
  { volumeDevices, volumeMounts = [] }: MountingContainer,
  path: string,
  volumes: ReadonlyMap<string, Volume>,
): FieldError[] {
  const names = new Set<string>()
  const paths = new Set<string>()
  return validateEach(volumeDevices, path, ({ name, devicePath }, at) => {
    const errors = [
      ...validateDeviceName(name, `${at}.name`, names, volumes.get(name)),
      ...validateDevicePath(devicePath, `${at}.devicePath`, paths),
    ]
    if (volumeMounts.some((mount) => mount.name === name)) {
      errors.push(fieldError.invalid(`${at}.name`, name, 'must not already exist in volumeMounts'))
    }
    if (volumeMounts.some(({ mountPath }) => mountPath === devicePath)) {
      const detail = 'must not already exist as a path in volumeMounts'
      errors.push(fieldError.invalid(`${at}.devicePath`, devicePath, detail))
    }
    return errors
  })
}

function validateDeviceName(name: string, path: string, taken: Set<string>, volume: Volume | undefined): FieldError[] {
  const errors = name ? [] : [fieldError.required(path)]
  if (taken.has(name)) errors.push(fieldError.invalid(path, name, 'must be unique'))
  if (name) taken.add(name)
  if (volume === undefined) return [...errors, fieldError.notFound(path, name)]
  if (volume.persistentVolumeClaim || volume.ephemeral) return errors
  const detail = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode'
  return [...errors, fieldError.invalid(path, name, detail)]
}

function validateDevicePath(devicePath: VolumeDevice['devicePath'], path: string, taken: Set<string>): FieldError[] {
  const errors = devicePath ? [] : [fieldError.required(path)]
  if (taken.has(devicePath)) errors.push(fieldError.invalid(path, devicePath, 'must be unique'))
  if (devicePath?.split('/').includes('..')) {
    return [...errors, fieldError.invalid(path, devicePath, "can not contain backsteps ('..')")]
  }
  taken.add(devicePath)
  return errors
}
