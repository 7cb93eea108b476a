import type { X509Certificate } from 'node:crypto'
import { constants, type IncomingHttpHeaders, type OutgoingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import { readBody } from './body.ts'
import type { Exchange, ResponseHeaders, ResponseStream } from './exchange.ts'

/** An exchange over HTTP/2, on the stream itself: the compatibility layer would cost a third of the throughput. */
export class Http2Exchange implements Exchange {
  onAnswer: ((status: number) => void) | undefined
  readonly #stream: ServerHttp2Stream
  readonly #headers: IncomingHttpHeaders
  readonly rawHeaders: readonly string[]
  readonly peerCertificate: X509Certificate | undefined
  readonly trustedUser = undefined
  readonly #timeoutMs: number
  #bodyIsAbandoned = false

  constructor(
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    rawHeaders: readonly string[],
    { certificate, timeoutMs }: { certificate: X509Certificate | undefined; timeoutMs: number },
  ) {
    this.#stream = stream
    this.#headers = headers
    this.rawHeaders = rawHeaders
    this.peerCertificate = certificate
    this.#timeoutMs = timeoutMs
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

  async body(limit: number): Promise<Buffer> {
    try {
      // A client that trickles its body must not hold a request open for ever.
      return await readBody(this.#stream, { bytes: limit, timeoutMs: this.#timeoutMs })
    } catch (error) {
      this.#bodyIsAbandoned = true
      throw error
    }
  }

  respond(status: number, headers: ResponseHeaders, body?: Buffer): void {
    this.onAnswer?.(status)
    const stream = this.#stream
    if (stream.destroyed || stream.headersSent) return
    const empty = body === undefined || body.length === 0 || this.method === 'HEAD'
    const sent = outgoing(status, headers)
    sent['content-length'] = body?.length ?? 0
    stream.respond(sent, empty ? ENDS : GOES_ON)
    if (!empty) stream.end(body)
    // The client is told that the rest is not wanted (RFC 9113, 8.1); it would keep the stream open for ever.
    if (this.#bodyIsAbandoned) stream.close(constants.NGHTTP2_NO_ERROR)
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
    // Who went away while the answer was being prepared is not heard of again.
    if (this.#stream.destroyed) listener()
    else this.#stream.once('close', listener)
  }
}

// Lists are allowed in both; only the types of node do not promise to leave them alone.
const outgoing = (status: number, headers: ResponseHeaders): OutgoingHttpHeaders =>
  ({ ':status': status, ...headers }) as OutgoingHttpHeaders

const ENDS = { endStream: true }
const GOES_ON = { endStream: false }

function ignore(): void {}
