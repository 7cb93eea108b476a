import { StatusError } from '@skep/base'
import type { ServedResource } from '../contracts.ts'
import { subresourcesOf } from '../discovery/subresources.ts'
import { badRequest, methodNotAllowed, notFound, qualified, unknownResource } from '../registry/errors.ts'
import type { ApiRequest, Handler, ResourceRequest } from './api-request.ts'
import { handleCreate } from './handlers/create.ts'
import { handleDelete, handleDeleteCollection } from './handlers/delete.ts'
import { handleGet } from './handlers/get.ts'
import { handleList } from './handlers/list.ts'
import { handlePatch } from './handlers/patch.ts'
import { handleBinding, handleEviction, handleLog, refuseConnection } from './handlers/pods.ts'
import { reviewHandler } from './handlers/review.ts'
import { handleGetScale, handlePatchScale, handleUpdateScale } from './handlers/scale.ts'
import { handleToken } from './handlers/token.ts'
import { handleUpdate } from './handlers/update.ts'
import { handleWatch } from './handlers/watch.ts'
import { sendPageNotFound } from './respond.ts'

type Handlers = Readonly<Record<string, Handler>>

const HANDLERS: Handlers = {
  get: handleGet,
  list: handleList,
  watch: handleWatch,
  create: handleCreate,
  update: handleUpdate,
  patch: handlePatch,
  delete: handleDelete,
  deletecollection: handleDeleteCollection,
}

/** Subresources that are the object itself, seen from one side. */
const ONE_SIDE: Handlers = { get: handleGet, update: handleUpdate, patch: handlePatch }
const CONNECTION: Handlers = { get: refuseConnection, create: refuseConnection }

const SUBRESOURCES: Readonly<Record<string, Handlers>> = {
  status: ONE_SIDE,
  approval: ONE_SIDE,
  ephemeralcontainers: ONE_SIDE,
  resize: ONE_SIDE,
  finalize: { update: handleUpdate },
  scale: { get: handleGetScale, update: handleUpdateScale, patch: handlePatchScale },
  binding: { create: handleBinding },
  eviction: { create: handleEviction },
  token: { create: handleToken },
  log: { get: handleLog },
  exec: CONNECTION,
  attach: CONNECTION,
  portforward: CONNECTION,
  proxy: { ...CONNECTION, update: refuseConnection, patch: refuseConnection, delete: refuseConnection },
}

/** Finds what answers a request about a resource, and lets it. */
export function dispatch(request: ApiRequest): Promise<void> | void {
  const { info, cluster, exchange } = request
  const resource = cluster.lookUp(info.group, info.version, info.resource) ?? bindingsAlone(request)
  if (!resource) return refuseUnknown(request)
  if (isMisplaced(request, resource)) {
    if (resource.custom) return sendPageNotFound(exchange)
    throw info.name === '' ? methodNotAllowed() : unknownResource()
  }
  const handler = handlerFor(request, resource)
  if (!handler) throw notAllowed(request, resource)
  if (resource.deprecation) request.context.warn(resource.deprecation)
  return handler(resourceRequest(request, resource))
}

/** A group of the server says what it does not have; of other groups nobody knows anything. */
function refuseUnknown({ cluster, info, exchange }: ApiRequest): void {
  if (cluster.isBuiltInGroup(info.group)) throw unknownResource()
  sendPageNotFound(exchange)
}

/** Spelled out rather than spread: this is on the way of every request. */
function resourceRequest(request: ApiRequest, resource: ServedResource): ResourceRequest {
  const { exchange, info, query, cluster, user, context, warnings, pacer, security } = request
  const target = cluster.target(resource)
  return { exchange, info, query, cluster, user, context, warnings, pacer, security, resource, target }
}

/** `POST /api/v1/namespaces/NS/bindings` is the older way to bind a pod. */
function bindingsAlone({ info, cluster }: ApiRequest): ServedResource | undefined {
  return info.group === '' && info.resource === 'bindings' ? cluster.lookUp('', 'v1', 'pods') : undefined
}

/** Objects of namespaces can only be read across all of them. */
function isMisplaced({ info }: ApiRequest, { namespaced }: ServedResource): boolean {
  return namespaced && info.namespace === '' && info.verb !== 'list' && info.verb !== 'watch'
}

function handlerFor({ info }: ApiRequest, resource: ServedResource): Handler | undefined {
  if (info.resource === 'bindings' && resource.resource === 'pods') return SUBRESOURCES['binding']![info.verb]
  if (info.subresource !== '') return subresourceHandlers(info, resource)[info.verb]
  if (resource.custom) return customHandler(info)
  if (!resource.verbs.includes(info.verb) || !isAddressed(info)) return undefined
  return (info.verb === 'create' ? reviewHandler(resource) : undefined) ?? HANDLERS[info.verb]
}

/** Custom resources are less strict about names in paths: a create may have one, and others are told to. */
function customHandler({ verb, name }: ApiRequest['info']): Handler | undefined {
  if (name === '' && (verb === 'update' || verb === 'patch')) throw badRequest('name must be provided')
  return HANDLERS[verb]
}

/** Whether the path names an object exactly when the verb is about one. */
function isAddressed({ verb, name }: ApiRequest['info']): boolean {
  if (verb === 'list' || verb === 'watch') return true
  return (verb === 'create' || verb === 'deletecollection') === (name === '')
}

function subresourceHandlers(info: ApiRequest['info'], resource: ServedResource): Handlers {
  const [name] = info.subresource.split('/')
  const served = subresourcesOf(resource).some((subresource) => subresource.name === name)
  const handlers = served && name !== undefined ? SUBRESOURCES[name] : undefined
  if (handlers) return handlers
  throw resource.custom ? notFound(resource, info.name) : unknownResource()
}

function notAllowed({ info }: ApiRequest, resource: ServedResource): StatusError {
  if (!resource.custom) return methodNotAllowed()
  const why = `${info.verb} is not supported on resources of kind "${qualified(resource)}"`
  return new StatusError('MethodNotAllowed', why, {
    details: { ...(resource.group === '' ? {} : { group: resource.group }), kind: resource.resource },
  })
}
