import type { Endpoint, EndpointSlicePort, Node, Service } from '@skep/api'
import type { ClusterView } from '../../contracts.ts'
import { type ControllerDefinition, isResource, ownKey, serviceAccount } from '../controller.ts'
import { ENDPOINT_SLICES, NODES, PODS, SERVICES } from '../resources.ts'
import { controlledBy, type WorkloadIndexes } from '../workloads/indexes.ts'
import { controllerReference } from '../workloads/ownership.ts'
import { isDeleted } from '../workloads/pods/pod-state.ts'
import { type Backend, backendsOf, hasSelector, isHeadless, targetOf } from './backends.ts'
import { serviceKeys } from './service-keys.ts'
import type { EndpointGroup } from './slice-plan.ts'
import { keepSlices } from './slice-writes.ts'

const SERVICE = { group: '', version: 'v1', kind: 'Service' }
const SERVICE_NAME = 'kubernetes.io/service-name'
const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by'
const MANAGER = 'endpointslice-controller.k8s.io'
const HEADLESS = 'service.kubernetes.io/headless'
const ZONE = 'topology.kubernetes.io/zone'

/** Keeps the lists of the addresses behind each service, in slices of a hundred. */
export function endpointSliceController(indexes: WorkloadIndexes): ControllerDefinition {
  return {
    name: 'endpointslice',
    identity: serviceAccount('endpointslice-controller'),
    watches: [SERVICES, PODS, ENDPOINT_SLICES],
    keysOf: (event) => {
      if (isResource(event, PODS)) return serviceKeys(indexes.services, event)
      if (isResource(event, SERVICES)) return event.type === 'put' ? [ownKey(event)] : []
      const { clusterId, namespace, object } = event
      const name = object.metadata.labels?.[MANAGED_BY] === MANAGER ? object.metadata.labels[SERVICE_NAME] : undefined
      return name === undefined ? [] : [{ clusterId, namespace, name }]
    },
    reconcile: async ({ namespace, name }, cluster) => {
      const service = cluster.objects.get(SERVICES, namespace, name) as Service | undefined
      if (service && !isDeleted(service) && hasSelector(service)) await keep(cluster, indexes, service)
      return undefined
    },
  }
}

async function keep(cluster: ClusterView, indexes: WorkloadIndexes, service: Service): Promise<void> {
  const { metadata } = service
  const namespace = metadata.namespace ?? ''
  const present = indexes.endpointSlices
    .find(cluster.id, controlledBy(metadata.uid ?? ''))
    .filter((slice) => slice.metadata.labels?.[MANAGED_BY] === MANAGER && !isDeleted(slice))
  const groups = groupsOf(cluster, service, backendsOf(indexes, cluster.id, service))
  const owner = {
    namespace,
    name: metadata.name ?? '',
    reference: controllerReference(SERVICE, service),
    labels: labelsOf(service),
  }
  await keepSlices(cluster, owner, groups, present)
}

const labelsOf = (service: Service): Record<string, string> => ({
  ...service.metadata.labels,
  ...(isHeadless(service) && { [HEADLESS]: '' }),
  [SERVICE_NAME]: service.metadata.name ?? '',
  [MANAGED_BY]: MANAGER,
})

/** One group per address family and set of ports; a family without backends is a group without endpoints. */
function groupsOf(cluster: ClusterView, service: Service, backends: readonly Backend[]): EndpointGroup[] {
  const families = service.spec?.ipFamilies?.length ? service.spec.ipFamilies : ['IPv4']
  return families.flatMap((family) => groupsOfFamily(cluster, family === 'IPv6' ? 'IPv6' : 'IPv4', backends))
}

function groupsOfFamily(
  cluster: ClusterView,
  addressType: EndpointGroup['addressType'],
  backends: readonly Backend[],
): EndpointGroup[] {
  const groups = new Map<string, { ports: EndpointSlicePort[]; endpoints: Endpoint[] }>()
  for (const backend of backends) {
    const address = backend.addresses.find((each) => each.includes(':') === (addressType === 'IPv6'))
    if (address === undefined) continue
    const ports = slicePorts(backend)
    const key = JSON.stringify(ports)
    const group = groups.get(key) ?? { ports, endpoints: [] }
    group.endpoints.push(endpointOf(cluster, backend, address))
    groups.set(key, group)
  }
  if (groups.size === 0) return [{ addressType, ports: [], endpoints: [] }]
  return [...groups.values()].map((group) => ({ addressType, ...group }))
}

const slicePorts = ({ ports }: Backend): EndpointSlicePort[] =>
  ports.map(({ name, port, protocol, appProtocol }) => ({ name, port, protocol, ...(appProtocol && { appProtocol }) }))

function endpointOf(cluster: ClusterView, backend: Backend, address: string): Endpoint {
  const { pod, hostname, isReady, isServing, isTerminating } = backend
  const nodeName = pod.spec?.nodeName
  const node = nodeName ? (cluster.objects.get(NODES, '', nodeName) as Node | undefined) : undefined
  const zone = node?.metadata.labels?.[ZONE]
  return {
    addresses: [address],
    conditions: { ready: isReady, serving: isServing, terminating: isTerminating },
    ...(hostname && { hostname }),
    ...(nodeName && { nodeName }),
    targetRef: targetOf(pod),
    ...(zone && { zone }),
  }
}
