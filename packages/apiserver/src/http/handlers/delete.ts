import { deleteCollection, deleteObject } from '../../registry/delete.ts'
import { answersWithDeletedObject } from '../../registry/kind-traits.ts'
import type { ResourceRequest } from '../api-request.ts'
import { readDeleteOptions } from '../delete-options.ts'
import { readListOptions } from '../list-query.ts'
import { negotiate } from '../negotiate.ts'
import { sendJson } from '../respond.ts'
import { sendObject } from '../send-object.ts'
import { sendList } from './list.ts'

/** DELETE of one object. What is gone is answered with a Status, what lingers with the object. */
export async function handleDelete(request: ResourceRequest): Promise<void> {
  const { target, resource, info, context, exchange } = request
  const representation = negotiate(exchange.header('accept'), resource.custom)
  const options = await readDeleteOptions(request)
  const { name, namespace } = info
  const { gone, value, uid } = await deleteObject(target, { namespace, name, options, context })
  if (!gone || answersWithDeletedObject(resource)) return sendObject(request, 200, value, representation)
  const details = { name, ...(resource.group === '' ? {} : { group: resource.group }), kind: resource.resource, uid }
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details }
  return sendJson(request, 200, status, { ...representation, as: 'Object' })
}

/** DELETE of a collection: answered with the list of what was there. */
export async function handleDeleteCollection(request: ResourceRequest): Promise<void> {
  const { target, resource, info, context, exchange, query } = request
  const representation = negotiate(exchange.header('accept'), resource.custom)
  const listOptions = readListOptions(query, resource)
  const options = await readDeleteOptions(request)
  const page = await deleteCollection(target, { namespace: info.namespace, options, context }, listOptions)
  return sendList(request, page, representation)
}
