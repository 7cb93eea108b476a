import { s, type TypeOf } from '@skep/schema'
import { EnvFromSource, EnvVar } from './env.ts'
import { Lifecycle, Probe } from './probe.ts'
import { SecurityContext } from './security.ts'

export const ContainerPort = s.object(
  {
    containerPort: s.int32({
      description: "Number of port to expose on the pod's IP address. This must be a valid port number, 0 < x < 65536.",
      default: 0,
    }),
    hostIP: s.optional(
      s.string({
        omitEmpty: true,
        description: 'What host IP to bind the external port to.',
      }),
    ),
    hostPort: s.optional(
      s.int32({
        omitEmpty: true,
        description:
          'Number of port to expose on the host. If specified, this must be a valid port number, 0 < x < 65536. If HostNetwork is specified, this must match ContainerPort. Most containers do not need this.',
      }),
    ),
    name: s.optional(
      s.string({
        omitEmpty: true,
        description:
          'If specified, this must be an IANA_SVC_NAME and unique within the pod. Each named port in a pod must have a unique name. Name for the port that can be referred to by services.',
      }),
    ),
    protocol: s.optional(
      s.enum<string>(['SCTP', 'TCP', 'UDP'], {
        omitEmpty: true,
        description:
          'Protocol for port. Must be UDP, TCP, or SCTP. Defaults to "TCP".\n\nPossible enum values:\n - `"SCTP"` is the SCTP protocol.\n - `"TCP"` is the TCP protocol.\n - `"UDP"` is the UDP protocol.',
        default: 'TCP',
      }),
    ),
  },
  {
    description: 'ContainerPort represents a network port in a single container.',
    component: 'io.k8s.api.core.v1.ContainerPort',
  },
)
export type ContainerPort = TypeOf<typeof ContainerPort>

export const ContainerResizePolicy = s.object(
  {
    resourceName: s.string({ description: 'The resource that the policy is about: cpu or memory.', default: '' }),
    restartPolicy: s.string({ description: 'NotRequired or RestartContainer.', default: '' }),
  },
  {
    description: 'Whether the container restarts when one of its resources is resized.',
    component: 'io.k8s.api.core.v1.ContainerResizePolicy',
  },
)
export type ContainerResizePolicy = TypeOf<typeof ContainerResizePolicy>

export const ContainerRestartRuleOnExitCodes = s.object(
  {
    operator: s.string({ description: 'In, for codes that are listed, or NotIn for all others.' }),
    values: s.optional(s.array(s.int32(), { description: 'The exit codes, at most 255.', listType: 'set' })),
  },
  { description: 'A set of exit codes.', component: 'io.k8s.api.core.v1.ContainerRestartRuleOnExitCodes' },
)
export type ContainerRestartRuleOnExitCodes = TypeOf<typeof ContainerRestartRuleOnExitCodes>

export const ContainerRestartRule = s.object(
  {
    action: s.string({ description: 'Restart or RestartAllContainers.' }),
    exitCodes: s.optional(
      s.with(ContainerRestartRuleOnExitCodes, { description: 'The exit codes that the rule applies to.' }),
    ),
  },
  {
    description: 'What to do when the container ends in a certain way.',
    component: 'io.k8s.api.core.v1.ContainerRestartRule',
  },
)
export type ContainerRestartRule = TypeOf<typeof ContainerRestartRule>

export const ResourceClaim = s.object(
  {
    name: s.string({ description: 'Name of an entry in the resourceClaims of the pod.', default: '' }),
    request: s.optional(
      s.string({ omitEmpty: true, description: 'One request of that claim. All of them when empty.' }),
    ),
  },
  {
    description: 'A resource claim of the pod that this container uses.',
    component: 'io.k8s.api.core.v1.ResourceClaim',
  },
)
export type ResourceClaim = TypeOf<typeof ResourceClaim>

export const ResourceRequirements = s.object(
  {
    claims: s.optional(
      s.array(ResourceClaim, {
        description: 'Resource claims of the pod that the container uses.',
        listType: 'map',
        listMapKeys: ['name'],
      }),
    ),
    limits: s.optional(s.map(s.quantity(), { description: 'The most of each resource that may be used.' })),
    requests: s.optional(
      s.map(s.quantity(), { description: 'The amount of each resource that is set aside. Defaults to the limit.' }),
    ),
  },
  {
    description: 'What a container needs of a node, and what it may use at most.',
    component: 'io.k8s.api.core.v1.ResourceRequirements',
  },
)
export type ResourceRequirements = TypeOf<typeof ResourceRequirements>

export const VolumeDevice = s.object(
  {
    devicePath: s.string({ description: 'Path at which the device appears in the container.', default: '' }),
    name: s.string({ description: 'Name of a volume of the pod that comes from a claim.', default: '' }),
  },
  { description: 'A block device shown to a container.', component: 'io.k8s.api.core.v1.VolumeDevice' },
)
export type VolumeDevice = TypeOf<typeof VolumeDevice>

