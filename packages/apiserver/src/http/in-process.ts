import type { X509Certificate } from 'node:crypto'
import { Fifo } from '@skep/base'
import type { UserInfo } from '../contracts.ts'
import { bodyTooLarge } from './body.ts'
import { type Exchange, type ResponseBody, type ResponseHeaders, type ResponseStream, wholeBody } from './exchange.ts'

/** A request from inside the process. */
export interface InProcessRequest {
  /** GET unless given. */
  method?: string
  /** Path and query, with `/clusters/ID` in front for a logical cluster. */
  path: string
  headers?: Readonly<Record<string, string>>
  /** A text or bytes as they are; anything else as JSON. */
  body?: unknown
  /** Who asks; an administrator unless given. */
  user?: UserInfo
  /**
   * What the caller has to show, instead of being believed: a certificate whose key they hold, a token in the header
   * `authorization`, or neither.
   */
  credentials?: { readonly certificate?: X509Certificate | undefined }
  /** Ends a watch. */
  signal?: AbortSignal
  /** Tells when a watch shall end, instead of the signal: at once if it shall already. */
  onBroken?(listener: () => void): void
}

/** Its answer. */
export interface InProcessResponse {
  readonly status: number
  readonly headers: ResponseHeaders
  /** The body, when it is there as a whole. */
  readonly whole?: Buffer
  /** The body; for an answer that goes on, what has come when it ends. */
  body(): Promise<Buffer>
  json<T = unknown>(): Promise<T>
  /** The body in pieces as they come: how to read a watch. */
  chunks(): AsyncIterable<Buffer>
}

/** Who asks from inside the process, unless someone else is named. */
export const ADMINISTRATOR: UserInfo = { name: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] }

/** Carries a request through the pipeline without a socket. */
export function sendInProcess(
  pipeline: (exchange: Exchange) => void,
  request: InProcessRequest,
): Promise<InProcessResponse> {
  return new Promise((resolve) => pipeline(new InProcessExchange(request, resolve)))
}

class InProcessExchange implements Exchange {
  onAnswer: ((status: number) => void) | undefined
  readonly method: string
  readonly url: string
  readonly peerCertificate: X509Certificate | undefined
  readonly trustedUser: UserInfo | undefined
  readonly #headers: Record<string, string> = {}
  readonly #request: InProcessRequest
  readonly #resolve: (response: InProcessResponse) => void
  readonly #closeListeners: (() => void)[] = []
  #closed = false

  constructor(request: InProcessRequest, resolve: (response: InProcessResponse) => void) {
    this.method = request.method ?? 'GET'
    this.url = request.path
    this.peerCertificate = request.credentials?.certificate
    this.trustedUser = request.credentials ? undefined : (request.user ?? ADMINISTRATOR)
    this.#request = request
    this.#resolve = resolve
    for (const name in request.headers) this.#headers[name.toLowerCase()] = request.headers[name]!
  }

  get rawHeaders(): readonly string[] {
    return Object.entries(this.#headers).flat()
  }

  header(name: string): string | undefined {
    return this.#headers[name]
  }

  async body(limit: number): Promise<Buffer> {
    const body = encodeBody(this.#request.body)
    if (body.length > limit) throw bodyTooLarge(limit)
    return body
  }

  respond(status: number, headers: ResponseHeaders, body: ResponseBody = []): void {
    this.onAnswer?.(status)
    if (this.#closed) return
    this.#resolve(wholeResponse(status, headers, wholeBody(body)))
    this.#close()
  }

  stream(status: number, headers: ResponseHeaders): ResponseStream {
    this.onAnswer?.(status)
    const chunks = new ChunkStream(() => this.#close())
    this.onClose(() => chunks.finish())
    this.#closeOnAbort()
    this.#resolve(response(status, headers, chunks))
    return chunks
  }

  onClose(listener: () => void): void {
    if (this.#closed) listener()
    else this.#closeListeners.push(listener)
  }

  /** Only an answer that goes on can be broken off. */
  #closeOnAbort(): void {
    if (this.#request.onBroken) {
      this.#request.onBroken(() => this.#close())
      return
    }
    const { signal } = this.#request
    if (signal?.aborted) this.#close()
    else signal?.addEventListener('abort', () => this.#close(), { once: true })
  }

  #close(): void {
    if (this.#closed) return
    this.#closed = true
    for (const listener of this.#closeListeners) listener()
  }
}

function encodeBody(body: unknown): Buffer {
  if (body === undefined) return Buffer.alloc(0)
  if (Buffer.isBuffer(body)) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

function response(status: number, headers: ResponseHeaders, chunks: AsyncIterable<Buffer>): InProcessResponse {
  const body = async () => {
    const all: Buffer[] = []
    for await (const chunk of chunks) all.push(chunk)
    return Buffer.concat(all)
  }
  return { status, headers, body, json: async () => JSON.parse((await body()).toString()), chunks: () => chunks }
}

const wholeResponse = (status: number, headers: ResponseHeaders, whole: Buffer): InProcessResponse => ({
  status,
  headers,
  whole,
  body: async () => whole,
  json: async () => JSON.parse(whole.toString()),
  chunks: () => oneChunk(whole),
})

async function* oneChunk(body: Buffer): AsyncIterable<Buffer> {
  yield body
}

const OVER: IteratorResult<Buffer> = { done: true, value: undefined }

/**
 * Chunks between a writer that does not wait and one reader that does. Who stops reading closes the exchange. One object
 * of a class for both of them, because watches wait here most of the time, and there are thousands.
 */
class ChunkStream implements ResponseStream, AsyncIterableIterator<Buffer> {
  readonly prompt = true
  backlog = 0
  readonly #close: () => void
  readonly #chunks = new Fifo<Buffer>()
  #finished = false
  /** The reader, when it has nothing to read. */
  #reader: ((next: IteratorResult<Buffer>) => void) | undefined
  #drainListeners: (() => void)[] | undefined

  /** Is told how to close the exchange, which finishes it in turn. */
  constructor(close: () => void) {
    this.#close = close
  }

  write(chunk: Buffer): void {
    if (this.#hand({ done: false, value: chunk })) return
    this.#chunks.push(chunk)
    this.backlog += chunk.length
  }

  onDrain(listener: () => void): void {
    this.#drainListeners ??= []
    this.#drainListeners.push(listener)
  }

  end(): void {
    this.#close()
  }

  destroy(): void {
    this.#close()
  }

  /** Nothing is written any more: the reader gets what is left, and then the end. */
  finish(): void {
    this.#finished = true
    this.#hand(OVER)
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<Buffer> {
    return this
  }

  next(): Promise<IteratorResult<Buffer>> {
    const chunk = this.#chunks.shift()
    if (chunk) {
      this.backlog -= chunk.length
      return Promise.resolve({ done: false, value: chunk })
    }
    this.#tellDrained()
    if (this.#chunks.size > 0) return this.next()
    if (!this.#finished) return new Promise((resolve) => (this.#reader = resolve))
    this.#close()
    return Promise.resolve(OVER)
  }

  return(): Promise<IteratorResult<Buffer>> {
    this.#close()
    return Promise.resolve(OVER)
  }

  /** Whether somebody was waiting for it. */
  #hand(next: IteratorResult<Buffer>): boolean {
    const reader = this.#reader
    this.#reader = undefined
    reader?.(next)
    return reader !== undefined
  }

  #tellDrained(): void {
    const listeners = this.#drainListeners
    this.#drainListeners = undefined
    for (const listener of listeners ?? []) listener()
  }
}
