import type { Endpoints, Service } from '@skep/api'
import { hasReason } from '@skep/base'
import type { KubeObject } from '@skep/schema'
import type { ClusterView } from '../../contracts.ts'
import { type ControllerContext, type ControllerDefinition, isResource, ownKey, serviceAccount } from '../controller.ts'
import { deleteIfThere } from '../delete-if-there.ts'
import { ENDPOINTS, PODS, SERVICES } from '../resources.ts'
import { named, type WorkloadIndexes } from '../workloads/indexes.ts'
import { isNamespaceTerminating, textOf } from '../workloads/pods/pod-control.ts'
import { isSame } from '../workloads/status-writer.ts'
import { type Backend, backendsOf, hasSelector, isHeadless } from './backends.ts'
import { type Subset, subsetsOf, truncate } from './endpoint-subsets.ts'
import { serviceKeys } from './service-keys.ts'

const MANAGED_BY = 'endpoints.kubernetes.io/managed-by'
const HEADLESS = 'service.kubernetes.io/headless'
const OVER_CAPACITY = 'endpoints.kubernetes.io/over-capacity'
const COMPONENT = 'endpoint-controller'

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
  if (found?.metadata.labels?.[MANAGED_BY] === COMPONENT) await deleteIfThere(cluster, ENDPOINTS, found.metadata)
}

async function keep(
  context: ControllerContext,
  cluster: ClusterView,
  service: Service,
  backends: readonly Backend[],
): Promise<void> {
  const { namespace = '', name = '' } = service.metadata
  const present = cluster.objects.get(ENDPOINTS, namespace, name) as Endpoints | undefined
  const wanted = wantedEndpoints(service, backends)
  if (present && isSame(present.metadata.labels, wanted.labels) && isSame(present.subsets ?? [], wanted.subsets)) return
  try {
    const fresh: Endpoints = { apiVersion: 'v1', kind: 'Endpoints', metadata: { name, namespace } }
    const change = (stored: KubeObject): KubeObject => withContent(stored as Endpoints, wanted)
    if (present) await cluster.objects.modify(ENDPOINTS, namespace, name, change)
    else await cluster.objects.create(ENDPOINTS, namespace, withContent(fresh, wanted))
  } catch (error) {
    if (isNamespaceTerminating(error) || hasReason(error, 'AlreadyExists')) return
    const message = `Failed to update endpoint ${namespace}/${name}: ${textOf(error)}`
    const failure = { type: 'Warning', reason: 'FailedToUpdateEndpoint', message } as const
    context.events.record(cluster, service, { component: COMPONENT, ...failure })
    throw error
  }
}

interface Content {
  readonly labels: Record<string, string>
  readonly subsets: Subset[]
  readonly isTruncated: boolean
}

const wantedEndpoints = (service: Service, backends: readonly Backend[]): Content => ({
  labels: { ...service.metadata.labels, ...(isHeadless(service) && { [HEADLESS]: '' }), [MANAGED_BY]: COMPONENT },
  ...truncate(subsetsOf(service, backends)),
})

function withContent(endpoints: Endpoints, { labels, subsets, isTruncated }: Content): Endpoints {
  const { annotations: before = {}, ...metadata } = endpoints.metadata
  const { [OVER_CAPACITY]: _, ...others } = before
  const annotations = isTruncated ? { ...others, [OVER_CAPACITY]: 'truncated' } : others
  const hasAny = Object.keys(annotations).length > 0
  return { ...endpoints, metadata: { ...metadata, labels, ...(hasAny && { annotations }) }, subsets }
}
