import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { Condition } from '../meta/types.ts'
import { serviceRules } from './service.rules.ts'
import { serviceTable } from './service.table.ts'

export const ClientIPConfig = s.object(
  {
    timeoutSeconds: s.optional(s.int32({ description: 'Seconds that a client stays with one endpoint, 1 to 86400.' })),
  },
  { description: 'Affinity by client address.', component: 'io.k8s.api.core.v1.ClientIPConfig' },
)
export type ClientIPConfig = TypeOf<typeof ClientIPConfig>

export const PortStatus = s.object(
  {
    error: s.optional(s.string({ description: 'What went wrong, as one word.' })),
    port: s.int32({ description: 'Port number.', default: 0 }),
    protocol: s.string({ description: 'TCP, UDP or SCTP.', default: '' }),
  },
  { description: 'State of one port at a load balancer.', component: 'io.k8s.api.core.v1.PortStatus' },
)
export type PortStatus = TypeOf<typeof PortStatus>

export const LoadBalancerIngress = s.object(
  {
    hostname: s.optional(s.string({ omitEmpty: true, description: 'Host name of the load balancer.' })),
    ip: s.optional(s.string({ omitEmpty: true, description: 'Address of the load balancer.' })),
    ipMode: s.optional(s.string({ description: 'VIP or Proxy: whether nodes may short-cut traffic to the address.' })),
    ports: s.optional(s.array(PortStatus, { description: 'State of its ports.', listType: 'atomic' })),
  },
  { description: 'One point at which traffic enters.', component: 'io.k8s.api.core.v1.LoadBalancerIngress' },
)
export type LoadBalancerIngress = TypeOf<typeof LoadBalancerIngress>

export const LoadBalancerStatus = s.object(
  {
    ingress: s.optional(
      s.array(LoadBalancerIngress, { description: 'Points at which traffic enters.', listType: 'atomic' }),
    ),
  },
  { description: 'State of a load balancer.', component: 'io.k8s.api.core.v1.LoadBalancerStatus' },
)
export type LoadBalancerStatus = TypeOf<typeof LoadBalancerStatus>

export const ServicePort = s.object(
  {
    appProtocol: s.optional(s.string({ description: 'Protocol spoken on the port, such as kubernetes.io/h2c.' })),
    name: s.optional(
      s.string({ omitEmpty: true, description: 'Name of the port, a DNS label. Needed when there are several.' }),
    ),
    nodePort: s.optional(
      s.int32({
        omitEmpty: true,
        description: 'Port on every node, for type NodePort and LoadBalancer. Chosen by the system when not set.',
      }),
    ),
    port: s.int32({ description: 'Port at which the service listens.', default: 0 }),
    protocol: s.optional(s.string({ omitEmpty: true, description: 'TCP, UDP or SCTP.', default: 'TCP' })),
    targetPort: s.optional(
      s.intOrString({ description: 'Port number or name at the pods. The same as port when not set.' }),
    ),
  },
  { description: 'One port of a service.', component: 'io.k8s.api.core.v1.ServicePort' },
)
export type ServicePort = TypeOf<typeof ServicePort>

export const SessionAffinityConfig = s.object(
  {
    clientIP: s.optional(s.with(ClientIPConfig, { description: 'Settings for affinity by client address.' })),
  },
  { description: 'How long a client stays with one endpoint.', component: 'io.k8s.api.core.v1.SessionAffinityConfig' },
)
export type SessionAffinityConfig = TypeOf<typeof SessionAffinityConfig>

