import type { Endpoints, Service } from '@skep/api'
import { hasReason } from '@skep/base'
import type { KubeObject } from '@skep/schema'
import type { ClusterView } from '../../contracts.ts'
import { type ControllerContext, type ControllerDefinition, isResource, ownKey, serviceAccount } from '../controller.ts'
import { ENDPOINTS, PODS, SERVICES } from '../resources.ts'
import { named, type WorkloadIndexes } from '../workloads/indexes.ts'
import { isNamespaceTerminating, textOf } from '../workloads/pods/pod-control.ts'
import { isSame } from '../workloads/status-writer.ts'
import { type Backend, backendsOf, hasSelector, isHeadless, targetOf } from './backends.ts'
import { serviceKeys } from './service-keys.ts'

const MANAGED_BY = 'endpoints.kubernetes.io/managed-by'
const HEADLESS = 'service.kubernetes.io/headless'
const OVER_CAPACITY = 'endpoints.kubernetes.io/over-capacity'
const COMPONENT = 'endpoint-controller'
const CAPACITY = 1000

type Subset = NonNullable<Endpoints['subsets']>[number]
type Address = NonNullable<Subset['addresses']>[number]

/** Keeps the older list of the addresses behind each service. */
export function endpointsController(context: ControllerContext, indexes: WorkloadIndexes): ControllerDefinition {
  return {
    name: 'endpoints',
    identity: serviceAccount('endpoint-controller'),
    watches: [SERVICES, PODS, ENDPOINTS],
    keysOf: (event) => {
      if (isResource(event, PODS)) return serviceKeys(indexes.services, event)
      // Whoever removes or changes what is kept here only makes it come back.
      return isResource(event, SERVICES) || indexes.services.has(event.clusterId, named(event.namespace, event.name))
        ? [ownKey(event)]
        : []
    },
    reconcile: async ({ namespace, name }, cluster) => {
      const service = cluster.objects.get(SERVICES, namespace, name) as Service | undefined
      if (!service) await remove(cluster, namespace, name)
      else if (hasSelector(service)) await keep(context, cluster, service, backendsOf(indexes, cluster.id, service))
      return undefined
    },
  }
}

/** The endpoints of a service go with it, unless somebody else made them. */
async function remove(cluster: ClusterView, namespace: string, name: string): Promise<void> {
  const found = cluster.objects.get(ENDPOINTS, namespace, name)
  if (found?.metadata.labels?.[MANAGED_BY] !== COMPONENT) return
  await cluster.objects.delete(ENDPOINTS, namespace, name).catch((error) => {
    if (!hasReason(error, 'NotFound')) throw error
  })
}

async function keep(
  context: ControllerContext,
  cluster: ClusterView,
  service: Service,
  backends: readonly Backend[],
): Promise<void> {
  const { namespace = '', name = '' } = service.metadata
  const labels = {
    ...service.metadata.labels,
    ...(isHeadless(service) && { [HEADLESS]: '' }),
    [MANAGED_BY]: COMPONENT,
  }
  const { subsets, isTruncated } = truncate(subsetsOf(service, backends))
  const present = cluster.objects.get(ENDPOINTS, namespace, name) as Endpoints | undefined
  const change = (object: Endpoints): Endpoints => {
    const { [OVER_CAPACITY]: _, ...annotations } = object.metadata.annotations ?? {}
    const all = isTruncated ? { ...annotations, [OVER_CAPACITY]: 'truncated' } : annotations
    return {
      ...object,
      metadata: { ...object.metadata, labels, ...(Object.keys(all).length > 0 && { annotations: all }) },
      subsets,
    }
  }
  if (present && isSame(present.metadata.labels, labels) && isSame(present.subsets ?? [], subsets)) return
  try {
    const fresh: Endpoints = { apiVersion: 'v1', kind: 'Endpoints', metadata: { name, namespace } }
    if (!present) await cluster.objects.create(ENDPOINTS, namespace, change(fresh))
    else await cluster.objects.modify(ENDPOINTS, namespace, name, (stored: KubeObject) => change(stored as Endpoints))
  } catch (error) {
    if (isNamespaceTerminating(error) || hasReason(error, 'AlreadyExists')) return
    const message = `Failed to update endpoint ${namespace}/${name}: ${textOf(error)}`
    context.events.record(cluster, service, {
      component: COMPONENT,
      type: 'Warning',
      reason: 'FailedToUpdateEndpoint',
      message,
    })
    throw error
  }
}

/** Backends with the same ports form a subset; of those on their way out, only a service that wants all hears. */
function subsetsOf(service: Service, backends: readonly Backend[]): Subset[] {
  const publishes = service.spec?.publishNotReadyAddresses === true
  const groups = new Map<string, Backend[]>()
  for (const backend of backends) {
    if (backend.isTerminating && !publishes) continue
    if (backend.ports.length === 0 && !(isHeadless(service) && !service.spec?.ports?.length)) continue
    const key = JSON.stringify(backend.ports)
    groups.set(key, [...(groups.get(key) ?? []), backend])
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => subsetOf(group))
}

function subsetOf(group: readonly Backend[]): Subset {
  const byAddress = [...group].sort((a, b) => (a.addresses[0]! < b.addresses[0]! ? -1 : 1))
  const ready = byAddress.filter((backend) => backend.isReady).map(addressOf)
  const notReady = byAddress.filter((backend) => !backend.isReady).map(addressOf)
  const ports = group[0]!.ports.map(({ name, port, protocol, appProtocol }) => ({
    ...(name && { name }),
    port,
    protocol,
    ...(appProtocol && { appProtocol }),
  }))
  return {
    ...(ready.length > 0 && { addresses: ready }),
    ...(notReady.length > 0 && { notReadyAddresses: notReady }),
    ...(ports.length > 0 && { ports }),
  }
}

const addressOf = ({ pod, addresses, hostname }: Backend): Address => ({
  ip: addresses[0]!,
  ...(hostname && { hostname }),
  ...(pod.spec?.nodeName && { nodeName: pod.spec.nodeName }),
  targetRef: targetOf(pod),
})

/** The older list holds a thousand addresses; ready ones come first. */
function truncate(subsets: readonly Subset[]): { subsets: Subset[]; isTruncated: boolean } {
  let room = CAPACITY
  const take = (addresses: Address[] | undefined): Address[] | undefined => {
    const taken = addresses?.slice(0, room)
    room -= taken?.length ?? 0
    return taken
  }
  const total = subsets.reduce(
    (sum, each) => sum + (each.addresses?.length ?? 0) + (each.notReadyAddresses?.length ?? 0),
    0,
  )
  if (total <= CAPACITY) return { subsets: [...subsets], isTruncated: false }
  const ready = subsets.map(({ addresses }) => take(addresses))
  const rest = subsets.map(({ notReadyAddresses }) => take(notReadyAddresses))
  const cut = subsets.map(({ ports }, index) => ({
    ...(ready[index]?.length && { addresses: ready[index] }),
    ...(rest[index]?.length && { notReadyAddresses: rest[index] }),
    ...(ports && { ports }),
  }))
  return { subsets: cut, isTruncated: true }
}
