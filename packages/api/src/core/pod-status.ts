import { s, type TypeOf } from '@skep/schema'
import { ResourceRequirements } from './container.ts'

export const ContainerExtendedResourceRequest = s.object(
  {
    containerName: s.string({ description: 'The container.', default: '' }),
    requestName: s.string({ description: 'The request in the claim.', default: '' }),
    resourceName: s.string({ description: 'The extended resource.', default: '' }),
  },
  {
    description: 'Which device request stands for an extended resource of a container.',
    component: 'io.k8s.api.core.v1.ContainerExtendedResourceRequest',
  },
)
export type ContainerExtendedResourceRequest = TypeOf<typeof ContainerExtendedResourceRequest>

export const ContainerStateRunning = s.object(
  {
    startedAt: s.optional(s.time({ description: 'When it started.' })),
  },
  { description: 'A container that runs.', component: 'io.k8s.api.core.v1.ContainerStateRunning' },
)
export type ContainerStateRunning = TypeOf<typeof ContainerStateRunning>

export const ContainerStateTerminated = s.object(
  {
    containerID: s.optional(s.string({ omitEmpty: true, description: 'Its id at the runtime: TYPE://ID.' })),
    exitCode: s.int32({ description: 'Exit code of the last run.', default: 0 }),
    finishedAt: s.optional(s.time({ description: 'When it ended.' })),
    message: s.optional(s.string({ omitEmpty: true, description: 'Last words of the container.' })),
    reason: s.optional(s.string({ omitEmpty: true, description: 'Why it ended, as one word.' })),
    signal: s.optional(s.int32({ omitEmpty: true, description: 'Signal that ended it.' })),
    startedAt: s.optional(s.time({ description: 'When it had started.' })),
  },
  { description: 'A container that has ended.', component: 'io.k8s.api.core.v1.ContainerStateTerminated' },
)
export type ContainerStateTerminated = TypeOf<typeof ContainerStateTerminated>

export const ContainerStateWaiting = s.object(
  {
    message: s.optional(s.string({ omitEmpty: true, description: 'Why it waits, for people.' })),
    reason: s.optional(
      s.string({ omitEmpty: true, description: 'Why it waits, as one word, such as ImagePullBackOff.' }),
    ),
  },
  { description: 'A container that does not run yet.', component: 'io.k8s.api.core.v1.ContainerStateWaiting' },
)
export type ContainerStateWaiting = TypeOf<typeof ContainerStateWaiting>

export const ContainerState = s.object(
  {
    running: s.optional(s.with(ContainerStateRunning, { description: 'It runs.' })),
    terminated: s.optional(s.with(ContainerStateTerminated, { description: 'It has ended.' })),
    waiting: s.optional(s.with(ContainerStateWaiting, { description: 'It is yet to run.' })),
  },
  {
    description: 'State of a container: exactly one is set, waiting if none.',
    component: 'io.k8s.api.core.v1.ContainerState',
  },
)
export type ContainerState = TypeOf<typeof ContainerState>

export const LinuxContainerUser = s.object(
  {
    gid: s.int64({ description: 'Main group id.', default: 0 }),
    supplementalGroups: s.optional(s.array(s.int64(), { description: 'Further group ids.', listType: 'atomic' })),
    uid: s.int64({ description: 'User id.', default: 0 }),
  },
  { description: 'User identity of the first process on Linux.', component: 'io.k8s.api.core.v1.LinuxContainerUser' },
)
export type LinuxContainerUser = TypeOf<typeof LinuxContainerUser>

export const ContainerUser = s.object(
  {
    linux: s.optional(s.with(LinuxContainerUser, { description: 'The identity on Linux.' })),
  },
  { description: 'User identity of the first process of a container.', component: 'io.k8s.api.core.v1.ContainerUser' },
)
export type ContainerUser = TypeOf<typeof ContainerUser>

export const ResourceHealth = s.object(
  {
    health: s.optional(s.string({ omitEmpty: true, description: 'Healthy, Unhealthy or Unknown.' })),
    message: s.optional(s.string({ description: 'Details, for people.' })),
    resourceID: s.string({ description: 'Which device.', default: '' }),
  },
  { description: 'Health of one device.', component: 'io.k8s.api.core.v1.ResourceHealth' },
)
export type ResourceHealth = TypeOf<typeof ResourceHealth>

