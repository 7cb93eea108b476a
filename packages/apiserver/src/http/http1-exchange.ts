import type { X509Certificate } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { UserInfo } from '../contracts.ts'
import { readBody } from './body.ts'
import { type Exchange, type ResponseBody, type ResponseHeaders, type ResponseStream, wholeBody } from './exchange.ts'

/** An exchange over HTTP/1.1. */
export class Http1Exchange implements Exchange {
  onAnswer: ((status: number) => void) | undefined
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly peerCertificate: X509Certificate | undefined
  readonly trustedUser: UserInfo | undefined

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    peer: { certificate?: X509Certificate | undefined; trustedUser?: UserInfo | undefined },
  ) {
    this.#request = request
    this.#response = response
    this.peerCertificate = peer.certificate
    this.trustedUser = peer.trustedUser
    response.on('error', ignore)
  }

  get method(): string {
    return this.#request.method ?? 'GET'
  }

  get url(): string {
    return this.#request.url ?? '/'
  }

  get rawHeaders(): readonly string[] {
    return this.#request.rawHeaders
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name]
    return Array.isArray(value) ? value[0] : value
  }

  body(limit: number): Promise<Buffer> {
    // The parser watches the time.
    return readBody(this.#request, { bytes: limit })
  }

  respond(status: number, headers: ResponseHeaders, body?: ResponseBody): void {
    this.onAnswer?.(status)
    if (this.#response.headersSent || this.#response.destroyed) return
    const bytes = body && wholeBody(body)
    this.#response.writeHead(status, { ...copy(headers), 'content-length': bytes?.length ?? 0 })
    this.#response.end(this.method === 'HEAD' ? undefined : bytes)
  }

  stream(status: number, headers: ResponseHeaders): ResponseStream {
    this.onAnswer?.(status)
    const response = this.#response
    response.writeHead(status, copy(headers))
    response.flushHeaders()
    return {
      write: (bytes) => void response.write(bytes),
      get backlog() {
        return response.writableLength + (response.socket?.writableLength ?? 0)
      },
      onDrain: (listener) => void response.once('drain', listener),
      end: () => void response.end(),
      destroy: () => void response.destroy(),
    }
  }

  onClose(listener: () => void): void {
    // Who went away while the answer was being prepared is not heard of again.
    if (this.#response.destroyed) listener()
    else this.#response.once('close', listener)
  }
}

function copy(headers: ResponseHeaders): Record<string, string | number | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'object' ? [...value] : value]),
  )
}

function ignore(): void {}
