import { fieldError, type ParsedText, parseJson, parseYaml } from '@skep/schema'
import type { WriteOptions } from '../../contracts.ts'
import { badRequest, invalid } from '../../registry/errors.ts'
import { applyObject, type PatchType, patchObject } from '../../registry/patch.ts'
import type { WriteRequest, Written } from '../../registry/target.ts'
import type { ResourceRequest } from '../api-request.ts'
import { mediaType, negotiate, unsupportedMediaType } from '../negotiate.ts'
import { fieldReport, MAX_BODY_BYTES } from '../read-object.ts'
import { sendObject } from '../send-object.ts'
import { readWriteOptions } from '../write-options.ts'
import { writeRequest } from './create.ts'

const APPLY = 'application/apply-patch+yaml'
const PATCH_TYPES: Readonly<Record<string, PatchType>> = {
  'application/json-patch+json': 'json',
  'application/merge-patch+json': 'merge',
  'application/strategic-merge-patch+json': 'strategic',
}
const BUILT_IN_TYPES = [...Object.keys(PATCH_TYPES), APPLY]
const CUSTOM_TYPES = BUILT_IN_TYPES.filter((type) => PATCH_TYPES[type] !== 'strategic')

/** PATCH of one object or of a subresource, in any of the four forms. */
export async function handlePatch(request: ResourceRequest): Promise<void> {
  const { exchange, resource } = request
  const type = mediaType(exchange.header('content-type') ?? '')
  const types = resource.custom ? CUSTOM_TYPES : BUILT_IN_TYPES
  if (!types.includes(type)) throw unsupportedMediaType(types)
  const representation = negotiate(exchange.header('accept'), resource.custom)
  const text = (await exchange.body(MAX_BODY_BYTES)).toString()
  const options = readPatchOptions(request, type)
  const write = writeRequest(request, options)
  const { value, created } = await carryOut(request, write, type, parsePatch(text, type))
  sendObject(request, created ? 201 : 200, value, representation)
}

function carryOut(request: ResourceRequest, write: WriteRequest, type: string, body: ParsedText): Promise<Written> {
  const report = fieldReport(request, write.options)
  const { target, query } = request
  if (type === APPLY) return applyObject(target, write, { body, report, force: query.flag('force') === true })
  return patchObject(target, write, { type: PATCH_TYPES[type]!, body, report })
}

function readPatchOptions({ query }: ResourceRequest, type: string): WriteOptions {
  const options = readWriteOptions(query, 'PatchOptions')
  const errors = []
  if (type === APPLY && !options.fieldManager) {
    errors.push(fieldError.required('fieldManager', 'is required for apply patch'))
  }
  if (type !== APPLY && query.text('force') !== undefined) {
    errors.push(fieldError.forbidden('force', 'may not be specified for non-apply patch'))
  }
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'PatchOptions' }, '', errors)
  return options
}

function parsePatch(text: string, type: string): ParsedText {
  try {
    return type === APPLY ? parseYaml(text) : parseJson(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw badRequest(`error decoding patch: ${error.message}`)
  }
}
