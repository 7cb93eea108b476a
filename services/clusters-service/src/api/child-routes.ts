import type { JsonObject } from '@skep/schema'
import type { Handler, Route, ServiceRequest } from '@skep/service'
import { newId } from '../model/ids.ts'
import { readChange, readNew } from '../model/input.ts'
import { badRequest, notFound } from '../model/problem.ts'
import type { ChildRecord } from '../records/child-record.ts'
import type { ChildAddress } from '../records/children.ts'
import type { ClusterRecord } from '../records/cluster-record.ts'
import type { ApiBase } from './api-base.ts'
import { clusterOf, requireAlive, requireReady, writableClusterOf } from './caller.ts'
import type { ChildContext, ChildResource } from './child-resource.ts'
import { changeOwn, keepOwnForLists, ownOf, refuseOwnRemoval, refuseSecondOwn } from './own-child.ts'
import type { ApiParts } from './parts.ts'
import { render } from './render.ts'
import { readBody, respondList } from './respond.ts'

const ID = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/
const CLUSTER = '/clusters/{cluster_id}'

/** The list and the items of something that belongs to clusters. */
export function childRoutes(parts: ApiParts, base: ApiBase, resource: ChildResource): Route[] {
  const collection = `${CLUSTER}${resource.path}`
  const item = `${collection}/{id}`
  const bound =
    (handler: ChildHandler): Handler =>
    (request) =>
      handler({ parts, base, resource, request })
  const routes: Route[] = [
    { method: 'GET', path: collection, handler: bound(listChildren) },
    { method: 'POST', path: collection, handler: bound(createChild) },
    { method: 'GET', path: item, handler: bound(getChild) },
    { method: 'PATCH', path: item, handler: bound(changeChild) },
    { method: 'DELETE', path: item, handler: bound(removeChild) },
  ]
  return routes.filter(({ method }) => resource.methods.some((offered) => offered === method))
}

interface Call {
  readonly parts: ApiParts
  readonly base: ApiBase
  readonly resource: ChildResource
  readonly request: ServiceRequest
}
type ChildHandler = (call: Call) => ReturnType<Handler>

async function listChildren(call: Call) {
  const { parts, resource, request } = call
  const { type, collection } = resource
  const record = await clusterOf(parts, request)
  await keepOwnForLists(parts, resource, record)
  return respondList(request, type.kind, async (query) => {
    const where = { deleting: false, ...scopeOf(request) }
    const { items, total } = await parts.children.find(type, record.id, collection, { ...query, where })
    return { items: items.map((child) => renderListed(call, child)), total }
  })
}

async function getChild(call: Call) {
  const record = await clusterOf(call.parts, call.request)
  return { body: renderChild(call, ownOf(call.resource, call.request, record) ?? (await childOf(call))) }
}

async function createChild(call: Call) {
  const { parts, resource, request } = call
  const record = await changeableCluster(call)
  requireControlPlane(resource, record)
  const { document, secrets } = readNew(resource.type, await readBody(request))
  const id = chooseId(call, document)
  refuseSecondOwn(resource, id, record)
  const scoped = { ...document, ...scopeOf(request), id }
  const body = (await resource.check?.(scoped, contextOf(call, record))) ?? scoped
  const child = await parts.children.create(resource.type, {
    clusterId: record.id,
    collection: resource.collection,
    id,
    body,
    secrets,
  })
  await resource.after?.(contextOf(call, record))
  return { status: 201, body: renderChild(call, child) }
}

async function changeChild(call: Call) {
  const { parts, resource, request } = call
  const record = await changeableCluster(call)
  const own = ownOf(resource, request, record)
  const child = own ?? (await childOf(call))
  const change = await readBody(request)
  const before = otherScaling(child.document, change)
  const { document, secrets } = readChange(resource.type, before, change)
  const body = (await resource.check?.(document, contextOf(call, record), before)) ?? document
  if (own) return { body: renderChild(call, await changeOwn(parts, resource, record, body)) }
  const changed = await parts.children.change(child, resource.type.noun, body, child.version, secrets)
  return { body: renderChild(call, changed) }
}

