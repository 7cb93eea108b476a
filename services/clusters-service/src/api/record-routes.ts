import { formatTime } from '@skep/base'
import type { JsonObject } from '@skep/schema'
import { type Route, ServiceError, type ServiceReply, type ServiceRequest } from '@skep/service'
import type { Cluster } from '../model/cluster/cluster.ts'
import { newId } from '../model/ids.ts'
import { badRequest, forbidden, notFound } from '../model/problem.ts'
import type { ClusterRecord, DeletedClusterRecord } from '../records/cluster-record.ts'
import type { ApiBase } from './api-base.ts'
import { maySee, organizationOf, visibleTo } from './caller.ts'
import type { ApiParts } from './parts.ts'
import { render, renderLink } from './render.ts'
import { renderCluster } from './render-cluster.ts'
import { readBody, respondList } from './respond.ts'

const DUPLICATED_EXTERNAL_ID = 1001

/** Clusters before and after their time here: registered, on their way out, gone. */
export function recordRoutes(parts: ApiParts, base: ApiBase): Route[] {
  const route = (method: string, path: string, answer: RecordHandler): Route => ({
    method,
    path,
    handler: (request) => answer(parts, base, request),
  })
  return [
    route('POST', '/register_cluster', registerCluster),
    route('GET', '/pending_delete_clusters', listPending),
    route('GET', '/pending_delete_clusters/{id}', getPending),
    route('GET', '/deleted_clusters', listDeleted),
    route('GET', '/deleted_clusters/{id}', getDeleted),
  ]
}

type RecordHandler = (parts: ApiParts, base: ApiBase, request: ServiceRequest) => Promise<ServiceReply>

const listPending: RecordHandler = (parts, base, request) =>
  respondList(request, 'PendingDeleteCluster', async (query) => {
    const where = { ...visibleTo(request), state: 'uninstalling' }
    const { items, total } = await parts.clusters.find({ ...query, where })
    return { items: items.map((record) => renderPending(base, record)), total }
  })

const getPending: RecordHandler = async (parts, base, request) => {
  const { id = '' } = request.params
  const record = await parts.clusters.get(id)
  if (!record?.deletion || !maySee(request, record)) throw notFound('Pending delete cluster', id)
  return { body: renderPending(base, record) }
}

const listDeleted: RecordHandler = (parts, base, request) =>
  respondList(request, 'DeletedCluster', async (query) => {
    const { items, total } = await parts.clusters.findDeleted({ ...query, where: visibleTo(request) })
    return { items: items.map((record) => renderDeleted(base, record)), total }
  })

const getDeleted: RecordHandler = async (parts, base, request) => {
  const { id = '' } = request.params
  const { items } = await parts.clusters.findDeleted({ where: { ...visibleTo(request), id } })
  if (!items[0]) throw notFound('Deleted cluster', id)
  return { body: renderDeleted(base, items[0]) }
}

function renderPending(base: ApiBase, { id, cluster, deletion }: ClusterRecord): JsonObject {
  return render('PendingDeleteCluster', base, `/pending_delete_clusters/${id}`, id, {
    cluster: renderLink('Cluster', base, `/clusters/${id}`, id),
    creation_timestamp: cluster.creation_timestamp,
    best_effort: deletion?.bestEffort ?? false,
  })
}

function renderDeleted(base: ApiBase, record: DeletedClusterRecord): JsonObject {
  return render('DeletedCluster', base, `/deleted_clusters/${record.id}`, record.id, {
    cluster: renderCluster(base, record),
    deleted_timestamp: record.deletedAt,
  })
}

/** Takes note of a cluster that somebody else made. */
async function registerCluster(parts: ApiParts, base: ApiBase, request: ServiceRequest): Promise<ServiceReply> {
  const body = await readBody(request)
  const externalId = textOf(body, 'external_id')
  if (externalId === undefined) throw badRequest("Attribute 'external_id' is mandatory")
  const organizationId = registrantOf(request, body)
  await requireUnused(parts, externalId)
  const id = newId(parts.clock, parts.random)
  const record = await parts.clusters.create({
    id,
    cluster: { id, ...registered(body, externalId), creation_timestamp: formatTime(parts.clock.now()) },
    service: { organizationId, desiredPowerState: 'Running', registered: true },
    secrets: {},
    children: [],
  })
  return { status: 201, body: renderCluster(base, record) }
}

async function requireUnused(parts: ApiParts, externalId: string): Promise<void> {
  const { total } = await parts.clusters.find({ where: { external_id: externalId }, size: 0 })
  if (total === 0) return
  const reason = `Can't create cluster, external identifier '${externalId}' is already in use`
  throw new ServiceError(400, reason, { id: DUPLICATED_EXTERNAL_ID })
}

const registered = (body: JsonObject, externalId: string): Cluster => ({
  name: externalId,
  external_id: externalId,
  managed: false,
  product: { id: 'ocp' },
  state: 'ready',
  status: { state: 'ready' },
  ...subscriptionOf(body),
  ...consoleOf(body),
})

/** Who is known acts for their own organisation; where nobody is asked, the registration says whose it is. */
function registrantOf(request: ServiceRequest, body: JsonObject): string {
  const own = organizationOf(request)
  const given = textOf(body, 'organization_id') ?? own
  if (request.caller && given !== own) throw forbidden(`Can't register a cluster of organization '${given}'`)
  return given
}

function subscriptionOf(body: JsonObject) {
  const id = textOf(body, 'subscription_id')
  return id === undefined ? {} : { subscription: { id } }
}

function consoleOf(body: JsonObject) {
  const url = textOf(body, 'console_url')
  return url === undefined ? {} : { console: { url } }
}

function textOf(body: JsonObject, name: string): string | undefined {
  const value = body[name]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw badRequest(`Attribute '${name}' must be a string`)
  return value
}
