import type { Entry } from '@skep/store'
import { notFound } from '../../registry/errors.ts'
import { waitForRevision } from '../../registry/list.ts'
import { parseVersion } from '../../registry/list-options.ts'
import { presentBytes } from '../../registry/versions.ts'
import type { ResourceRequest } from '../api-request.ts'
import { negotiate } from '../negotiate.ts'
import { sendObject } from '../send-object.ts'

/** GET of one object: the stored bytes, as they are. */
export function handleGet(request: ResourceRequest): Promise<void> | void {
  const asked = parseVersion(request.query.text('resourceVersion'))
  if (asked > request.target.collection.store.revision) return getFresh(request, asked)
  return answer(request)
}

async function getFresh(request: ResourceRequest, revision: number): Promise<void> {
  await waitForRevision(request.target.collection, revision)
  return answer(request)
}

function answer(request: ResourceRequest): Promise<void> | void {
  const representation = negotiate(request.exchange.header('accept'), request.resource.custom)
  const bytes = presentBytes(request.resource, findEntry(request))
  if (bytes instanceof Promise) return bytes.then((value) => sendObject(request, 200, value, representation))
  return sendObject(request, 200, bytes, representation)
}

/** The entry that the path names; throws NotFound. */
export function findEntry({ target, resource, info }: ResourceRequest): Entry {
  const entry = target.collection.get(resource.namespaced ? info.namespace : '', info.name)
  if (!entry) throw notFound(resource, info.name)
  return entry
}
