import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { nodeRules } from './node.rules.ts'
import { nodeTable } from './node.table.ts'

export const AttachedVolume = s.object(
  {
    devicePath: s.string({ description: 'Path of the device on the node.', default: '' }),
    name: s.string({ description: 'Name of the volume.', default: '' }),
  },
  { description: 'A volume attached to a node.', component: 'io.k8s.api.core.v1.AttachedVolume' },
)
export type AttachedVolume = TypeOf<typeof AttachedVolume>

export const ConfigMapNodeConfigSource = s.object(
  {
    kubeletConfigKey: s.string({ description: 'Key that holds the configuration.', default: '' }),
    name: s.string({ description: 'Name of the ConfigMap.', default: '' }),
    namespace: s.string({ description: 'Namespace of the ConfigMap.', default: '' }),
    resourceVersion: s.optional(
      s.string({ omitEmpty: true, description: 'Version of the ConfigMap; only in the status.' }),
    ),
    uid: s.optional(s.string({ omitEmpty: true, description: 'Uid of the ConfigMap; only in the status.' })),
  },
  {
    description: 'A ConfigMap with the configuration of a kubelet. No longer used.',
    component: 'io.k8s.api.core.v1.ConfigMapNodeConfigSource',
  },
)
export type ConfigMapNodeConfigSource = TypeOf<typeof ConfigMapNodeConfigSource>

export const ContainerImage = s.object(
  {
    names: s.optional(
      s.array(s.string(), { description: 'Names by which the image is known there.', listType: 'atomic' }),
    ),
    sizeBytes: s.optional(s.int64({ omitEmpty: true, description: 'Size in bytes.' })),
  },
  { description: 'An image that is present on a node.', component: 'io.k8s.api.core.v1.ContainerImage' },
)
export type ContainerImage = TypeOf<typeof ContainerImage>

export const DaemonEndpoint = s.object(
  {
    Port: s.int32({ description: 'Port number.', default: 0 }),
  },
  { description: 'A port of a daemon on a node.', component: 'io.k8s.api.core.v1.DaemonEndpoint' },
)
export type DaemonEndpoint = TypeOf<typeof DaemonEndpoint>

export const NodeConfigSource = s.object(
  {
    configMap: s.optional(s.with(ConfigMapNodeConfigSource, { description: 'A ConfigMap with the configuration.' })),
  },
  {
    description: 'Where a kubelet takes its configuration from. No longer used.',
    component: 'io.k8s.api.core.v1.NodeConfigSource',
  },
)
export type NodeConfigSource = TypeOf<typeof NodeConfigSource>

export const Taint = s.object(
  {
    effect: s.string({ description: 'NoSchedule, PreferNoSchedule or NoExecute.', default: '' }),
    key: s.string({ description: 'Key of the taint.', default: '' }),
    timeAdded: s.optional(s.time({ description: 'When the taint was added.' })),
    value: s.optional(s.string({ omitEmpty: true, description: 'Value that belongs to the key.' })),
  },
  {
    description: 'A mark on a node that keeps away pods which do not tolerate it.',
    component: 'io.k8s.api.core.v1.Taint',
  },
)
export type Taint = TypeOf<typeof Taint>

export const NodeSpec = s.object(
  {
    configSource: s.optional(s.with(NodeConfigSource, { description: 'No longer used.' })),
    externalID: s.optional(s.string({ omitEmpty: true, description: 'No longer used.' })),
    podCIDR: s.optional(s.string({ omitEmpty: true, description: 'Range of addresses for the pods of the node.' })),
    podCIDRs: s.optional(
      s.array(s.string(), {
        description:
          'Ranges of addresses for the pods of the node, at most one per IP family. The first equals podCIDR.',
        listType: 'set',
        patchStrategy: 'merge',
      }),
    ),
    providerID: s.optional(
      s.string({ omitEmpty: true, description: 'Name of the machine at its provider: PROVIDER://ID.' }),
    ),
    taints: s.optional(s.array(Taint, { description: 'Marks that keep pods away.', listType: 'atomic' })),
    unschedulable: s.optional(
      s.bool({ omitEmpty: true, description: 'Whether new pods stay away; kubectl cordon sets it.' }),
    ),
  },
  { description: 'How a node should be used.', component: 'io.k8s.api.core.v1.NodeSpec' },
)
export type NodeSpec = TypeOf<typeof NodeSpec>

