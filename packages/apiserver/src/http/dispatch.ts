import { StatusError } from '@skep/base'
import type { RequestInfo, ServedResource } from '../contracts.ts'
import { badRequest, methodNotAllowed, notFound, qualified, unknownResource } from '../registry/errors.ts'
import type { ApiRequest, Handler, ResourceRequest } from './api-request.ts'
import { handleCreate } from './handlers/create.ts'
import { handleDelete, handleDeleteCollection } from './handlers/delete.ts'
import { handleGet } from './handlers/get.ts'
import { handleList } from './handlers/list.ts'
import { handlePatch } from './handlers/patch.ts'
import { handleUpdate } from './handlers/update.ts'
import { handleWatch } from './handlers/watch.ts'
import { sendPageNotFound } from './respond.ts'

const HANDLERS: Readonly<Record<string, Handler>> = {
  get: handleGet,
  list: handleList,
  watch: handleWatch,
  create: handleCreate,
  update: handleUpdate,
  patch: handlePatch,
  delete: handleDelete,
  deletecollection: handleDeleteCollection,
}

const STATUS_HANDLERS: Readonly<Record<string, Handler>> = {
  get: handleGet,
  update: handleUpdate,
  patch: handlePatch,
}

/** Finds what answers a request about a resource, and lets it. */
export function dispatch(request: ApiRequest): Promise<void> | void {
  const { info, cluster, exchange } = request
  const resource = cluster.lookUp(info.group, info.version, info.resource)
  if (!resource) return refuseUnknown(request)
  if (isMisplaced(request, resource)) {
    if (resource.custom) return sendPageNotFound(exchange)
    throw methodNotAllowed()
  }
  const handler = info.subresource === '' ? mainHandler(request, resource) : subresourceHandler(request, resource)
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
  const { exchange, info, query, cluster, user, context, warnings, pacer } = request
  return { exchange, info, query, cluster, user, context, warnings, pacer, resource, target: cluster.target(resource) }
}

/** Objects of namespaces can only be read across all of them. */
function isMisplaced({ info }: ApiRequest, { namespaced }: ServedResource): boolean {
  return namespaced && info.namespace === '' && info.verb !== 'list' && info.verb !== 'watch'
}

function mainHandler({ info }: ApiRequest, resource: ServedResource): Handler | undefined {
  if (!resource.verbs.includes(info.verb)) return undefined
  if (resource.custom) return customHandler(info)
  // A create names its object in the body, and only there; everything but these three needs a name.
  const ofCollection = info.verb === 'create' || info.verb === 'deletecollection' || info.verb === 'list'
  if (info.verb !== 'watch' && info.verb !== 'list' && ofCollection !== (info.name === '')) return undefined
  return HANDLERS[info.verb]
}

/** Custom resources are less strict about names in paths: a create may have one, and others are told to. */
function customHandler({ verb, name }: RequestInfo): Handler | undefined {
  if (name === '' && (verb === 'update' || verb === 'patch')) throw badRequest('name must be provided')
  return HANDLERS[verb]
}

function subresourceHandler({ info }: ApiRequest, resource: ServedResource): Handler | undefined {
  if (info.subresource === 'status' && resource.statusSubresource) return STATUS_HANDLERS[info.verb]
  throw resource.custom ? notFound(resource, info.name) : unknownResource()
}

function notAllowed({ info }: ApiRequest, resource: ServedResource): StatusError {
  if (!resource.custom) return methodNotAllowed()
  return new StatusError(
    'MethodNotAllowed',
    `${info.verb} is not supported on resources of kind "${qualified(resource)}"`,
    {
      details: { ...(resource.group === '' ? {} : { group: resource.group }), kind: resource.resource },
    },
  )
}