export const VolumeMount = s.object(
  {
    mountPath: s.string({
      description: 'Path at which the volume appears in the container. May not contain a colon.',
      default: '',
    }),
    mountPropagation: s.optional(
      s.string({
        description:
          'Whether mounts made later pass between host and container: None, HostToContainer or Bidirectional.',
      }),
    ),
    name: s.string({ description: 'Name of a volume of the pod.', default: '' }),
    readOnly: s.optional(s.bool({ omitEmpty: true, description: 'Whether the container may only read.' })),
    recursiveReadOnly: s.optional(
      s.string({ description: 'Whether mounts below this one are read-only too: Disabled, IfPossible or Enabled.' }),
    ),
    subPath: s.optional(
      s.string({ omitEmpty: true, description: 'Path inside the volume to mount instead of its root.' }),
    ),
    subPathExpr: s.optional(
      s.string({ omitEmpty: true, description: 'As subPath, with $(NAME) replaced by environment variables.' }),
    ),
  },
  { description: 'A volume shown to a container as a directory.', component: 'io.k8s.api.core.v1.VolumeMount' },
)
export type VolumeMount = TypeOf<typeof VolumeMount>

/** What ephemeral containers share with all others, though not everything is allowed to them. */
const containerProperties = {
  args: s.optional(
    s.array(s.string(), {
      description: 'Arguments of the command. Those of the image when not set.',
      listType: 'atomic',
    }),
  ),
  command: s.optional(
    s.array(s.string(), {
      description: 'Program to run, not in a shell. The entrypoint of the image when not set.',
      listType: 'atomic',
    }),
  ),
  env: s.optional(
    s.array(EnvVar, {
      description: 'Environment variables.',
      listType: 'map',
      listMapKeys: ['name'],
      patchStrategy: 'merge',
      patchMergeKey: 'name',
    }),
  ),
  envFrom: s.optional(
    s.array(EnvFromSource, {
      description: 'Sources of many environment variables at once. Those in env win.',
      listType: 'atomic',
    }),
  ),
  image: s.optional(s.string({ omitEmpty: true, description: 'Image to run.' })),
  imagePullPolicy: s.optional(
    s.string({
      omitEmpty: true,
      description:
        'When to pull the image: Always, IfNotPresent or Never. Always for the tag latest, otherwise IfNotPresent.',
    }),
  ),
  lifecycle: s.optional(s.with(Lifecycle, { description: 'What to run after the start and before the stop.' })),
  livenessProbe: s.optional(s.with(Probe, { description: 'The container is restarted when this probe fails.' })),
  name: s.string({
    description: 'Name of the container, a DNS label that is unique in the pod. Cannot change.',
    default: '',
  }),
  ports: s.optional(
    s.array(ContainerPort, {
      description: 'Ports that the container listens on. Purely informative but for host ports.',
      listType: 'map',
      listMapKeys: ['containerPort', 'protocol'],
      patchStrategy: 'merge',
      patchMergeKey: 'containerPort',
    }),
  ),
  readinessProbe: s.optional(
    s.with(Probe, { description: 'The pod gets no traffic from services while this probe fails.' }),
  ),
  resizePolicy: s.optional(
    s.array(ContainerResizePolicy, {
      description: 'Whether the container restarts when its resources are resized.',
      listType: 'atomic',
    }),
  ),
  resources: s.optional(
    s.with(ResourceRequirements, { description: 'Resources the container needs and may use.', default: {} }),
  ),
  restartPolicy: s.optional(
    s.string({
      description:
        'For an init container, Always makes it a sidecar that runs beside the others; otherwise it overrides the policy of the pod.',
    }),
  ),
  restartPolicyRules: s.optional(
    s.array(ContainerRestartRule, {
      description: 'Rules that are tried in order when the container ends, before restartPolicy.',
      listType: 'atomic',
    }),
  ),
  securityContext: s.optional(
    s.with(SecurityContext, { description: 'Security settings, which win over those of the pod.' }),
  ),
  startupProbe: s.optional(s.with(Probe, { description: 'Other probes wait until this one succeeds.' })),
  stdin: s.optional(s.bool({ omitEmpty: true, description: 'Whether to keep a standard input open.' })),
  stdinOnce: s.optional(
    s.bool({ omitEmpty: true, description: 'Whether standard input closes after the first client has left.' }),
  ),
  terminationMessagePath: s.optional(
    s.string({ omitEmpty: true, description: 'File whose content becomes the message of the ended container.' }),
  ),
  terminationMessagePolicy: s.optional(
    s.string({
      omitEmpty: true,
      description: 'File, or FallbackToLogsOnError to use the end of the log when the file is empty.',
    }),
  ),
  tty: s.optional(s.bool({ omitEmpty: true, description: 'Whether the container gets a terminal; needs stdin.' })),
  volumeDevices: s.optional(
    s.array(VolumeDevice, {
      description: 'Block devices shown to the container.',
      listType: 'map',
      listMapKeys: ['devicePath'],
      patchStrategy: 'merge',
      patchMergeKey: 'devicePath',
    }),
  ),
  volumeMounts: s.optional(
    s.array(VolumeMount, {
      description: 'Volumes mounted into the container.',
      listType: 'map',
      listMapKeys: ['mountPath'],
      patchStrategy: 'merge',
      patchMergeKey: 'mountPath',
    }),
  ),
  workingDir: s.optional(s.string({ omitEmpty: true, description: 'Directory in which the command starts.' })),
}

export const Container = s.object(containerProperties, {
  description: 'One container of a pod.',
  component: 'io.k8s.api.core.v1.Container',
})
export type Container = TypeOf<typeof Container>

export const EphemeralContainer = s.object(
  {
    ...containerProperties,
    targetContainerName: s.optional(
      s.string({ omitEmpty: true, description: 'Container whose namespaces this one joins.' }),
    ),
  },
  {
    description: 'A container added to a running pod to look into it. It has no ports, probes, resources or lifecycle.',
    component: 'io.k8s.api.core.v1.EphemeralContainer',
  },
)
export type EphemeralContainer = TypeOf<typeof EphemeralContainer>
