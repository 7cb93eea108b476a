import type { WriteOptions } from '../../contracts.ts'
import { createObject } from '../../registry/create.ts'
import type { WriteRequest } from '../../registry/target.ts'
import type { ResourceRequest } from '../api-request.ts'
import { negotiate } from '../negotiate.ts'
import { readObject } from '../read-object.ts'
import { sendObject } from '../send-object.ts'
import { readWriteOptions } from '../write-options.ts'

/** POST to a collection. */
export async function handleCreate(request: ResourceRequest): Promise<void> {
  const representation = negotiate(request.exchange.header('accept'), request.resource.custom)
  const options = readWriteOptions(request.query, 'CreateOptions')
  const object = await readObject(request, options)
  const { value } = await createObject(request.target, writeRequest(request, options), object)
  sendObject(request, 201, value, representation)
}

/** The registry's view of a write. */
export const writeRequest = ({ info, context }: ResourceRequest, options: WriteOptions): WriteRequest => ({
  namespace: info.namespace,
  name: info.name,
  subresource: info.subresource,
  options,
  context,
})
