import { type KubeObject, type ParsedText, parseJson, parseYaml } from '@skep/schema'
import type { WriteOptions } from '../contracts.ts'
import { decodeObject, type FieldReport } from '../registry/decode.ts'
import { badRequest } from '../registry/errors.ts'
import type { ResourceRequest } from './api-request.ts'
import { bodyTypes, mediaType, unsupportedMediaType } from './negotiate.ts'

/** The most that a body may have, as for kube-apiserver. */
export const MAX_BODY_BYTES = 3 * 1024 * 1024

/** Reads the object in a body, decoded and defaulted. */
export async function readObject(request: ResourceRequest, options: WriteOptions): Promise<KubeObject> {
  return decodeObject(request.resource, await readText(request), fieldReport(request, options))
}

/** Reads and parses a body, by its media type. */
export async function readText({ exchange, resource }: ResourceRequest): Promise<ParsedText> {
  const format = bodyFormat(exchange.header('content-type'), resource.custom)
  return parseText((await exchange.body(MAX_BODY_BYTES)).toString(), format, resource.custom)
}

/** How the request wants to hear of fields that are unknown or come twice. */
export const fieldReport = ({ context }: ResourceRequest, { fieldValidation = 'Warn' }: WriteOptions): FieldReport => ({
  fieldValidation,
  warn: context.warn,
})

/** The format of a media type; bodies without a type are JSON. */
export function bodyFormat(contentType: string | undefined, custom: boolean): 'json' | 'yaml' {
  switch (mediaType(contentType ?? '')) {
    case '':
    case 'application/json':
      return 'json'
    case 'application/yaml':
      return 'yaml'
    default:
      throw unsupportedMediaType(bodyTypes(custom))
  }
}

export function parseText(text: string, format: 'json' | 'yaml', custom: boolean): ParsedText {
  try {
    return format === 'yaml' ? parseYaml(text) : parseJson(text, { repeated: custom ? 'last' : 'merge' })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw badRequest(`error decoding the body: ${error.message}`)
  }
}
