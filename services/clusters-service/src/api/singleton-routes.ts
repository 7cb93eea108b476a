import type { Route } from '@skep/service'
import { ServiceError } from '@skep/service'
import { clusterAutoscaler, kubeletConfig } from '../model/children/configuration.ts'
import { readChange, readNew } from '../model/input.ts'
import { conflict } from '../model/problem.ts'
import type { ResourceType } from '../model/resource-type.ts'
import type { ChildCollection, ChildRecord } from '../records/child-record.ts'
import type { ApiBase } from './api-base.ts'
import { clusterOf, requireAlive, writableClusterOf } from './caller.ts'
import type { ApiParts } from './parts.ts'
import { render } from './render.ts'
import { readBody } from './respond.ts'

/** What a cluster has at most one of. */
const SINGLETONS: readonly { readonly type: ResourceType; readonly collection: ChildCollection }[] = [
  { type: kubeletConfig, collection: 'kubelet_config' },
  { type: clusterAutoscaler, collection: 'autoscaler' },
]

/** The one kubelet configuration and the one autoscaler of a cluster. */
export const singletonRoutes = (parts: ApiParts, base: ApiBase): Route[] =>
  SINGLETONS.flatMap(({ type, collection }) => {
    const path = `/clusters/{cluster_id}/${collection}`
    const show = (child: ChildRecord) =>
      render(type.kind, base, `/clusters/${child.clusterId}/${collection}`, child.id, child.document)
    const find = async (clusterId: string) => {
      const child = await parts.children.get({ clusterId, collection, id: collection })
      if (!child) throw new ServiceError(404, `${type.noun} for cluster with ID '${clusterId}' not found`)
      return child
    }
    return [
      {
        method: 'GET',
        path,
        handler: async (request) => ({ body: show(await find((await clusterOf(parts, request)).id)) }),
      },
      {
        method: 'POST',
        path,
        handler: async (request) => {
          const record = await writableClusterOf(parts, base, request)
          requireAlive(record)
          const { document, secrets } = readNew(type, await readBody(request))
          const address = { clusterId: record.id, collection, id: collection }
          if (await parts.children.get(address))
            throw conflict(`${type.noun} already exists for cluster '${record.id}'`)
          return { status: 201, body: show(await parts.children.create(type, { ...address, body: document, secrets })) }
        },
      },
      {
        method: 'PATCH',
        path,
        handler: async (request) => {
          const record = await writableClusterOf(parts, base, request)
          requireAlive(record)
          const child = await find(record.id)
          const { document, secrets } = readChange(type, { ...child.document }, await readBody(request))
          return { body: show(await parts.children.change(child, type.noun, document, child.version, secrets)) }
        },
      },
      {
        method: 'DELETE',
        path,
        handler: async (request) => {
          const record = await writableClusterOf(parts, base, request)
          await parts.children.remove(await find(record.id))
          return { status: 204 }
        },
      },
    ]
  })