export const NodeAddress = s.object(
  {
    address: s.string({ description: 'The address.', default: '' }),
    type: s.string({ description: 'Hostname, InternalIP, ExternalIP, InternalDNS or ExternalDNS.', default: '' }),
  },
  { description: 'An address of a node.', component: 'io.k8s.api.core.v1.NodeAddress' },
)
export type NodeAddress = TypeOf<typeof NodeAddress>

export const NodeCondition = s.object(
  {
    lastHeartbeatTime: s.optional(s.time({ description: 'When the node last reported it.' })),
    lastTransitionTime: s.optional(s.time({ description: 'When the status last changed.' })),
    message: s.optional(s.string({ omitEmpty: true, description: 'Details, for people.' })),
    reason: s.optional(s.string({ omitEmpty: true, description: 'Why, as one word for programs.' })),
    status: s.string({ description: 'True, False or Unknown.', default: '' }),
    type: s.string({ description: 'The aspect, such as Ready or DiskPressure.', default: '' }),
  },
  { description: 'One aspect of the state of a node.', component: 'io.k8s.api.core.v1.NodeCondition' },
)
export type NodeCondition = TypeOf<typeof NodeCondition>

export const NodeConfigStatus = s.object(
  {
    active: s.optional(s.with(NodeConfigSource, { description: 'The configuration in use.' })),
    assigned: s.optional(s.with(NodeConfigSource, { description: 'The configuration it will try.' })),
    error: s.optional(s.string({ omitEmpty: true, description: 'What went wrong with the assigned one.' })),
    lastKnownGood: s.optional(s.with(NodeConfigSource, { description: 'The configuration to fall back to.' })),
  },
  {
    description: 'Which configuration a kubelet uses. No longer used.',
    component: 'io.k8s.api.core.v1.NodeConfigStatus',
  },
)
export type NodeConfigStatus = TypeOf<typeof NodeConfigStatus>

export const NodeDaemonEndpoints = s.object(
  {
    kubeletEndpoint: s.optional(s.with(DaemonEndpoint, { description: 'Where the kubelet listens.', default: {} })),
  },
  { description: 'Where the daemons of a node listen.', component: 'io.k8s.api.core.v1.NodeDaemonEndpoints' },
)
export type NodeDaemonEndpoints = TypeOf<typeof NodeDaemonEndpoints>

export const NodeFeatures = s.object(
  {
    supplementalGroupsPolicy: s.optional(
      s.bool({ description: 'Whether the runtime honours supplementalGroupsPolicy.' }),
    ),
  },
  { description: 'Features of the container runtime of a node.', component: 'io.k8s.api.core.v1.NodeFeatures' },
)
export type NodeFeatures = TypeOf<typeof NodeFeatures>

export const NodeRuntimeHandlerFeatures = s.object(
  {
    recursiveReadOnlyMounts: s.optional(s.bool({ description: 'Whether it supports recursive read-only mounts.' })),
    userNamespaces: s.optional(s.bool({ description: 'Whether it supports user namespaces.' })),
  },
  { description: 'Features of one runtime handler.', component: 'io.k8s.api.core.v1.NodeRuntimeHandlerFeatures' },
)
export type NodeRuntimeHandlerFeatures = TypeOf<typeof NodeRuntimeHandlerFeatures>

export const NodeRuntimeHandler = s.object(
  {
    features: s.optional(s.with(NodeRuntimeHandlerFeatures, { description: 'What it supports.' })),
    name: s.optional(s.string({ description: 'Its name; empty for the default one.', default: '' })),
  },
  { description: 'A runtime handler of a node.', component: 'io.k8s.api.core.v1.NodeRuntimeHandler' },
)
export type NodeRuntimeHandler = TypeOf<typeof NodeRuntimeHandler>

export const NodeSwapStatus = s.object(
  {
    capacity: s.optional(s.int64({ description: 'Total in bytes.' })),
  },
  { description: 'Swap memory of a node.', component: 'io.k8s.api.core.v1.NodeSwapStatus' },
)
export type NodeSwapStatus = TypeOf<typeof NodeSwapStatus>

