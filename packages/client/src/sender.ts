import type { Clock } from '@skep/base'
import { errorFromAnswer } from './errors.ts'
import { type Query, withQuery } from './paths.ts'
import { delayBeforeRetry, type RetryPolicy } from './retry.ts'
import { readBody, type Transport, type TransportHeaders, type TransportRequest } from './transport/transport.ts'

/** A request to the API, before it is put into bytes. */
export interface ApiRequest {
  /** GET unless given. */
  readonly method?: string
  readonly path: string
  readonly query?: Query
  readonly headers?: Readonly<Record<string, string>>
  /** A buffer as it is, anything else as JSON. */
  readonly body?: unknown
  /** `application/json` unless given. */
  readonly contentType?: string
  readonly signal?: AbortSignal
}

/** A complete answer. */
export interface ApiAnswer {
  readonly status: number
  readonly headers: TransportHeaders
  readonly body: Buffer
}

/** An answer that goes on. */
export interface ApiStream {
  readonly headers: TransportHeaders
  readonly body: AsyncIterable<Buffer>
}

/** One request as it went, for metrics. `code` is the status, or `<error>` when there was no answer. */
export interface RequestObservation {
  readonly method: string
  readonly code: string
  readonly durationMs: number
}

/** How requests are sent, tried again and observed. */
export interface SenderOptions {
  readonly transport: Transport
  readonly clock: Clock
  readonly retry: RetryPolicy
  readonly userAgent: string
  /** Told of every `Warning` of the server. */
  readonly onWarning?: (text: string) => void
  /** Told of every request that went out, retries included. */
  readonly observe?: (observation: RequestObservation) => void
}

/** Sends requests, again where that is right, and turns failures into errors. */
export interface Sender {
  send(request: ApiRequest): Promise<ApiAnswer>
  /** Begins an answer without an end in sight. Whoever opens one comes back by itself, so it is sent once. */
  open(request: ApiRequest): Promise<ApiStream>
}

/** A sender on a transport. Virtual time stands still while a request is under way, but not between two tries. */
export function createSender(options: SenderOptions): Sender {
  return {
    send: (request) => sendWithRetries(options, encode(options, request, true)),
    open: (request) => openOnce(options, encode(options, request, false)),
  }
}

async function sendWithRetries(options: SenderOptions, request: TransportRequest): Promise<ApiAnswer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendOnce(options, request)
    } catch (error) {
      const delay = delayBeforeRetry(options.retry, attempt, request.method, error)
      if (delay === undefined) throw error
      await options.clock.sleep(delay, request.signal)
    }
  }
}

async function sendOnce(options: SenderOptions, request: TransportRequest): Promise<ApiAnswer> {
  const release = options.clock.hold()
  try {
    const response = await observed(options, request)
    return { status: response.status, headers: response.headers, body: response.whole ?? (await readBody(response)) }
  } finally {
    release()
  }
}

async function openOnce(options: SenderOptions, request: TransportRequest): Promise<ApiStream> {
  const release = options.clock.hold()
  try {
    return await observed(options, request)
  } finally {
    release()
  }
}

/** Sends the request once; any answer but success is thrown. */
async function observed({ transport, clock, observe, onWarning }: SenderOptions, request: TransportRequest) {
  const start = clock.now()
  let code = '<error>'
  try {
    const response = await transport.request(request)
    code = String(response.status)
    if (onWarning) for (const text of warningsOf(response.headers)) onWarning(text)
    if (response.status < 400) return response
    throw errorFromAnswer(response.status, response.headers, await readBody(response))
  } finally {
    observe?.({ method: request.method, code, durationMs: clock.now() - start })
  }
}

/** Objects are spelled out here and on the way to the socket: to copy them by spreading takes longer than all the rest. */
function encode({ userAgent }: SenderOptions, request: ApiRequest, wantsWhole: boolean): TransportRequest {
  const { method = 'GET', path, query, headers, body, contentType = 'application/json', signal } = request
  const sent: Record<string, string> = { accept: 'application/json', 'user-agent': userAgent }
  if (body !== undefined) sent['content-type'] = contentType
  for (const name in headers) sent[name] = headers[name]!
  const bytes = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
  return { method, path: withQuery(path, query), headers: sent, body: bytes, wantsWhole, signal }
}

/** The texts of `Warning: 299 - "text"` headers. */
function* warningsOf(headers: TransportHeaders): Generator<string> {
  const value = headers['warning']
  if (value === undefined) return
  for (const [, text = ''] of String(value).matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g)) {
    yield text.replace(/\\(.)/g, '$1')
  }
}
