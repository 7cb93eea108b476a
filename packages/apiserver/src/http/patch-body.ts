import { StatusError } from '@skep/base'
import { fieldError, type ParsedText, parseJson, parseYaml } from '@skep/schema'
import type { WriteOptions } from '../contracts.ts'
import { badRequest, invalid } from '../registry/errors.ts'
import type { PatchType } from '../registry/patch.ts'
import type { ResourceRequest } from './api-request.ts'
import { mediaType, unsupportedMediaType } from './negotiate.ts'
import { MAX_BODY_BYTES } from './read-object.ts'
import { readWriteOptions } from './write-options.ts'

const APPLY = 'application/apply-patch+yaml'
const PATCH_TYPES: Readonly<Record<string, PatchType>> = {
  'application/json-patch+json': 'json',
  'application/merge-patch+json': 'merge',
  'application/strategic-merge-patch+json': 'strategic',
}
const BUILT_IN_TYPES = [...Object.keys(PATCH_TYPES), APPLY]
const CUSTOM_TYPES = BUILT_IN_TYPES.filter((type) => PATCH_TYPES[type] !== 'strategic')

/** The body of a PATCH, parsed, with what its query says. */
export interface PatchBody {
  readonly type: PatchType | 'apply'
  readonly body: ParsedText
  readonly options: WriteOptions
  /** Of an apply: take fields from other managers instead of failing. */
  readonly force: boolean
}

export async function readPatch({ exchange, resource, query }: ResourceRequest): Promise<PatchBody> {
  const media = mediaType(exchange.header('content-type') ?? '')
  const types = resource.custom ? CUSTOM_TYPES : BUILT_IN_TYPES
  if (!types.includes(media)) throw resource.custom ? unsupportedMediaType(types) : noPatchType()
  const type = PATCH_TYPES[media] ?? 'apply'
  const text = (await exchange.body(MAX_BODY_BYTES)).toString()
  const force = query.flag('force')
  const options = readWriteOptions(query, 'PatchOptions')
  checkPatchOptions(type, options, force)
  return { type, options, force: force === true, body: parsePatch(text, type) }
}

const noPatchType = (): StatusError =>
  new StatusError('UnsupportedMediaType', '415: Unsupported Media Type', { details: {} })

function checkPatchOptions(type: PatchBody['type'], options: WriteOptions, force: boolean | undefined): void {
  const errors = []
  if (type === 'apply' && !options.fieldManager) {
    errors.push(fieldError.required('fieldManager', 'is required for apply patch'))
  }
  if (type !== 'apply' && force !== undefined) {
    errors.push(fieldError.forbidden('force', 'may not be specified for non-apply patch'))
  }
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'PatchOptions' }, '', errors)
}

function parsePatch(text: string, type: PatchBody['type']): ParsedText {
  try {
    return type === 'apply' ? parseYaml(text) : parseJson(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw badRequest(`error decoding patch: ${error.message}`)
  }
}
