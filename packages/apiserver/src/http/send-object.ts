import { StatusError } from '@skep/base'
import type { ServedResource } from '../contracts.ts'
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

function shaped(request: ResourceRequest, bytes: Buffer, { as, metaVersion }: Representation): unknown {
  if (as === 'PartialObjectMetadataList') throw notAList(request)
  const object = parseObject(bytes)
  const apiVersion = `meta.k8s.io/${metaVersion}`
  if (as === 'PartialObjectMetadata') return { ...partialMetadata(object), apiVersion }
  const { resourceVersion } = object.metadata
  const table = tableOf(request, [object], { include: includeObject(request), metadata: { resourceVersion } })
  return { ...table, apiVersion }
}

function notAList({ resource }: ResourceRequest): StatusError {
  const why = `you requested PartialObjectMetadataList, but the requested object is not a list (${goType(resource)})`
  return new StatusError('NotAcceptable', why)
}

/** The type that kube-apiserver holds such an object in, which some of its messages name. */
export function goType({ group, kind, custom }: ServedResource): string {
  if (custom) return '*unstructured.Unstructured'
  return `*${group === '' ? 'core' : group.split('.')[0]}.${kind}`
}
