import { s, type TypeOf } from '@skep/schema'

export const AppArmorProfile = s.object(
  {
    localhostProfile: s.optional(s.string({ description: 'Name of a profile on the node, for type Localhost.' })),
    type: s.string({ description: 'Localhost, RuntimeDefault or Unconfined.', default: '' }),
  },
  { description: 'AppArmor profile of a container.', component: 'io.k8s.api.core.v1.AppArmorProfile' },
)
export type AppArmorProfile = TypeOf<typeof AppArmorProfile>

export const Capabilities = s.object(
  {
    add: s.optional(s.array(s.string(), { description: 'Capabilities to add.', listType: 'atomic' })),
    drop: s.optional(s.array(s.string(), { description: 'Capabilities to drop.', listType: 'atomic' })),
  },
  { description: 'POSIX capabilities to add and drop.', component: 'io.k8s.api.core.v1.Capabilities' },
)
export type Capabilities = TypeOf<typeof Capabilities>

export const SELinuxOptions = s.object(
  {
    level: s.optional(s.string({ omitEmpty: true, description: 'Level part.' })),
    role: s.optional(s.string({ omitEmpty: true, description: 'Role part.' })),
    type: s.optional(s.string({ omitEmpty: true, description: 'Type part.' })),
    user: s.optional(s.string({ omitEmpty: true, description: 'User part.' })),
  },
  { description: 'SELinux label.', component: 'io.k8s.api.core.v1.SELinuxOptions' },
)
export type SELinuxOptions = TypeOf<typeof SELinuxOptions>

export const SeccompProfile = s.object(
  {
    localhostProfile: s.optional(s.string({ description: 'File on the node, for type Localhost.' })),
    type: s.string({ description: 'Localhost, RuntimeDefault or Unconfined.', default: '' }),
  },
  { description: 'Seccomp profile of a container.', component: 'io.k8s.api.core.v1.SeccompProfile' },
)
export type SeccompProfile = TypeOf<typeof SeccompProfile>

export const Sysctl = s.object(
  {
    name: s.string({ description: 'Name of the parameter.', default: '' }),
    value: s.string({ description: 'Value to set.', default: '' }),
  },
  { description: 'A kernel parameter.', component: 'io.k8s.api.core.v1.Sysctl' },
)
export type Sysctl = TypeOf<typeof Sysctl>

export const WindowsSecurityContextOptions = s.object(
  {
    gmsaCredentialSpec: s.optional(s.string({ description: 'The GMSA credential spec itself.' })),
    gmsaCredentialSpecName: s.optional(s.string({ description: 'Name of the GMSA credential spec.' })),
    hostProcess: s.optional(s.bool({ description: 'Whether the container runs as a process of the host.' })),
    runAsUserName: s.optional(s.string({ description: 'User to run as.' })),
  },
  { description: 'Security settings on Windows.', component: 'io.k8s.api.core.v1.WindowsSecurityContextOptions' },
)
export type WindowsSecurityContextOptions = TypeOf<typeof WindowsSecurityContextOptions>

export const PodSecurityContext = s.object(
  {
    appArmorProfile: s.optional(s.with(AppArmorProfile, { description: 'AppArmor profile of the containers.' })),
    fsGroup: s.optional(s.int64({ description: 'Group that owns the volumes.' })),
    fsGroupChangePolicy: s.optional(
      s.string({ description: 'Always, or OnRootMismatch to change owners only when needed.' }),
    ),
    runAsGroup: s.optional(s.int64({ description: 'Group id to run as.' })),
    runAsNonRoot: s.optional(s.bool({ description: 'Whether to refuse to run as root.' })),
    runAsUser: s.optional(s.int64({ description: 'User id to run as.' })),
    seLinuxChangePolicy: s.optional(
      s.string({ description: 'MountOption or Recursive: how volumes get their SELinux label.' }),
    ),
    seLinuxOptions: s.optional(s.with(SELinuxOptions, { description: 'SELinux label of the containers.' })),
    seccompProfile: s.optional(s.with(SeccompProfile, { description: 'Seccomp profile of the containers.' })),
    supplementalGroups: s.optional(s.array(s.int64(), { description: 'Further group ids.', listType: 'atomic' })),
    supplementalGroupsPolicy: s.optional(s.string({ description: 'Merge with the groups of the image, or Strict.' })),
    sysctls: s.optional(s.array(Sysctl, { description: 'Kernel parameters of the pod.', listType: 'atomic' })),
    windowsOptions: s.optional(s.with(WindowsSecurityContextOptions, { description: 'Settings on Windows.' })),
  },
  {
    description: 'Security settings of a pod and defaults for its containers.',
    component: 'io.k8s.api.core.v1.PodSecurityContext',
  },
)
export type PodSecurityContext = TypeOf<typeof PodSecurityContext>

export const SecurityContext = s.object(
  {
    allowPrivilegeEscalation: s.optional(
      s.bool({ description: 'Whether a process may gain more privileges than its parent.' }),
    ),
    appArmorProfile: s.optional(s.with(AppArmorProfile, { description: 'AppArmor profile.' })),
    capabilities: s.optional(s.with(Capabilities, { description: 'Capabilities to add and drop.' })),
    privileged: s.optional(s.bool({ description: 'Whether it runs with all privileges of the node.' })),
    procMount: s.optional(s.string({ description: 'Default or Unmasked.' })),
    readOnlyRootFilesystem: s.optional(s.bool({ description: 'Whether its root file system is read-only.' })),
    runAsGroup: s.optional(s.int64({ description: 'Group id to run as.' })),
    runAsNonRoot: s.optional(s.bool({ description: 'Whether to refuse to run as root.' })),
    runAsUser: s.optional(s.int64({ description: 'User id to run as.' })),
    seLinuxOptions: s.optional(s.with(SELinuxOptions, { description: 'SELinux label.' })),
    seccompProfile: s.optional(s.with(SeccompProfile, { description: 'Seccomp profile.' })),
    windowsOptions: s.optional(s.with(WindowsSecurityContextOptions, { description: 'Settings on Windows.' })),
  },
  { description: 'Security settings of a container.', component: 'io.k8s.api.core.v1.SecurityContext' },
)
export type SecurityContext = TypeOf<typeof SecurityContext>
