import { StatusError } from '@skep/base'
import { parseObject } from '../registry/object-bytes.ts'
import { partialMetadata } from '../tables/table.ts'
import type { ResourceRequest } from './api-request.ts'
import type { Representation } from './negotiate.ts'
import { sendJsonBytes } from './respond.ts'
import { includeObject, tableOf } from './table-view.ts'

/** Answers with one object, in the shape that was asked for. */
export function sendObject(
  request: ResourceRequest,
  status: number,
  bytes: Buffer,
  representation: Representation,
): void {
  const body =
    representation.as === 'Object' ? bytes : Buffer.from(JSON.stringify(shaped(request, bytes, representation)))
  sendJsonBytes(request, status, body, representation)
}

function shaped(request: ResourceRequest, bytes: Buffer, { as }: Representation): unknown {
  if (as === 'PartialObjectMetadataList') throw notAList(request)
  const object = parseObject(bytes)
  if (as === 'PartialObjectMetadata') return partialMetadata(object)
  const { resourceVersion } = object.metadata
  return tableOf(request, [object], { include: includeObject(request), metadata: { resourceVersion } })
}

function notAList({ resource }: ResourceRequest): StatusError {
  // The message names the type that kube-apiserver holds such an object in.
  const [group] = resource.group === '' ? ['core'] : resource.group.split('.')
  const type = resource.custom ? '*unstructured.Unstructured' : `*${group}.${resource.kind}`
  const why = `you requested PartialObjectMetadataList, but the requested object is not a list (${type})`
  return new StatusError('NotAcceptable', why)
}