export const NodeSystemInfo = s.object(
  {
    architecture: s.string({ description: 'Processor architecture, such as amd64.', default: '' }),
    bootID: s.string({ description: 'Changes with every boot.', default: '' }),
    containerRuntimeVersion: s.string({ description: 'Name and version of the container runtime.', default: '' }),
    kernelVersion: s.string({ description: 'Version of the kernel.', default: '' }),
    kubeProxyVersion: s.string({ description: 'No longer used.', default: '' }),
    kubeletVersion: s.string({ description: 'Version of the kubelet.', default: '' }),
    machineID: s.string({ description: 'Stays the same over boots.', default: '' }),
    operatingSystem: s.string({ description: 'Operating system, such as linux.', default: '' }),
    osImage: s.string({ description: 'Name of the distribution.', default: '' }),
    runningInUserNamespace: s.optional(s.bool({ description: 'Whether the kubelet itself runs in a user namespace.' })),
    swap: s.optional(s.with(NodeSwapStatus, { description: 'Swap memory.' })),
    systemUUID: s.string({ description: 'Identity of the hardware.', default: '' }),
  },
  { description: 'What a node says about itself.', component: 'io.k8s.api.core.v1.NodeSystemInfo' },
)
export type NodeSystemInfo = TypeOf<typeof NodeSystemInfo>

export const NodeStatus = s.object(
  {
    addresses: s.optional(
      s.array(NodeAddress, {
        description: 'Addresses at which the node can be reached.',
        listType: 'map',
        listMapKeys: ['type'],
        patchStrategy: 'merge',
        patchMergeKey: 'type',
      }),
    ),
    allocatable: s.optional(s.map(s.quantity(), { description: 'Resources that pods may use.' })),
    capacity: s.optional(s.map(s.quantity(), { description: 'Resources that there are in total.' })),
    conditions: s.optional(
      s.array(NodeCondition, {
        description: 'State of the node, aspect by aspect.',
        listType: 'map',
        listMapKeys: ['type'],
        patchStrategy: 'merge',
        patchMergeKey: 'type',
      }),
    ),
    config: s.optional(s.with(NodeConfigStatus, { description: 'No longer used.' })),
    daemonEndpoints: s.optional(s.with(NodeDaemonEndpoints, { description: 'Where its daemons listen.', default: {} })),
    declaredFeatures: s.optional(
      s.array(s.string(), { description: 'Optional features that the node says it supports.', listType: 'atomic' }),
    ),
    features: s.optional(s.with(NodeFeatures, { description: 'Features of its container runtime.' })),
    images: s.optional(s.array(ContainerImage, { description: 'Images that are present.', listType: 'atomic' })),
    nodeInfo: s.optional(s.with(NodeSystemInfo, { description: 'What the node says about itself.', default: {} })),
    phase: s.optional(s.string({ omitEmpty: true, description: 'No longer used.' })),
    runtimeHandlers: s.optional(
      s.array(NodeRuntimeHandler, {
        description: 'Runtime handlers that pods can choose by their runtime class.',
        listType: 'atomic',
      }),
    ),
    volumesAttached: s.optional(
      s.array(AttachedVolume, { description: 'Volumes that are attached.', listType: 'atomic' }),
    ),
    volumesInUse: s.optional(
      s.array(s.string(), { description: 'Volumes that are mounted, or about to be.', listType: 'atomic' }),
    ),
  },
  { description: 'What is known of a node.', component: 'io.k8s.api.core.v1.NodeStatus' },
)
export type NodeStatus = TypeOf<typeof NodeStatus>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.optional(s.with(NodeSpec, { description: 'How the node should be used.', default: {} })),
    status: s.optional(
      s.with(NodeStatus, { description: 'What is known of the node, mostly written by its kubelet.', default: {} }),
    ),
  },
  { description: 'A machine that runs pods.', component: 'io.k8s.api.core.v1.Node' },
)

export const Node = defineKind({
  group: '',
  version: 'v1',
  kind: 'Node',
  plural: 'nodes',
  scope: 'Cluster',
  shortNames: ['no'],
  statusSubresource: true,
  schema,
  columns: nodeTable.columns,
  selectableFields: ['spec.unschedulable'],
  rules: nodeRules,
})
export type Node = TypeOf<typeof schema>
