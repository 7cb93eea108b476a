import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { endpointsRules, endpointsTable } from './endpoints.rules.ts'
import { ObjectReference } from './references.ts'

export const EndpointAddress = s.object(
  {
    hostname: s.optional(s.string({ omitEmpty: true, description: 'Host name of the endpoint.' })),
    ip: s.string({ description: 'IP address; not loopback, link-local or multicast.', default: '' }),
    nodeName: s.optional(s.string({ description: 'Node on which the endpoint is.' })),
    targetRef: s.optional(s.with(ObjectReference, { description: 'The object behind the address, usually a pod.' })),
  },
  {
    description: 'One address that a service leads to.',
    component: 'io.k8s.api.core.v1.EndpointAddress',
    mapType: 'atomic',
  },
)
export type EndpointAddress = TypeOf<typeof EndpointAddress>

export const EndpointPort = s.object(
  {
    appProtocol: s.optional(s.string({ description: 'Protocol spoken on the port, such as kubernetes.io/h2c.' })),
    name: s.optional(
      s.string({
        omitEmpty: true,
        description: 'Name of the port, as in the service. May be empty when there is one port only.',
      }),
    ),
    port: s.int32({ description: 'Port number.', default: 0 }),
    protocol: s.optional(s.string({ omitEmpty: true, description: 'TCP, UDP or SCTP.' })),
  },
  { description: 'One port that a service leads to.', component: 'io.k8s.api.core.v1.EndpointPort', mapType: 'atomic' },
)
export type EndpointPort = TypeOf<typeof EndpointPort>

export const EndpointSubset = s.object(
  {
    addresses: s.optional(
      s.array(EndpointAddress, { description: 'Addresses that are ready for traffic.', listType: 'atomic' }),
    ),
    notReadyAddresses: s.optional(
      s.array(EndpointAddress, { description: 'Addresses that are not ready yet, or no longer.', listType: 'atomic' }),
    ),
    ports: s.optional(s.array(EndpointPort, { description: 'Ports of those addresses.', listType: 'atomic' })),
  },
  {
    description: 'Addresses that share the same ports: the endpoints are all combinations.',
    component: 'io.k8s.api.core.v1.EndpointSubset',
  },
)
export type EndpointSubset = TypeOf<typeof EndpointSubset>

const schema = s.object(
  {
    ...kubeObject,
    subsets: s.optional(
      s.array(EndpointSubset, { description: 'Groups of addresses with equal ports.', listType: 'atomic' }),
    ),
  },
  {
    description: 'The addresses behind the service of the same name. EndpointSlice replaces it.',
    component: 'io.k8s.api.core.v1.Endpoints',
  },
)

export const Endpoints = defineKind({
  group: '',
  version: 'v1',
  kind: 'Endpoints',
  plural: 'endpoints',
  scope: 'Namespaced',
  shortNames: ['ep'],
  schema,
  columns: endpointsTable.columns,
  createOnUpdate: true,
  rules: endpointsRules,
})
export type Endpoints = TypeOf<typeof schema>
