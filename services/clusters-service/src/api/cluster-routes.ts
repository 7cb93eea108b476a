import type { Route, ServiceRequest } from '@skep/service'
import { checkPlaceable, placementOf } from '../shards/place.ts'
import type { ApiBase } from './api-base.ts'
import { clusterOf, organizationOf, visibleTo, writableClusterOf } from './caller.ts'
import { changeCluster } from './change-cluster.ts'
import { checkDeletable, requestDeletion } from './delete-cluster.ts'
import { readOrder } from './order-cluster.ts'
import type { ApiParts } from './parts.ts'
import { renderCluster } from './render-cluster.ts'
import { RenderedClusters } from './rendered-clusters.ts'
import { queryFlag, readBody, respondBytes } from './respond.ts'

/** The clusters themselves. */
export function clusterRoutes(parts: ApiParts, base: ApiBase): Route[] {
  const rendered = new RenderedClusters(base, (ids) => parts.clusters.getMany(ids))
  return [
    { method: 'GET', path: '/clusters', handler: (request) => listClusters(parts, rendered, request) },
    { method: 'POST', path: '/clusters', handler: (request) => postCluster(parts, base, rendered, request) },
    {
      method: 'GET',
      path: '/clusters/{cluster_id}',
      handler: async (request) => ({ body: renderCluster(base, await clusterOf(parts, request)) }),
    },
    { method: 'PATCH', path: '/clusters/{cluster_id}', handler: (request) => patchCluster(parts, base, request) },
    { method: 'DELETE', path: '/clusters/{cluster_id}', handler: (request) => deleteCluster(parts, base, request) },
  ]
}

const listClusters = (parts: ApiParts, rendered: RenderedClusters, request: ServiceRequest) =>
  respondBytes(request, 'Cluster', async (query) => {
    const { items, total } = await parts.clusters.findEditions({ ...query, where: visibleTo(request) })
    return { items: await rendered.bytesOf(items), total }
  })

async function postCluster(parts: ApiParts, base: ApiBase, rendered: RenderedClusters, request: ServiceRequest) {
  const dryRun = queryFlag(request, 'dryRun')
  const order = await readOrder(parts, base, organizationOf(request), await readBody(request))
  if (dryRun) {
    await checkPlaceable(parts, order.id, order.cluster)
    await parts.clusters.checkNameFree(order.service.organizationId, order.cluster.name ?? '')
    return { status: 204 }
  }
  const record = await parts.clusters.create(order, placementOf(parts, order.id, order.cluster))
  rendered.forget(record.id)
  request.log.info('Ordered a cluster', { cluster: record.id, name: record.cluster.name })
  return { status: 201, body: renderCluster(base, record) }
}

async function patchCluster(parts: ApiParts, base: ApiBase, request: ServiceRequest) {
  const { id } = await writableClusterOf(parts, base, request)
  return { body: renderCluster(base, await changeCluster(parts, id, await readBody(request))) }
}

async function deleteCluster(parts: ApiParts, base: ApiBase, request: ServiceRequest) {
  const record = await writableClusterOf(parts, base, request)
  const deprovision = queryFlag(request, 'deprovision', true)
  const bestEffort = queryFlag(request, 'best_effort')
  if (!record.deletion) checkDeletable(record)
  if (!queryFlag(request, 'dry_run')) await requestDeletion(parts, record.id, { deprovision, bestEffort })
  return { status: 204 }
}