export const ResourceStatus = s.object(
  {
    name: s.string({ description: 'Name of the resource.', default: '' }),
    resources: s.optional(
      s.array(ResourceHealth, {
        description: 'Health of each device of it.',
        listType: 'map',
        listMapKeys: ['resourceID'],
      }),
    ),
  },
  { description: 'State of a resource given to a container.', component: 'io.k8s.api.core.v1.ResourceStatus' },
)
export type ResourceStatus = TypeOf<typeof ResourceStatus>

export const VolumeMountStatus = s.object(
  {
    mountPath: s.string({ description: 'Path in the container.', default: '' }),
    name: s.string({ description: 'Name of the volume.', default: '' }),
    readOnly: s.optional(s.bool({ omitEmpty: true, description: 'Whether it is read-only.' })),
    recursiveReadOnly: s.optional(s.string({ description: 'Whether mounts below it are, too.' })),
  },
  { description: 'A mount as it really is.', component: 'io.k8s.api.core.v1.VolumeMountStatus' },
)
export type VolumeMountStatus = TypeOf<typeof VolumeMountStatus>

export const ContainerStatus = s.object(
  {
    allocatedResources: s.optional(s.map(s.quantity(), { description: 'Resources set aside for it on the node.' })),
    allocatedResourcesStatus: s.optional(
      s.array(ResourceStatus, {
        description: 'State of the devices it was given.',
        listType: 'map',
        listMapKeys: ['name'],
        patchStrategy: 'merge',
        patchMergeKey: 'name',
      }),
    ),
    containerID: s.optional(s.string({ omitEmpty: true, description: 'Its id at the runtime: TYPE://ID.' })),
    image: s.string({ description: 'Image that it runs.', default: '' }),
    imageID: s.string({ description: 'Id of that image.', default: '' }),
    lastState: s.optional(s.with(ContainerState, { description: 'How the run before this one ended.', default: {} })),
    name: s.string({ description: 'Name of the container.', default: '' }),
    ready: s.bool({ description: 'Whether it passes its readiness probe.', default: false }),
    resources: s.optional(s.with(ResourceRequirements, { description: 'Resources in force.' })),
    restartCount: s.int32({ description: 'How often it has been restarted.', default: 0 }),
    started: s.optional(s.bool({ description: 'Whether it has started and passed its startup probe.' })),
    state: s.optional(s.with(ContainerState, { description: 'What it is doing now.', default: {} })),
    user: s.optional(s.with(ContainerUser, { description: 'User identity of its first process.' })),
    volumeMounts: s.optional(
      s.array(VolumeMountStatus, {
        description: 'Its mounts as they really are.',
        listType: 'map',
        listMapKeys: ['mountPath'],
        patchStrategy: 'merge',
        patchMergeKey: 'mountPath',
      }),
    ),
  },
  { description: 'What is known of a container.', component: 'io.k8s.api.core.v1.ContainerStatus' },
)
export type ContainerStatus = TypeOf<typeof ContainerStatus>

export const HostIP = s.object(
  {
    ip: s.string({ description: 'The address.', default: '' }),
  },
  { description: 'An address of the node.', component: 'io.k8s.api.core.v1.HostIP' },
)
export type HostIP = TypeOf<typeof HostIP>

export const PodCondition = s.object(
  {
    lastProbeTime: s.optional(s.time({ description: 'When it was last looked at.' })),
    lastTransitionTime: s.optional(s.time({ description: 'When the status last changed.' })),
    message: s.optional(s.string({ omitEmpty: true, description: 'Details, for people.' })),
    observedGeneration: s.optional(
      s.int64({ omitEmpty: true, description: 'Generation of the pod that the condition is about.' }),
    ),
    reason: s.optional(s.string({ omitEmpty: true, description: 'Why, as one word for programs.' })),
    status: s.string({ description: 'True, False or Unknown.', default: '' }),
    type: s.string({ description: 'The aspect, such as Ready or PodScheduled.', default: '' }),
  },
  { description: 'One aspect of the state of a pod.', component: 'io.k8s.api.core.v1.PodCondition' },
)
export type PodCondition = TypeOf<typeof PodCondition>

export const PodExtendedResourceClaimStatus = s.object(
  {
    requestMappings: s.array(ContainerExtendedResourceRequest, {
      description: 'Which request stands for which resource of which container.',
      listType: 'atomic',
    }),
    resourceClaimName: s.string({ description: 'Name of the claim.', default: '' }),
  },
  {
    description: 'The claim made for the extended resources of a pod.',
    component: 'io.k8s.api.core.v1.PodExtendedResourceClaimStatus',
  },
)
export type PodExtendedResourceClaimStatus = TypeOf<typeof PodExtendedResourceClaimStatus>

