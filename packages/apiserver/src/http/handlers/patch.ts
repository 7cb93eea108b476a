import { applyObject, patchObject } from '../../registry/patch.ts'
import type { Written } from '../../registry/target.ts'
import type { ResourceRequest } from '../api-request.ts'
import { negotiate } from '../negotiate.ts'
import { type PatchBody, readPatch } from '../patch-body.ts'
import { fieldReport } from '../read-object.ts'
import { sendObject } from '../send-object.ts'
import { writeRequest } from './create.ts'

/** PATCH of one object or of its status, in any of the four forms. */
export async function handlePatch(request: ResourceRequest): Promise<void> {
  const patch = await readPatch(request)
  const representation = negotiate(request.exchange.header('accept'), request.resource.custom)
  const { value, created } = await carryOut(request, patch)
  sendObject(request, created ? 201 : 200, value, representation)
}

function carryOut(request: ResourceRequest, { type, body, options, force }: PatchBody): Promise<Written> {
  const write = writeRequest(request, options)
  const report = fieldReport(request, options)
  if (type === 'apply') return applyObject(request.target, write, { body, report, force })
  return patchObject(request.target, write, { type, body, report })
}
