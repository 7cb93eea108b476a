import { type KubeObject, type ParsedText, parseJson, parseYaml } from '@skep/schema'
import type { WriteOptions } from '../contracts.ts'
import type { BodyType } from '../protobuf/body-schemas.ts'
import { parseProtobuf } from '../protobuf/parse-protobuf.ts'
import { decodeObject, type FieldReport } from '../registry/decode.ts'
import { badRequest } from '../registry/errors.ts'
import type { ResourceRequest } from './api-request.ts'
import { bodyTypes, mediaType, PROTOBUF, unsupportedMediaType } from './negotiate.ts'

/** The most that a body may have, as for kube-apiserver. */
export const MAX_BODY_BYTES = 3 * 1024 * 1024

/** Reads the object in a body, decoded and defaulted. */
export async function readObject(request: ResourceRequest, options: WriteOptions): Promise<KubeObject> {
  return decodeObject(request.resource, await readText(request), fieldReport(request, options))
}

/** Reads and parses a body, by its media type. */
export async function readText({ exchange, resource, info }: ResourceRequest): Promise<ParsedText> {
  // A scale is no custom resource, whatever it scales.
  const custom = resource.custom && info.subresource !== 'scale'
  const format = bodyFormat(exchange.header('content-type'), custom)
  const body = await exchange.body(MAX_BODY_BYTES)
  return parseBody(body, format, { apiVersion: resource.apiVersion, kind: resource.kind, custom })
}

/** How the request wants to hear of fields that are unknown or come twice. */
export const fieldReport = ({ context }: ResourceRequest, { fieldValidation = 'Warn' }: WriteOptions): FieldReport => ({
  fieldValidation,
  warn: context.warn,
})

/** How a body is written. */
type BodyFormat = 'json' | 'yaml' | 'protobuf'

/** The format of a media type; bodies without a type are JSON. Custom resources have no protobuf. */
export function bodyFormat(contentType: string | undefined, custom: boolean): BodyFormat {
  const type = mediaType(contentType ?? '')
  if (type === '' || type === 'application/json') return 'json'
  if (type === 'application/yaml') return 'yaml'
  if (type === PROTOBUF && !custom) return 'protobuf'
  throw unsupportedMediaType(bodyTypes(custom))
}

/** What a body should hold. */
interface ExpectedBody extends BodyType {
  readonly custom: boolean
}

/** Parses a body; `expected` says what it holds where it does not say so itself. */
export function parseBody(body: Buffer, format: BodyFormat, expected: ExpectedBody): ParsedText {
  if (format === 'protobuf') return parseProtobuf(body, expected)
  const text = body.toString()
  try {
    return format === 'yaml' ? parseYaml(text) : parseJson(text, { repeated: expected.custom ? 'last' : 'merge' })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw badRequest(`error decoding the body: ${error.message}`)
  }
}
