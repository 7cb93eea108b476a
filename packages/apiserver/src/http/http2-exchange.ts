import type { X509Certificate } from 'node:crypto'
import { constants, type IncomingHttpHeaders, type OutgoingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import { readBody } from './body.ts'
import type { Exchange, ResponseHeaders, ResponseStream } from './exchange.ts'

const BODY_TIMEOUT_MS = 60_000

/** An exchange over HTTP/2, on the stream itself: the compatibility layer would cost a third of the throughput. */
export class Http2Exchange implements Exchange {
  onAnswer: ((status: number) => void) | undefined
  readonly #stream: ServerHttp2Stream
  readonly #headers: IncomingHttpHeaders
  readonly rawHeaders: readonly string[]
  readonly peerCertificate: X509Certificate | undefined
  readonly trustedUser = undefined

  constructor(
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    rawHeaders: readonly string[],
    certificate: X509Certificate | undefined,
  ) {
    this.#stream = stream
    this.#headers = headers
    this.rawHeaders = rawHeaders
    this.peerCertificate = certificate
    stream.on('error', ignore)
  }

  get method(): string {
    return this.#headers[':method'] ?? 'GET'
  }

  get url(): string {
    return this.#headers[':path'] ?? '/'
  }

  header(name: string): string | undefined {
    const value = this.#headers[name]
    return Array.isArray(value) ? value[0] : value
  }

  body(limit: number): Promise<Buffer> {
    // A client that trickles its body must not hold a request open for ever.
    this.#stream.setTimeout(BODY_TIMEOUT_MS, () => this.#stream.close(constants.NGHTTP2_CANCEL))
    return readBody(this.#stream, limit).finally(() => this.#stream.setTimeout(0))
  }

  respond(status: number, headers: ResponseHeaders, body?: Buffer): void {
    this.onAnswer?.(status)
    const stream = this.#stream
    if (stream.destroyed || stream.headersSent) return
    const empty = body === undefined || body.length === 0 || this.method === 'HEAD'
    stream.respond(outgoing(status, { ...headers, 'content-length': body?.length ?? 0 }), { endStream: empty })
    if (!empty) stream.end(body)
  }

  stream(status: number, headers: ResponseHeaders): ResponseStream {
    this.onAnswer?.(status)
    const stream = this.#stream
    if (!stream.destroyed) stream.respond(outgoing(status, headers))
    return {
      write: (bytes) => void (stream.writable && stream.write(bytes)),
      get backlog() {
        return stream.writableLength
      },
      onDrain: (listener) => void stream.once('drain', listener),
      end: () => void stream.end(),
      destroy: () => stream.close(constants.NGHTTP2_INTERNAL_ERROR),
    }
  }

  onClose(listener: () => void): void {
    this.#stream.once('close', listener)
  }
}

// Lists are allowed in both; only the types of node do not promise to leave them alone.
const outgoing = (status: number, headers: ResponseHeaders): OutgoingHttpHeaders =>
  ({ ':status': status, ...headers }) as OutgoingHttpHeaders

function ignore(): void {}