export const PodIP = s.object(
  {
    ip: s.string({ description: 'The address.', default: '' }),
  },
  { description: 'An address of the pod.', component: 'io.k8s.api.core.v1.PodIP' },
)
export type PodIP = TypeOf<typeof PodIP>

export const PodResourceClaimStatus = s.object(
  {
    name: s.string({ description: 'Name of the entry.', default: '' }),
    resourceClaimName: s.optional(
      s.string({ description: 'Name of the claim made for it; empty when none was needed.' }),
    ),
  },
  {
    description: 'The claim made for an entry of resourceClaims.',
    component: 'io.k8s.api.core.v1.PodResourceClaimStatus',
  },
)
export type PodResourceClaimStatus = TypeOf<typeof PodResourceClaimStatus>

export const PodStatus = s.object(
  {
    allocatedResources: s.optional(s.map(s.quantity(), { description: 'Resources set aside for the pod as a whole.' })),
    conditions: s.optional(
      s.array(PodCondition, {
        description: 'State of the pod, aspect by aspect.',
        listType: 'map',
        listMapKeys: ['type'],
        patchStrategy: 'merge',
        patchMergeKey: 'type',
      }),
    ),
    containerStatuses: s.optional(
      s.array(ContainerStatus, { description: 'What is known of each container.', listType: 'atomic' }),
    ),
    ephemeralContainerStatuses: s.optional(
      s.array(ContainerStatus, { description: 'What is known of each ephemeral container.', listType: 'atomic' }),
    ),
    extendedResourceClaimStatus: s.optional(
      s.with(PodExtendedResourceClaimStatus, { description: 'The claim made for its extended resources.' }),
    ),
    hostIP: s.optional(s.string({ omitEmpty: true, description: 'Address of its node.' })),
    hostIPs: s.optional(
      s.array(HostIP, {
        description: 'Addresses of its node. The first equals hostIP.',
        listType: 'atomic',
        patchStrategy: 'merge',
        patchMergeKey: 'ip',
      }),
    ),
    initContainerStatuses: s.optional(
      s.array(ContainerStatus, { description: 'What is known of each init container.', listType: 'atomic' }),
    ),
    message: s.optional(s.string({ omitEmpty: true, description: 'Why it is in this state, for people.' })),
    nominatedNodeName: s.optional(s.string({ omitEmpty: true, description: 'Node where room is being made for it.' })),
    observedGeneration: s.optional(s.int64({ omitEmpty: true, description: 'Generation that the kubelet has seen.' })),
    phase: s.optional(s.string({ omitEmpty: true, description: 'Pending, Running, Succeeded, Failed or Unknown.' })),
    podIP: s.optional(s.string({ omitEmpty: true, description: 'Its address.' })),
    podIPs: s.optional(
      s.array(PodIP, {
        description: 'Its addresses, at most one per IP family. The first equals podIP.',
        listType: 'map',
        listMapKeys: ['ip'],
        patchStrategy: 'merge',
        patchMergeKey: 'ip',
      }),
    ),
    qosClass: s.optional(
      s.string({ omitEmpty: true, description: 'Guaranteed, Burstable or BestEffort, as follows from its resources.' }),
    ),
    reason: s.optional(
      s.string({ omitEmpty: true, description: 'Why it is in this state, as one word, such as Evicted.' }),
    ),
    resize: s.optional(
      s.string({
        omitEmpty: true,
        description: 'No longer used: see the conditions PodResizePending and PodResizeInProgress.',
      }),
    ),
    resourceClaimStatuses: s.optional(
      s.array(PodResourceClaimStatus, {
        description: 'Claims made for its resourceClaims.',
        listType: 'map',
        listMapKeys: ['name'],
        patchStrategy: 'merge,retainKeys',
        patchMergeKey: 'name',
      }),
    ),
    resources: s.optional(
      s.with(ResourceRequirements, { description: 'Resources of the pod as a whole that are in force.' }),
    ),
    startTime: s.optional(s.time({ description: 'When the kubelet took it on.' })),
  },
  { description: 'What is known of a pod.', component: 'io.k8s.api.core.v1.PodStatus' },
)
export type PodStatus = TypeOf<typeof PodStatus>
