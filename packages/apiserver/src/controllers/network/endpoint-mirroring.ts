import type { Endpoint, Endpoints, Service } from '@skep/api'
import type { ClusterView } from '../../contracts.ts'
import { type ControllerDefinition, isResource, ownKey, serviceAccount } from '../controller.ts'
import { ENDPOINT_SLICES, ENDPOINTS, SERVICES } from '../resources.ts'
import { controlledBy, type WorkloadIndexes } from '../workloads/indexes.ts'
import { controllerReference } from '../workloads/ownership.ts'
import { isDeleted } from '../workloads/pods/pod-state.ts'
import { hasSelector } from './backends.ts'
import type { EndpointGroup } from './slice-plan.ts'
import { keepSlices } from './slice-writes.ts'

const KIND = { group: '', version: 'v1', kind: 'Endpoints' }
const SERVICE_NAME = 'kubernetes.io/service-name'
const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by'
const MANAGER = 'endpointslicemirroring-controller.k8s.io'
const SKIP_MIRROR = 'endpointslice.kubernetes.io/skip-mirror'
/** Endpoints that somebody takes turns with, as a lock. */
const LEADER = 'control-plane.alpha.kubernetes.io/leader'

type Subset = NonNullable<Endpoints['subsets']>[number]
type Address = NonNullable<Subset['addresses']>[number]

/** Shows the endpoints that people write themselves as slices, which is where everyone looks for them now. */
export function endpointMirroringController(indexes: WorkloadIndexes): ControllerDefinition {
  return {
    name: 'endpointslice-mirroring',
    identity: serviceAccount('endpointslicemirroring-controller'),
    watches: [ENDPOINTS, SERVICES, ENDPOINT_SLICES],
    keysOf: (event) => {
      if (!isResource(event, ENDPOINT_SLICES)) return event.type === 'put' ? [ownKey(event)] : []
      const { clusterId, namespace, object } = event
      const name = object.metadata.labels?.[MANAGED_BY] === MANAGER ? object.metadata.labels[SERVICE_NAME] : undefined
      return name === undefined ? [] : [{ clusterId, namespace, name }]
    },
    reconcile: async ({ namespace, name }, cluster) => {
      const endpoints = cluster.objects.get(ENDPOINTS, namespace, name) as Endpoints | undefined
      if (endpoints && !isDeleted(endpoints)) await mirror(cluster, indexes, endpoints)
      return undefined
    },
  }
}

async function mirror(cluster: ClusterView, indexes: WorkloadIndexes, endpoints: Endpoints): Promise<void> {
  const { namespace = '', name = '', uid = '', labels } = endpoints.metadata
  const present = indexes.endpointSlices
    .find(cluster.id, controlledBy(uid))
    .filter(({ metadata }) => metadata.labels?.[MANAGED_BY] === MANAGER)
  const isMirrored = wantsMirror(cluster, endpoints)
  if (!isMirrored && present.length === 0) return
  const owner = {
    namespace,
    name,
    reference: controllerReference(KIND, endpoints),
    labels: { ...labels, [SERVICE_NAME]: name, [MANAGED_BY]: MANAGER },
  }
  await keepSlices(cluster, owner, isMirrored ? groupsOf(endpoints) : [], present)
}

function wantsMirror(cluster: ClusterView, { metadata }: Endpoints): boolean {
  if (metadata.labels?.[SKIP_MIRROR] === 'true' || metadata.annotations?.[LEADER] !== undefined) return false
  const service = cluster.objects.get(SERVICES, metadata.namespace ?? '', metadata.name ?? '') as Service | undefined
  return service !== undefined && !hasSelector(service)
}

function groupsOf({ subsets = [] }: Endpoints): EndpointGroup[] {
  return subsets.flatMap(({ addresses = [], notReadyAddresses = [], ports = [] }) => {
    const endpoints = [
      ...addresses.map((address) => endpointOf(address, true)),
      ...notReadyAddresses.map((address) => endpointOf(address, false)),
    ]
    const slicePorts = ports.map(({ name = '', port, protocol = 'TCP', appProtocol }) => ({
      name,
      port,
      protocol,
      ...(appProtocol && { appProtocol }),
    }))
    return (['IPv4', 'IPv6'] as const)
      .map((addressType) => ({
        addressType,
        ports: slicePorts,
        endpoints: endpoints.filter(({ addresses: [ip = ''] }) => ip.includes(':') === (addressType === 'IPv6')),
      }))
      .filter((group) => group.endpoints.length > 0)
  })
}

const endpointOf = ({ ip, hostname, nodeName, targetRef }: Address, ready: boolean): Endpoint => ({
  addresses: [ip],
  conditions: { ready },
  ...(hostname && { hostname }),
  ...(nodeName && { nodeName }),
  ...(targetRef && { targetRef }),
})
