import { objectMeta, s, type TypeOf } from '@skep/schema'
import { Container, EphemeralContainer, ResourceRequirements } from './container.ts'
import { LocalObjectReference } from './references.ts'
import { Affinity, Toleration, TopologySpreadConstraint } from './scheduling.ts'
import { PodSecurityContext } from './security.ts'
import { Volume } from './volume.ts'

export const HostAlias = s.object(
  {
    hostnames: s.optional(s.array(s.string(), { description: 'Names of the address.', listType: 'atomic' })),
    ip: s.string({ description: 'The address.', default: '' }),
  },
  { description: 'A line of /etc/hosts.', component: 'io.k8s.api.core.v1.HostAlias' },
)
export type HostAlias = TypeOf<typeof HostAlias>

export const PodDNSConfigOption = s.object(
  {
    name: s.optional(s.string({ omitEmpty: true, description: 'Name of the option.' })),
    value: s.optional(s.string({ description: 'Value of the option, if it takes one.' })),
  },
  { description: 'An option of the resolver.', component: 'io.k8s.api.core.v1.PodDNSConfigOption' },
)
export type PodDNSConfigOption = TypeOf<typeof PodDNSConfigOption>

export const PodDNSConfig = s.object(
  {
    nameservers: s.optional(
      s.array(s.string(), { description: 'Addresses of name servers, at most 3.', listType: 'atomic' }),
    ),
    options: s.optional(s.array(PodDNSConfigOption, { description: 'Options of the resolver.', listType: 'atomic' })),
    searches: s.optional(s.array(s.string(), { description: 'Domains to search, at most 32.', listType: 'atomic' })),
  },
  {
    description: 'DNS settings added to those that follow from dnsPolicy.',
    component: 'io.k8s.api.core.v1.PodDNSConfig',
  },
)
export type PodDNSConfig = TypeOf<typeof PodDNSConfig>

export const PodOS = s.object(
  {
    name: s.string({ description: 'linux or windows.', default: '' }),
  },
  { description: 'The operating system a pod is made for.', component: 'io.k8s.api.core.v1.PodOS' },
)
export type PodOS = TypeOf<typeof PodOS>

export const PodReadinessGate = s.object(
  {
    conditionType: s.string({ description: 'Type of the condition.', default: '' }),
  },
  {
    description: 'A condition that must be True before the pod counts as ready.',
    component: 'io.k8s.api.core.v1.PodReadinessGate',
  },
)
export type PodReadinessGate = TypeOf<typeof PodReadinessGate>

export const PodResourceClaim = s.object(
  {
    name: s.string({ description: 'Name by which containers refer to it.', default: '' }),
    resourceClaimName: s.optional(s.string({ description: 'An existing ResourceClaim.' })),
    resourceClaimTemplateName: s.optional(
      s.string({ description: 'Template from which a claim is made for this pod.' }),
    ),
  },
  {
    description: 'A claim of devices that containers of the pod can use.',
    component: 'io.k8s.api.core.v1.PodResourceClaim',
  },
)
export type PodResourceClaim = TypeOf<typeof PodResourceClaim>

export const PodSchedulingGate = s.object(
  {
    name: s.string({ description: 'Name of the gate, unique in the pod.', default: '' }),
  },
  {
    description: 'Something that must be done before the pod is scheduled.',
    component: 'io.k8s.api.core.v1.PodSchedulingGate',
  },
)
export type PodSchedulingGate = TypeOf<typeof PodSchedulingGate>

