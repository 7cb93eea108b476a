import type { JsonObject } from '@skep/schema'
import { type Handler, type Route, ServiceError, type ServiceRequest } from '@skep/service'
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

/** Something that a cluster has at most one of. */
interface Singleton {
  readonly type: ResourceType
  readonly collection: ChildCollection
}

const SINGLETONS: readonly Singleton[] = [
  { type: kubeletConfig, collection: 'kubelet_config' },
  { type: clusterAutoscaler, collection: 'autoscaler' },
]

/** The one kubelet configuration and the one autoscaler of a cluster. */
export const singletonRoutes = (parts: ApiParts, base: ApiBase): Route[] =>
  SINGLETONS.flatMap((singleton) => {
    const path = `/clusters/{cluster_id}/${singleton.collection}`
    const bound =
      (handler: (call: Call) => ReturnType<Handler>): Handler =>
      (request) =>
        handler({ parts, base, singleton, request })
    return [
      { method: 'GET', path, handler: bound(getOne) },
      { method: 'POST', path, handler: bound(createOne) },
      { method: 'PATCH', path, handler: bound(changeOne) },
      { method: 'DELETE', path, handler: bound(removeOne) },
    ]
  })

interface Call {
  readonly parts: ApiParts
  readonly base: ApiBase
  readonly singleton: Singleton
  readonly request: ServiceRequest
}

async function getOne(call: Call) {
  const { id } = await clusterOf(call.parts, call.request)
  return { body: show(call, await find(call, id)) }
}

async function createOne(call: Call) {
  const { parts, singleton, request } = call
  const { type, collection } = singleton
  const clusterId = await changeableCluster(call)
  const { document, secrets } = readNew(type, await readBody(request))
  const address = { clusterId, collection, id: collection }
  const there = await parts.children.get(address)
  const state = there?.deleting ? 'is still being deleted' : 'already exists'
  if (there) throw conflict(`${type.noun} ${state} for cluster '${clusterId}'`)
  return { status: 201, body: show(call, await parts.children.create(type, { ...address, body: document, secrets })) }
}

async function changeOne(call: Call) {
  const { parts, singleton, request } = call
  const { type } = singleton
  const child = await find(call, await changeableCluster(call))
  const { document, secrets } = readChange(type, { ...child.document }, await readBody(request))
  return { body: show(call, await parts.children.change(child, type.noun, document, child.version, secrets)) }
}

async function removeOne(call: Call) {
  const { parts, base, request } = call
  const { id } = await writableClusterOf(parts, base, request)
  await parts.children.remove(await find(call, id))
  return { status: 204 }
}

async function changeableCluster({ parts, base, request }: Call): Promise<string> {
  const record = await writableClusterOf(parts, base, request)
  requireAlive(record)
  return record.id
}

async function find({ parts, singleton }: Call, clusterId: string): Promise<ChildRecord> {
  const { type, collection } = singleton
  const child = await parts.children.get({ clusterId, collection, id: collection })
  if (!child || child.deleting) throw new ServiceError(404, `${type.noun} for cluster with ID '${clusterId}' not found`)
  return child
}

function show({ base, singleton }: Call, { clusterId, id, document }: ChildRecord): JsonObject {
  const { type, collection } = singleton
  return render(type.kind, base, `/clusters/${clusterId}/${collection}`, id, document)
}
