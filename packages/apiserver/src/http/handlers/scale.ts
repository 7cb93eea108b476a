import { Scale } from '@skep/api'
import { asJson, compileSchema, isObject, type Json, type JsonObject } from '@skep/schema'
import { applyJsonPatch } from '../../patch/json-patch.ts'
import { applyMergePatch } from '../../patch/merge-patch.ts'
import { badRequest } from '../../registry/errors.ts'
import { applyScale, type FullScale, scaleOf, updateScale } from '../../registry/subresources/scale.ts'
import { presentObject } from '../../registry/versions.ts'
import type { ResourceRequest } from '../api-request.ts'
import { negotiate } from '../negotiate.ts'
import { type PatchBody, readPatch } from '../patch-body.ts'
import { readText } from '../read-object.ts'
import { sendJson } from '../respond.ts'
import { readWriteOptions } from '../write-options.ts'
import { writeRequest } from './create.ts'
import { findEntry } from './get.ts'

/** GET of an object's scale. */
export async function handleGetScale(request: ResourceRequest): Promise<void> {
  send(request, scaleOf(request.resource, await presentObject(request.resource, findEntry(request))))
}

/** PUT of an object's scale. */
export async function handleUpdateScale(request: ResourceRequest): Promise<void> {
  const options = readWriteOptions(request.query, 'UpdateOptions')
  const wanted = decodeScale((await readText(request)).value)
  send(request, await updateScale(request.target, writeRequest(request, options), () => wanted))
}

/** PATCH of an object's scale. */
export async function handlePatchScale(request: ResourceRequest): Promise<void> {
  const patch = await readPatch(request)
  const write = writeRequest(request, patch.options)
  if (patch.type === 'apply') {
    return send(request, await applyScale(request.target, write, decodeScale(patch.body.value), patch.force))
  }
  send(request, await updateScale(request.target, write, (scale) => decodeScale(patched(asJson(scale), patch))))
}

/** A scale has no lists, so that a strategic merge patch is a merge patch. */
const patched = (scale: JsonObject, { type, body }: PatchBody): Json =>
  type === 'json' ? applyJsonPatch(scale, body.value) : applyMergePatch(scale, body.value)

function decodeScale(value: Json): Scale {
  if (!isObject(value) || (value['kind'] || 'Scale') !== 'Scale') {
    throw badRequest('the object provided is unrecognized (must be of type Scale)')
  }
  const problem = compileSchema(Scale.node).decode(value)
  if (problem !== undefined) throw badRequest(`Scale in version "v1" cannot be handled as a Scale: ${problem}`)
  return value as Scale
}

function send(request: ResourceRequest, scale: FullScale): void {
  const { format } = negotiate(request.exchange.header('accept'), request.resource.custom)
  sendJson(request, 200, scale, { format, as: 'Object', metaVersion: 'v1' })
}
