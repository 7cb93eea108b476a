import { StatusError } from '@skep/base'
import { type ListPage, listObjects } from '../../registry/list.ts'
import { parseObject } from '../../registry/object-bytes.ts'
import { partialMetadata } from '../../tables/table.ts'
import type { ResourceRequest } from '../api-request.ts'
import { listMetadata, listPieces, presentAll } from '../list-body.ts'
import { readListOptions } from '../list-query.ts'
import { negotiate, type Representation } from '../negotiate.ts'
import { sendJson, sendJsonBytes } from '../respond.ts'
import { goType } from '../send-object.ts'
import { includeObject, tableOf } from '../table-view.ts'

/** GET of a collection. */
export async function handleList(request: ResourceRequest): Promise<void> {
  const { resource, target, info, query, exchange } = request
  const representation = negotiate(exchange.header('accept'), resource.custom)
  const page = await listObjects(target.collection, resource, info.namespace, readListOptions(query, resource))
  return sendList(request, page, representation)
}

/** Answers with a list, in the shape that was asked for. */
export async function sendList(
  request: ResourceRequest,
  page: ListPage,
  representation: Representation,
): Promise<void> {
  const { resource } = request
  if (representation.as === 'Object') {
    return sendJsonBytes(request, 200, await listPieces(resource, page), representation)
  }
  const objects = (await presentAll(resource, page.entries)).map(parseObject)
  const metadata = listMetadata(page, false)
  if (representation.as === 'Table') {
    return sendJson(
      request,
      200,
      tableOf(request, objects, { include: includeObject(request), metadata }),
      representation,
    )
  }
  if (representation.as === 'PartialObjectMetadata') {
    const type = `${goType(resource)}List`
    throw new StatusError(
      'NotAcceptable',
      `you requested PartialObjectMetadata, but the requested object is a list (${type})`,
    )
  }
  const list = {
    kind: 'PartialObjectMetadataList',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    items: objects.map(partialMetadata),
  }
  return sendJson(request, 200, list, representation)
}
