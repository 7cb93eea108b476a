import type { JsonObject } from '@skep/schema'
import type { Route, ServiceRequest } from '@skep/service'
import { badRequest } from '../model/problem.ts'
import type { ClusterRecord } from '../records/cluster-record.ts'
import type { ApiBase } from './api-base.ts'
import { clusterOf, writableClusterOf } from './caller.ts'
import { changeCluster } from './change-cluster.ts'
import type { ApiParts } from './parts.ts'
import { readBody } from './respond.ts'
import { renderShard } from './shard-routes.ts'

/** Attributes of a cluster that have an address of their own. */
export function aspectRoutes(parts: ApiParts, base: ApiBase): Route[] {
  return [
    ...aspect(parts, base, 'delete_protection', ({ cluster }) => ({
      kind: 'DeleteProtection',
      enabled: cluster.delete_protection?.enabled ?? false,
    })),
    // A structure, not an object: it has neither kind nor id.
    ...aspect(parts, base, 'hypershift', ({ cluster }) => ({ enabled: false, ...cluster.hypershift })),
    {
      method: 'GET',
      path: '/clusters/{cluster_id}/provision_shard',
      handler: async (request) => ({ body: await shardOf(parts, base, await clusterOf(parts, request)) }),
    },
    ...['PATCH', 'DELETE'].map((method) => ({
      method,
      path: '/clusters/{cluster_id}/provision_shard',
      handler: async (request: ServiceRequest) => {
        await writableClusterOf(parts, base, request)
        throw badRequest("The provision shard of a cluster is chosen once and can't be changed")
      },
    })),
  ]
}

function aspect(
  parts: ApiParts,
  base: ApiBase,
  name: 'delete_protection' | 'hypershift',
  show: (record: ClusterRecord) => JsonObject,
): Route[] {
  const path = `/clusters/{cluster_id}/${name}`
  return [
    { method: 'GET', path, handler: async (request) => ({ body: show(await clusterOf(parts, request)) }) },
    {
      method: 'PATCH',
      path,
      handler: async (request) => {
        const { id } = await writableClusterOf(parts, base, request)
        return { body: show(await changeCluster(parts, id, { [name]: await readBody(request) })) }
      },
    },
  ]
}

/** Without an href while there is no shard: that is how clients tell. */
async function shardOf(parts: ApiParts, base: ApiBase, { shardId }: ClusterRecord): Promise<JsonObject> {
  const document = shardId === undefined ? undefined : await parts.shards.document(shardId)
  return document ? renderShard(base, document) : { kind: 'ProvisionShard' }
}