export const PodSpec = s.object(
  {
    activeDeadlineSeconds: s.optional(
      s.int64({ description: 'Seconds after which a running pod is marked failed and stopped.' }),
    ),
    affinity: s.optional(s.with(Affinity, { description: 'Which nodes and neighbours the pod wants or avoids.' })),
    automountServiceAccountToken: s.optional(
      s.bool({ description: 'Whether a token of the service account is mounted.' }),
    ),
    containers: s.array(Container, {
      description: 'The containers, at least one. None can be added or removed later.',
      listType: 'map',
      listMapKeys: ['name'],
      patchStrategy: 'merge',
      patchMergeKey: 'name',
    }),
    dnsConfig: s.optional(
      s.with(PodDNSConfig, { description: 'DNS settings added to those that follow from dnsPolicy.' }),
    ),
    dnsPolicy: s.optional(
      s.string({ omitEmpty: true, description: 'ClusterFirst, ClusterFirstWithHostNet, Default or None.' }),
    ),
    enableServiceLinks: s.optional(
      s.bool({ description: 'Whether services of the namespace show up as environment variables.' }),
    ),
    ephemeralContainers: s.optional(
      s.array(EphemeralContainer, {
        description: 'Containers added to the running pod through its ephemeralcontainers subresource.',
        listType: 'map',
        listMapKeys: ['name'],
        patchStrategy: 'merge',
        patchMergeKey: 'name',
      }),
    ),
    hostAliases: s.optional(
      s.array(HostAlias, {
        description: 'Lines added to /etc/hosts.',
        listType: 'map',
        listMapKeys: ['ip'],
        patchStrategy: 'merge',
        patchMergeKey: 'ip',
      }),
    ),
    hostIPC: s.optional(
      s.bool({ omitEmpty: true, description: 'Whether the pod shares the IPC namespace of the node.' }),
    ),
    hostNetwork: s.optional(s.bool({ omitEmpty: true, description: 'Whether the pod uses the network of the node.' })),
    hostPID: s.optional(
      s.bool({ omitEmpty: true, description: 'Whether the pod shares the process namespace of the node.' }),
    ),
    hostUsers: s.optional(
      s.bool({ description: 'Whether the pod shares the user namespace of the node. False gives it one of its own.' }),
    ),
    hostname: s.optional(s.string({ omitEmpty: true, description: 'Host name of the pod. Its name when not set.' })),
    hostnameOverride: s.optional(s.string({ description: 'Host name the pod sees, whatever the other settings say.' })),
    imagePullSecrets: s.optional(
      s.array(LocalObjectReference, {
        description: 'Secrets with credentials for image registries.',
        listType: 'map',
        listMapKeys: ['name'],
        patchStrategy: 'merge',
        patchMergeKey: 'name',
      }),
    ),
    initContainers: s.optional(
      s.array(Container, {
        description: 'Containers that run one after the other before the rest start.',
        listType: 'map',
        listMapKeys: ['name'],
        patchStrategy: 'merge',
        patchMergeKey: 'name',
      }),
    ),
    nodeName: s.optional(
      s.string({ omitEmpty: true, description: 'Node on which the pod runs. The scheduler fills it in.' }),
    ),
    nodeSelector: s.optional(s.map(s.string(), { description: 'Labels that a node must have.', mapType: 'atomic' })),
    os: s.optional(s.with(PodOS, { description: 'Operating system the pod is made for.' })),
    overhead: s.optional(
      s.map(s.quantity(), { description: 'Resources of the sandbox itself, taken from the runtime class.' }),
    ),
    preemptionPolicy: s.optional(
      s.string({ description: 'Never, or PreemptLowerPriority to push out less important pods.' }),
    ),
    priority: s.optional(s.int32({ description: 'Importance as a number, taken from the priority class.' })),
    priorityClassName: s.optional(s.string({ omitEmpty: true, description: 'Name of the priority class.' })),
    readinessGates: s.optional(
      s.array(PodReadinessGate, {
        description: 'Conditions that must be True before the pod counts as ready.',
        listType: 'atomic',
      }),
    ),
    resourceClaims: s.optional(
      s.array(PodResourceClaim, {
        description: 'Claims of devices that its containers can use.',
        listType: 'map',
        listMapKeys: ['name'],
        patchStrategy: 'merge,retainKeys',
        patchMergeKey: 'name',
      }),
    ),
    resources: s.optional(
      s.with(ResourceRequirements, { description: 'Resources of the pod as a whole: cpu, memory and hugepages.' }),
    ),
    restartPolicy: s.optional(s.string({ omitEmpty: true, description: 'Always, OnFailure or Never.' })),
    runtimeClassName: s.optional(s.string({ description: 'RuntimeClass that says how to run the pod.' })),
    schedulerName: s.optional(s.string({ omitEmpty: true, description: 'Scheduler that picks the node.' })),
    schedulingGates: s.optional(
      s.array(PodSchedulingGate, {
        description: 'The pod is not scheduled while this list has entries.',
        listType: 'map',
        listMapKeys: ['name'],
        patchStrategy: 'merge',
        patchMergeKey: 'name',
      }),
    ),
    securityContext: s.optional(
      s.with(PodSecurityContext, { description: 'Security settings of the pod and defaults for its containers.' }),
    ),
    serviceAccount: s.optional(s.string({ omitEmpty: true, description: 'Old name of serviceAccountName.' })),
    serviceAccountName: s.optional(s.string({ omitEmpty: true, description: 'Service account the pod runs as.' })),
    setHostnameAsFQDN: s.optional(s.bool({ description: 'Whether the host name is the fully qualified one.' })),
    shareProcessNamespace: s.optional(s.bool({ description: "Whether the containers see each other's processes." })),
    subdomain: s.optional(
      s.string({ omitEmpty: true, description: 'Makes the full host name HOSTNAME.SUBDOMAIN.NAMESPACE.svc.DOMAIN.' }),
    ),
    terminationGracePeriodSeconds: s.optional(
      s.int64({ description: 'Seconds between asking the containers to stop and killing them.' }),
    ),
    tolerations: s.optional(
      s.array(Toleration, { description: 'Taints of nodes that the pod puts up with.', listType: 'atomic' }),
    ),
    topologySpreadConstraints: s.optional(
      s.array(TopologySpreadConstraint, {
        description: 'How to spread the pod and its like over zones, nodes and so on.',
        listType: 'map',
        listMapKeys: ['topologyKey', 'whenUnsatisfiable'],
        patchStrategy: 'merge',
        patchMergeKey: 'topologyKey',
      }),
    ),
    volumes: s.optional(
      s.array(Volume, {
        description: 'Volumes that containers can mount.',
        listType: 'map',
        listMapKeys: ['name'],
        patchStrategy: 'merge,retainKeys',
        patchMergeKey: 'name',
      }),
    ),
  },
  { description: 'What a pod runs, and where and how.', component: 'io.k8s.api.core.v1.PodSpec' },
)
export type PodSpec = TypeOf<typeof PodSpec>

export const PodTemplateSpec = s.object(
  {
    metadata: s.optional(
      s.with(objectMeta, { description: 'Labels, annotations and so on of the pods.', default: {} }),
    ),
    spec: s.optional(s.with(PodSpec, { description: 'What the pods run.', default: {} })),
  },
  { description: 'A pod yet to be made.', component: 'io.k8s.api.core.v1.PodTemplateSpec' },
)
export type PodTemplateSpec = TypeOf<typeof PodTemplateSpec>
