import { gzip } from 'node:zlib'
import type { StatusError } from '@skep/base'
import type { ApiRequest } from './api-request.ts'
import { bodyLength, type Exchange, type ResponseBody, type ResponseHeaders, wholeBody } from './exchange.ts'
import { formatOfErrors, type Representation } from './negotiate.ts'
import { warningHeaders } from './warnings.ts'
import { stringifyYaml } from './yaml.ts'

/** Smaller bodies cost more to compress than to send. */
const GZIP_FROM_BYTES = 128 * 1024
const GZIP_LEVEL = 1

const CONTENT_TYPE = { json: 'application/json', yaml: 'application/yaml' } as const

/** What an answer depends on besides its content. */
export type Asked = Pick<ApiRequest, 'exchange' | 'query' | 'warnings'>

/** Sends JSON that is already bytes. */
export function sendJsonBytes(request: Asked, status: number, json: ResponseBody, { format }: Representation): void {
  const body = encode(request, json, format)
  const headers = headersFor(CONTENT_TYPE[format], request.warnings)
  if (acceptsGzip(request.exchange) && bodyLength(body) > GZIP_FROM_BYTES)
    sendCompressed(request.exchange, status, headers, wholeBody(body))
  else request.exchange.respond(status, headers, body)
}

function encode(request: Asked, json: ResponseBody, format: Representation['format']): ResponseBody {
  if (format === 'yaml') return toYaml(wholeBody(json))
  return wantsPretty(request) ? prettify(wholeBody(json)) : json
}

/** Sends a value as JSON. */
export const sendJson = (request: Asked, status: number, value: unknown, representation: Representation): void =>
  sendJsonBytes(request, status, Buffer.from(JSON.stringify(value)), representation)

export function sendText(exchange: Exchange, status: number, text: string, type = 'text/plain; charset=utf-8'): void {
  exchange.respond(status, { ...headersFor(type, []), 'x-content-type-options': 'nosniff' }, Buffer.from(text))
}

/** What kube-apiserver says of a path that nothing serves. */
export const sendPageNotFound = (exchange: Exchange): void => sendText(exchange, 404, '404 page not found\n')

/** Answers a failure as a Status. */
export function sendError(request: Asked, error: StatusError): void {
  const format = formatOfErrors(request.exchange.header('accept'))
  const body = encode(request, Buffer.from(`${JSON.stringify(error.toStatus())}\n`), format)
  const headers = headersFor(CONTENT_TYPE[format], request.warnings)
  const retryAfter = error.details?.retryAfterSeconds
  request.exchange.respond(error.code, retryAfter ? { ...headers, 'retry-after': retryAfter } : headers, body)
}

/** The headers of an answer with such a body. */
export function headersFor(contentType: string, warnings: readonly string[]): ResponseHeaders {
  const said = warnings.length > 0 ? warningHeaders(warnings) : warnings
  if (said.length > 0) return { ...plainHeaders(contentType), warning: said }
  return contentType === CONTENT_TYPE.json ? JSON_HEADERS : plainHeaders(contentType)
}

const plainHeaders = (contentType: string): ResponseHeaders => ({
  'content-type': contentType,
  'cache-control': 'no-cache, private',
})

/** Of nearly every answer: frozen, so that whoever sends them need not put them together again. */
const JSON_HEADERS: ResponseHeaders = Object.freeze(plainHeaders(CONTENT_TYPE.json))

const acceptsGzip = (exchange: Exchange): boolean => exchange.header('accept-encoding')?.includes('gzip') === true

/** On a thread of the pool, so that others are served meanwhile. */
function sendCompressed(exchange: Exchange, status: number, headers: ResponseHeaders, body: Buffer): void {
  gzip(body, { level: GZIP_LEVEL }, (error, compressed) => {
    if (error) exchange.respond(status, headers, body)
    else exchange.respond(status, { ...headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' }, compressed)
  })
}

/** Asked for, or a person at a terminal or in a browser. */
function wantsPretty({ query, exchange }: Asked): boolean {
  const asked = query.flag('pretty')
  if (asked !== undefined) return asked
  return /^(curl|Wget|Mozilla\/5\.0)/.test(exchange.header('user-agent') ?? '')
}

const prettify = (bytes: Buffer): Buffer => Buffer.from(`${JSON.stringify(JSON.parse(bytes.toString()), null, 2)}\n`)

const toYaml = (bytes: Buffer): Buffer => Buffer.from(stringifyYaml(JSON.parse(bytes.toString())))
