import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { TypedLocalObjectReference } from '../core/references.ts'
import { ingressRules } from './ingress.rules.ts'
import { ingressTable } from './ingress.table.ts'

export const ServiceBackendPort = s.object(
  {
    name: s.optional(s.string({ description: 'Name of the port. Not together with number.' })),
    number: s.optional(s.int32({ description: 'Number of the port. Not together with name.' })),
  },
  {
    description: 'A port of a Service, by name or by number.',
    component: 'io.k8s.api.networking.v1.ServiceBackendPort',
    mapType: 'atomic',
  },
)
export type ServiceBackendPort = TypeOf<typeof ServiceBackendPort>

export const IngressServiceBackend = s.object(
  {
    name: s.string({ description: 'Name of the Service, in the namespace of the Ingress.', default: '' }),
    port: s.optional(s.with(ServiceBackendPort, { description: 'Port of the Service.', default: {} })),
  },
  { description: 'A Service that receives traffic.', component: 'io.k8s.api.networking.v1.IngressServiceBackend' },
)
export type IngressServiceBackend = TypeOf<typeof IngressServiceBackend>

export const IngressBackend = s.object(
  {
    resource: s.optional(
      s.with(TypedLocalObjectReference, { description: 'Another object in the namespace that serves the traffic.' }),
    ),
    service: s.optional(s.with(IngressServiceBackend, { description: 'A Service that serves the traffic.' })),
  },
  {
    description: 'Where traffic goes: a Service or another resource, not both.',
    component: 'io.k8s.api.networking.v1.IngressBackend',
  },
)
export type IngressBackend = TypeOf<typeof IngressBackend>

export const HTTPIngressPath = s.object(
  {
    backend: s.with(IngressBackend, { description: 'Where matching requests go.', default: {} }),
    path: s.optional(s.string({ description: 'Path to match; starts with a slash.' })),
    pathType: s.string({
      description:
        'Exact matches the path as it is, Prefix by its elements, ImplementationSpecific as the ingress class sees fit.',
    }),
  },
  { description: 'Sends requests for a path to a backend.', component: 'io.k8s.api.networking.v1.HTTPIngressPath' },
)
export type HTTPIngressPath = TypeOf<typeof HTTPIngressPath>

export const HTTPIngressRuleValue = s.object(
  {
    paths: s.array(HTTPIngressPath, { description: 'Paths and their backends.', listType: 'atomic' }),
  },
  { description: 'HTTP requests by path.', component: 'io.k8s.api.networking.v1.HTTPIngressRuleValue' },
)
export type HTTPIngressRuleValue = TypeOf<typeof HTTPIngressRuleValue>

export const IngressRule = s.object(
  {
    host: s.optional(
      s.string({
        description:
          'Host name to match, possibly with a leading wildcard label such as *.example.com. Empty matches all.',
      }),
    ),
    http: s.optional(
      s.with(HTTPIngressRuleValue, {
        description: 'Backends by path. Without it, all requests for the host go to the default backend.',
      }),
    ),
  },
  { description: 'What to do with requests for a host.', component: 'io.k8s.api.networking.v1.IngressRule' },
)
export type IngressRule = TypeOf<typeof IngressRule>

export const IngressTLS = s.object(
  {
    hosts: s.optional(
      s.array(s.string(), { description: 'Host names that the certificate covers.', listType: 'atomic' }),
    ),
    secretName: s.optional(
      s.string({ description: 'Secret of type kubernetes.io/tls with the certificate and its key.' }),
    ),
  },
  { description: 'Certificates for hosts.', component: 'io.k8s.api.networking.v1.IngressTLS' },
)
export type IngressTLS = TypeOf<typeof IngressTLS>

export const IngressSpec = s.object(
  {
    defaultBackend: s.optional(s.with(IngressBackend, { description: 'Where requests go that no rule matches.' })),
    ingressClassName: s.optional(
      s.string({ description: 'IngressClass whose controller takes care of this Ingress.' }),
    ),
    rules: s.optional(
      s.array(IngressRule, { description: 'What to do with requests, by host and path.', listType: 'atomic' }),
    ),
    tls: s.optional(
      s.array(IngressTLS, { description: 'Hosts served over TLS, with their certificates.', listType: 'atomic' }),
    ),
  },
  { description: 'How traffic from outside reaches Services.', component: 'io.k8s.api.networking.v1.IngressSpec' },
)
export type IngressSpec = TypeOf<typeof IngressSpec>

export const IngressPortStatus = s.object(
  {
    error: s.optional(s.string({ description: 'Why the port does not work, as a CamelCase word.' })),
    port: s.int32({ description: 'Number of the port.', default: 0 }),
    protocol: s.string({ description: 'TCP, UDP or SCTP.', default: '' }),
  },
  { description: 'The state of one port of a load balancer.', component: 'io.k8s.api.networking.v1.IngressPortStatus' },
)
export type IngressPortStatus = TypeOf<typeof IngressPortStatus>

export const IngressLoadBalancerIngress = s.object(
  {
    hostname: s.optional(s.string({ description: 'Host name, for load balancers that have one.' })),
    ip: s.optional(s.string({ description: 'IP address, for load balancers that have one.' })),
    ports: s.optional(
      s.array(IngressPortStatus, { description: 'State of the ports at this address.', listType: 'atomic' }),
    ),
  },
  { description: 'One address of a load balancer.', component: 'io.k8s.api.networking.v1.IngressLoadBalancerIngress' },
)
export type IngressLoadBalancerIngress = TypeOf<typeof IngressLoadBalancerIngress>

export const IngressLoadBalancerStatus = s.object(
  {
    ingress: s.optional(s.array(IngressLoadBalancerIngress, { description: 'Its addresses.', listType: 'atomic' })),
  },
  {
    description: 'Where a load balancer can be reached.',
    component: 'io.k8s.api.networking.v1.IngressLoadBalancerStatus',
  },
)
export type IngressLoadBalancerStatus = TypeOf<typeof IngressLoadBalancerStatus>

export const IngressStatus = s.object(
  {
    loadBalancer: s.optional(
      s.with(IngressLoadBalancerStatus, { description: 'Where the load balancer can be reached.', default: {} }),
    ),
  },
  { description: 'What the ingress controller last reported.', component: 'io.k8s.api.networking.v1.IngressStatus' },
)
export type IngressStatus = TypeOf<typeof IngressStatus>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.defaulted(s.with(IngressSpec, { description: 'Hosts, paths and where they lead.', default: {} })),
    status: s.optional(
      s.with(IngressStatus, { description: 'What the ingress controller last reported.', default: {} }),
    ),
  },
  {
    description: 'Lets HTTP traffic from outside the cluster reach Services, by host and path.',
    component: 'io.k8s.api.networking.v1.Ingress',
  },
)

export const Ingress = defineKind({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'Ingress',
  plural: 'ingresses',
  scope: 'Namespaced',
  shortNames: ['ing'],
  statusSubresource: true,
  schema,
  columns: ingressTable.columns,
  rules: ingressRules,
})
export type Ingress = TypeOf<typeof schema>