async function removeChild(call: Call) {
  const { parts, resource, request } = call
  const record = await writableClusterOf(parts, call.base, request)
  refuseOwnRemoval(resource, request, record)
  const child = await childOf(call)
  await resource.checkRemoval?.(child, contextOf(call, record))
  await parts.children.remove(child)
  await resource.after?.(contextOf(call, record))
  return { status: 204 }
}

async function changeableCluster({ parts, base, resource, request }: Call): Promise<ClusterRecord> {
  const record = await writableClusterOf(parts, base, request)
  requireAlive(record)
  if (resource.needsReady) requireReady(record)
  return record
}

function requireControlPlane({ only, type }: ChildResource, { id, cluster }: ClusterRecord): void {
  const hosted = cluster.hypershift?.enabled === true
  if (only === 'classic' && hosted) {
    throw badRequest(`${type.noun}s aren't supported for cluster '${id}', whose control plane is hosted`)
  }
  if (only === 'hosted' && !hosted) {
    throw badRequest(`${type.noun}s are only supported for clusters with a hosted control plane, unlike '${id}'`)
  }
}

/** Path parameters between the cluster and the collection, such as the node pool of an upgrade. */
function scopeOf({ params }: ServiceRequest): Record<string, string> {
  const { cluster_id, id, ...scope } = params
  return scope
}

async function childOf({ parts, resource, request }: Call): Promise<ChildRecord> {
  const address = addressOf(resource, request)
  const child = await parts.children.get(address)
  const inScope = Object.entries(scopeOf(request)).every(([name, value]) => child?.document[name] === value)
  if (!child || child.deleting || !inScope) throw notFound(resource.type.noun, address.id)
  return child
}

const addressOf = ({ collection }: ChildResource, { params }: ServiceRequest): ChildAddress => ({
  clusterId: params['cluster_id'] ?? '',
  collection,
  id: params['id'] ?? '',
})

function contextOf({ parts, resource }: Call, record: ClusterRecord): ChildContext {
  const siblings = async () =>
    (await parts.children.list(record.id, resource.collection)).filter(({ deleting }) => !deleting)
  return { parts, record, siblings }
}

function chooseId({ parts, resource }: Call, document: JsonObject): string {
  const asked = document['id']
  const given = typeof asked === 'string' && asked !== '' ? asked : undefined
  if (given === undefined && resource.ids === 'chosen') throw badRequest("Attribute 'id' is mandatory")
  if (given === undefined || resource.ids === 'generated') return newId(parts.clock, parts.random)
  if (!ID.test(given)) {
    throw badRequest(
      `Attribute 'id' is invalid: '${given}' must consist of lower-case letters, digits and '-', start with a letter and end with a letter or digit`,
    )
  }
  return given
}

/** A number of replicas takes the place of limits, and limits that of a number; sending both is refused. */
function otherScaling(document: Readonly<JsonObject>, change: JsonObject): JsonObject {
  const { replicas, autoscaling, ...rest } = document
  const toNumber = change['replicas'] !== undefined && change['autoscaling'] === undefined
  const toRange = change['autoscaling'] !== undefined && change['replicas'] === undefined
  if (toNumber && autoscaling !== undefined) return rest
  return toRange && replicas !== undefined ? rest : { ...document }
}

function renderListed(call: Call, child: ChildRecord): JsonObject {
  const { alone = [] } = call.resource
  if (alone.length === 0) return renderChild(call, child)
  const shown = Object.entries(child.document).filter(([name]) => !alone.includes(name))
  return renderChild(call, { ...child, document: Object.fromEntries(shown) })
}

function renderChild({ base, resource, request }: Call, child: ChildRecord): JsonObject {
  const path = resource.path.replace(/\{(\w+)\}/g, (_, name: string) => request.params[name] ?? '')
  return render(resource.type.kind, base, `/clusters/${child.clusterId}${path}/${child.id}`, child.id, child.document)
}
