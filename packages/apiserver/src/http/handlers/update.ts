import { trackWrite } from '../../registry/field-management.ts'
import { checkNameInPath, settleNamespace } from '../../registry/metadata.ts'
import { cloneObject } from '../../registry/target.ts'
import { updateObject } from '../../registry/update.ts'
import type { ResourceRequest } from '../api-request.ts'
import { negotiate } from '../negotiate.ts'
import { readObject } from '../read-object.ts'
import { sendObject } from '../send-object.ts'
import { readWriteOptions } from '../write-options.ts'
import { writeRequest } from './create.ts'

/** PUT of one object, or of its status. */
export async function handleUpdate(request: ResourceRequest): Promise<void> {
  const { exchange, resource, target, query, info } = request
  const representation = negotiate(exchange.header('accept'), resource.custom)
  const options = readWriteOptions(query, 'UpdateOptions')
  const object = await readObject(request, options)
  // Who says two things at once hears of that first, whether or not there is anything to update.
  settleNamespace(resource, info.namespace, object.metadata)
  checkNameInPath(object.metadata, info.name)
  const write = writeRequest(request, options)
  const { value, created } = await updateObject(target, write, {
    createIfAbsent: resource.createOnUpdate && info.subresource === '',
    expectedUid: object.metadata.uid,
    next: (stored) => {
      const next = cloneObject(object)
      trackWrite(target, write, stored, next)
      return next
    },
  })
  sendObject(request, created ? 201 : 200, value, representation)
}
