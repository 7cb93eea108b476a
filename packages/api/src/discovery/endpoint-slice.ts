import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { ObjectReference } from '../core/references.ts'
import { endpointSliceRules, endpointSliceTable } from './endpoint-slice.rules.ts'

export const EndpointConditions = s.object(
  {
    ready: s.optional(s.bool({ description: 'Whether it takes traffic now; absent is to be read as true.' })),
    serving: s.optional(
      s.bool({ description: 'Whether it answers, even when it is terminating; absent is to be read like ready.' }),
    ),
    terminating: s.optional(s.bool({ description: 'Whether it is shutting down; absent is to be read as false.' })),
  },
  { description: 'The state of an endpoint.', component: 'io.k8s.api.discovery.v1.EndpointConditions' },
)
export type EndpointConditions = TypeOf<typeof EndpointConditions>

export const ForNode = s.object(
  {
    name: s.string({ description: 'Name of the node.', default: '' }),
  },
  { description: 'A node that should use an endpoint.', component: 'io.k8s.api.discovery.v1.ForNode' },
)
export type ForNode = TypeOf<typeof ForNode>

export const ForZone = s.object(
  {
    name: s.string({ description: 'Name of the zone.', default: '' }),
  },
  { description: 'A zone that should use an endpoint.', component: 'io.k8s.api.discovery.v1.ForZone' },
)
export type ForZone = TypeOf<typeof ForZone>

export const EndpointHints = s.object(
  {
    forNodes: s.optional(s.array(ForNode, { description: 'Nodes that should use it; at most 8.', listType: 'atomic' })),
    forZones: s.optional(s.array(ForZone, { description: 'Zones that should use it; at most 8.', listType: 'atomic' })),
  },
  { description: 'Who should best use an endpoint.', component: 'io.k8s.api.discovery.v1.EndpointHints' },
)
export type EndpointHints = TypeOf<typeof EndpointHints>

export const Endpoint = s.object(
  {
    addresses: s.array(s.string(), {
      description: "Addresses of this backend, of the slice's address type. Clients use the first.",
      listType: 'set',
    }),
    conditions: s.optional(
      s.with(EndpointConditions, { description: 'Whether it is ready, serving or terminating.', default: {} }),
    ),
    deprecatedTopology: s.optional(
      s.map(s.string(), { description: 'Topology labels of an older version of this API; cannot be set any more.' }),
    ),
    hints: s.optional(s.with(EndpointHints, { description: 'Who should best use it.' })),
    hostname: s.optional(s.string({ description: 'Host name for DNS, below the name of the Service.' })),
    nodeName: s.optional(s.string({ description: 'Node that it runs on.' })),
    targetRef: s.optional(s.with(ObjectReference, { description: 'Object behind it, usually a Pod.' })),
    zone: s.optional(s.string({ description: 'Zone that it is in.' })),
  },
  { description: 'One backend of a Service.', component: 'io.k8s.api.discovery.v1.Endpoint' },
)
export type Endpoint = TypeOf<typeof Endpoint>

export const EndpointSlicePort = s.object(
  {
    appProtocol: s.optional(s.string({ description: 'Application protocol, such as http or kubernetes.io/h2c.' })),
    name: s.optional(s.string({ description: 'Name of the port, unique in the slice; as in the Service.' })),
    port: s.optional(s.int32({ description: 'Number of the port. Without it, the port is not restricted.' })),
    protocol: s.optional(s.string({ description: 'TCP (the default), UDP or SCTP.' })),
  },
  {
    description: 'A port of all endpoints in a slice.',
    component: 'io.k8s.api.discovery.v1.EndpointPort',
    mapType: 'atomic',
  },
)
export type EndpointSlicePort = TypeOf<typeof EndpointSlicePort>

const schema = s.object(
  {
    ...kubeObject,
    addressType: s.string({
      description: 'Kind of all addresses in the slice: IPv4, IPv6 or FQDN (deprecated). Cannot change.',
      default: '',
    }),
    endpoints: s.optional(s.array(Endpoint, { description: 'The endpoints; at most 1000.', listType: 'atomic' })),
    ports: s.optional(
      s.array(EndpointSlicePort, { description: 'Ports of every endpoint; at most 100.', listType: 'atomic' }),
    ),
  },
  { description: 'Some of the network endpoints of a Service.', component: 'io.k8s.api.discovery.v1.EndpointSlice' },
)

export const EndpointSlice = defineKind({
  group: 'discovery.k8s.io',
  version: 'v1',
  kind: 'EndpointSlice',
  plural: 'endpointslices',
  scope: 'Namespaced',
  schema,
  columns: endpointSliceTable.columns,
  rules: endpointSliceRules,
})
export type EndpointSlice = TypeOf<typeof schema>
