import { type FieldError, fieldError } from '@skep/schema'
import { validateDescendingPath } from '../meta/file-path.ts'
import { checkInRange } from '../meta/names.ts'
import { invalid, invalidStruct, validateEach, validateOptionalOneOf } from '../meta/validation.ts'
import type { AppArmorProfile, PodSecurityContext, SeccompProfile, SecurityContext, Sysctl } from './security.ts'

const MAX_ID = 2 ** 31 - 1
const PROFILE_TYPES = ['Localhost', 'RuntimeDefault', 'Unconfined']

const validateId = (id: number | undefined, path: string): FieldError[] =>
  id === undefined ? [] : invalid(path, id, checkInRange(id, 0, MAX_ID))

/** Everything wrong with the security settings of a container. */
export function validateSecurityContext(
  context: SecurityContext | undefined,
  path: string,
  { hostUsers }: { hostUsers: boolean },
): FieldError[] {
  if (context === undefined) return []
  return [
    ...validateId(context.runAsUser, `${path}.runAsUser`),
    ...validateId(context.runAsGroup, `${path}.runAsGroup`),
    ...validateOptionalOneOf(context.procMount, `${path}.procMount`, ['Default', 'Unmasked']),
    ...(hostUsers && context.procMount === 'Unmasked'
      ? [fieldError.invalid(`${path}.procMount`, 'Unmasked', '`hostUsers` must be false to use `Unmasked`')]
      : []),
    ...validateSeccompProfile(context.seccompProfile, `${path}.seccompProfile`),
    ...validateEscalation(context, path),
    ...validateAppArmorProfile(context.appArmorProfile, `${path}.appArmorProfile`),
  ]
}

function validateEscalation(context: SecurityContext, path: string): FieldError[] {
  if (context.allowPrivilegeEscalation !== false) return []
  const complaints: string[] = []
  if (context.privileged) complaints.push('cannot set `allowPrivilegeEscalation` to false and `privileged` to true')
  if (context.capabilities?.add?.includes('CAP_SYS_ADMIN')) {
    complaints.push('cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN')
  }
  return complaints.map((complaint) => invalidStruct(path, printed(context), complaint))
}

/** In the names and order in which Kubernetes prints the structure. */
const printed = (context: SecurityContext): object => ({
  Capabilities: context.capabilities
    ? { Add: context.capabilities.add ?? null, Drop: context.capabilities.drop ?? null }
    : null,
  Privileged: context.privileged ?? null,
  SELinuxOptions: context.seLinuxOptions ?? null,
  WindowsOptions: context.windowsOptions ?? null,
  RunAsUser: context.runAsUser ?? null,
  RunAsGroup: context.runAsGroup ?? null,
  RunAsNonRoot: context.runAsNonRoot ?? null,
  ReadOnlyRootFilesystem: context.readOnlyRootFilesystem ?? null,
  AllowPrivilegeEscalation: context.allowPrivilegeEscalation ?? null,
  ProcMount: context.procMount ?? null,
  SeccompProfile: context.seccompProfile ?? null,
  AppArmorProfile: context.appArmorProfile ?? null,
})

/** Everything wrong with the security settings of a pod. */
export function validatePodSecurityContext(context: PodSecurityContext | undefined, path: string): FieldError[] {
  if (context === undefined) return []
  return [
    ...validateId(context.fsGroup, `${path}.fsGroup`),
    ...validateId(context.runAsUser, `${path}.runAsUser`),
    ...validateId(context.runAsGroup, `${path}.runAsGroup`),
    ...validateEach(context.supplementalGroups, `${path}.supplementalGroups`, validateId),
    ...validateSysctls(context.sysctls, `${path}.sysctls`),
    ...validateOptionalOneOf(context.fsGroupChangePolicy, `${path}.fsGroupChangePolicy`, ['Always', 'OnRootMismatch']),
    ...validateSeccompProfile(context.seccompProfile, `${path}.seccompProfile`),
    ...validateAppArmorProfile(context.appArmorProfile, `${path}.appArmorProfile`),
    ...validateOptionalOneOf(context.supplementalGroupsPolicy, `${path}.supplementalGroupsPolicy`, ['Merge', 'Strict']),
    ...validateOptionalOneOf(context.seLinuxChangePolicy, `${path}.seLinuxChangePolicy`, ['MountOption', 'Recursive']),
  ]
}

const SYSCTL_SEGMENT = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?'
const SYSCTL = `^(${SYSCTL_SEGMENT}[\\./])*${SYSCTL_SEGMENT}$`
const SYSCTL_PATTERN = new RegExp(SYSCTL)

function validateSysctls(sysctls: readonly Sysctl[] | undefined, path: string): FieldError[] {
  const seen = new Set<string>()
  return validateEach(sysctls, path, ({ name }, at) => {
    if (!name) return [fieldError.required(`${at}.name`)]
    const isRepeated = seen.has(name)
    seen.add(name)
    if (name.length > 253 || !SYSCTL_PATTERN.test(name)) {
      return [fieldError.invalid(`${at}.name`, name, `must have at most 253 characters and match regex ${SYSCTL}`)]
    }
    return isRepeated ? [fieldError.duplicate(`${at}.name`, name)] : []
  })
}

function validateSeccompProfile(profile: SeccompProfile | undefined, path: string): FieldError[] {
  if (profile === undefined) return []
  const { type, localhostProfile } = profile
  const at = `${path}.localhostProfile`
  const errors = validateProfileType(type, `${path}.type`, 'type is required when seccompProfile is set')
  if (type !== 'Localhost') {
    if (localhostProfile === undefined) return errors
    const value = { Type: type, LocalhostProfile: localhostProfile }
    return [...errors, invalidStruct(at, value, 'can only be set when seccomp type is Localhost')]
  }
  return localhostProfile === undefined
    ? [...errors, fieldError.required(at, 'must be set when seccomp type is Localhost')]
    : [...errors, ...validateDescendingPath(localhostProfile, at)]
}

function validateProfileType(type: string | undefined, path: string, required: string): FieldError[] {
  if (!type) return [fieldError.required(path, required)]
  return PROFILE_TYPES.includes(type) ? [] : [fieldError.notSupported(path, type, PROFILE_TYPES)]
}

function validateAppArmorProfile(profile: AppArmorProfile | undefined, path: string): FieldError[] {
  if (profile === undefined) return []
  const { type, localhostProfile } = profile
  const at = `${path}.localhostProfile`
  if (type === 'Localhost') return validateLocalhostProfile(localhostProfile, at)
  const errors = validateProfileType(type, `${path}.type`, 'type is required when appArmorProfile is set')
  return errors.length === 0 && localhostProfile !== undefined
    ? [fieldError.invalid(at, localhostProfile, 'can only be set when AppArmor type is Localhost')]
    : errors
}

function validateLocalhostProfile(profile: string | undefined, path: string): FieldError[] {
  const trimmed = profile?.trim()
  if (!trimmed && trimmed === profile) return [fieldError.required(path, 'must be set when AppArmor type is Localhost')]
  return [
    ...(trimmed === profile ? [] : [fieldError.invalid(path, profile, 'must not be padded with whitespace')]),
    ...(Buffer.byteLength(profile ?? '') > 4095 ? [fieldError.tooLong(path, 4095)] : []),
  ]
}