export const ServiceSpec = s.object(
  {
    allocateLoadBalancerNodePorts: s.optional(
      s.bool({ description: 'Whether a load balancer service gets node ports, too.' }),
    ),
    clusterIP: s.optional(
      s.string({
        omitEmpty: true,
        description: 'Address inside the cluster; None for a headless service. Chosen by the system when empty.',
      }),
    ),
    clusterIPs: s.optional(
      s.array(s.string(), {
        description: 'Addresses inside the cluster, one per IP family. The first equals clusterIP.',
        listType: 'atomic',
      }),
    ),
    externalIPs: s.optional(
      s.array(s.string(), {
        description: 'Further addresses at which nodes accept traffic for the service.',
        listType: 'atomic',
      }),
    ),
    externalName: s.optional(
      s.string({ omitEmpty: true, description: 'DNS name that the service stands for, for type ExternalName.' }),
    ),
    externalTrafficPolicy: s.optional(
      s.string({ omitEmpty: true, description: 'Cluster, or Local to use endpoints of the receiving node only.' }),
    ),
    healthCheckNodePort: s.optional(
      s.int32({
        omitEmpty: true,
        description: 'Node port for health checks of the load balancer with externalTrafficPolicy Local.',
      }),
    ),
    internalTrafficPolicy: s.optional(
      s.string({ description: 'Cluster, or Local to use endpoints of the same node only.' }),
    ),
    ipFamilies: s.optional(
      s.array(s.string(), { description: 'IP families of the service: IPv4, IPv6 or both.', listType: 'atomic' }),
    ),
    ipFamilyPolicy: s.optional(s.string({ description: 'SingleStack, PreferDualStack or RequireDualStack.' })),
    loadBalancerClass: s.optional(
      s.string({ description: 'Which load balancer implementation to use. Cannot change once set.' }),
    ),
    loadBalancerIP: s.optional(
      s.string({
        omitEmpty: true,
        description: 'Address wanted of the load balancer. Use what your provider offers instead.',
      }),
    ),
    loadBalancerSourceRanges: s.optional(
      s.array(s.string(), { description: 'Client ranges that the load balancer lets through.', listType: 'atomic' }),
    ),
    ports: s.optional(
      s.array(ServicePort, {
        description: 'Ports of the service.',
        listType: 'map',
        listMapKeys: ['port', 'protocol'],
        patchStrategy: 'merge',
        patchMergeKey: 'port',
      }),
    ),
    publishNotReadyAddresses: s.optional(
      s.bool({ omitEmpty: true, description: 'Whether pods that are not ready get traffic and DNS names, too.' }),
    ),
    selector: s.optional(
      s.map(s.string(), {
        description: 'Labels of the pods it leads to. Without it, endpoints are kept by others.',
        mapType: 'atomic',
      }),
    ),
    sessionAffinity: s.optional(
      s.string({ omitEmpty: true, description: 'None, or ClientIP to keep a client with one endpoint.' }),
    ),
    sessionAffinityConfig: s.optional(s.with(SessionAffinityConfig, { description: 'Settings of session affinity.' })),
    trafficDistribution: s.optional(
      s.string({ description: 'A wish about where traffic goes, such as PreferSameZone or PreferSameNode.' }),
    ),
    type: s.optional(s.string({ omitEmpty: true, description: 'ClusterIP, NodePort, LoadBalancer or ExternalName.' })),
  },
  { description: 'Which pods a service leads to, and how.', component: 'io.k8s.api.core.v1.ServiceSpec' },
)
export type ServiceSpec = TypeOf<typeof ServiceSpec>

export const ServiceStatus = s.object(
  {
    conditions: s.optional(
      s.array(Condition, {
        description: 'State, aspect by aspect.',
        listType: 'map',
        listMapKeys: ['type'],
        patchStrategy: 'merge',
        patchMergeKey: 'type',
      }),
    ),
    loadBalancer: s.optional(s.with(LoadBalancerStatus, { description: 'State of its load balancer.', default: {} })),
  },
  { description: 'What is known of a service.', component: 'io.k8s.api.core.v1.ServiceStatus' },
)
export type ServiceStatus = TypeOf<typeof ServiceStatus>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.optional(s.with(ServiceSpec, { description: 'Which pods, and how they are reached.', default: {} })),
    status: s.optional(s.with(ServiceStatus, { description: 'What is known, written by the system.', default: {} })),
  },
  { description: 'A stable name and address for a set of pods.', component: 'io.k8s.api.core.v1.Service' },
)

export const Service = defineKind({
  group: '',
  version: 'v1',
  kind: 'Service',
  plural: 'services',
  scope: 'Namespaced',
  shortNames: ['svc'],
  categories: ['all'],
  statusSubresource: true,
  schema,
  columns: serviceTable.columns,
  selectableFields: ['spec.clusterIP', 'spec.type'],
  nameRule: 'dns-label',
  createOnUpdate: true,
  rules: serviceRules,
})
export type Service = TypeOf<typeof schema>
