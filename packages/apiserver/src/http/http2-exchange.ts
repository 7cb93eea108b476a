import type { X509Certificate } from 'node:crypto'
import { ErrorCode } from '../http2/errors.ts'
import type { ServerStream } from '../http2/server-stream.ts'
import { bodyTooLarge, clientGone, requestTimedOut } from './body.ts'
import { bodyLength, type Exchange, type ResponseBody, type ResponseHeaders, type ResponseStream } from './exchange.ts'

/** An exchange over HTTP/2. */
export class Http2Exchange implements Exchange {
  onAnswer: ((status: number) => void) | undefined
  readonly #stream: ServerStream
  readonly peerCertificate: X509Certificate | undefined
  readonly trustedUser = undefined
  readonly #timeoutMs: number

  constructor(
    stream: ServerStream,
    { certificate, timeoutMs }: { certificate: X509Certificate | undefined; timeoutMs: number },
  ) {
    this.#stream = stream
    this.peerCertificate = certificate
    this.#timeoutMs = timeoutMs
  }

  get method(): string {
    return this.#stream.head.method
  }

  get url(): string {
    return this.#stream.head.path
  }

  get rawHeaders(): readonly string[] {
    return this.#stream.head.fields
  }

  header(name: string): string | undefined {
    const { fields, authority } = this.#stream.head
    for (let index = 0; index < fields.length; index += 2) if (fields[index] === name) return fields[index + 1]
    return name === 'host' ? authority : undefined
  }

  body(limit: number): Promise<Buffer> {
    const { body } = this.#stream
    // Most bodies come together with their headers.
    if (!body.complete) return this.#incompleteBody(limit)
    return body.size > limit ? Promise.reject(bodyTooLarge(limit)) : Promise.resolve(body.bytes)
  }

  #incompleteBody(limit: number): Promise<Buffer> {
    const { body, closed } = this.#stream
    if (closed) return Promise.reject(clientGone())
    return new Promise((resolve, reject) => {
      // A client that trickles its body must not hold a request open for ever.
      const timer = setTimeout(() => reject(requestTimedOut()), this.#timeoutMs)
      const fail = (error: Error) => {
        clearTimeout(timer)
        reject(error)
      }
      body.read(limit, {
        onBody: (bytes) => {
          clearTimeout(timer)
          resolve(bytes)
        },
        onTooLarge: () => fail(bodyTooLarge(limit)),
        onGone: () => fail(clientGone()),
      })
    })
  }

  respond(status: number, headers: ResponseHeaders, body?: ResponseBody): void {
    this.onAnswer?.(status)
    if (this.method === 'HEAD') this.#stream.respondWithout(body ? bodyLength(body) : 0, status, headers)
    else if (body === undefined || Buffer.isBuffer(body)) this.#stream.respond(status, headers, body)
    else this.#stream.respondInPieces(status, headers, body)
  }

  stream(status: number, headers: ResponseHeaders): ResponseStream {
    this.onAnswer?.(status)
    const stream = this.#stream
    stream.start(status, headers)
    return {
      write: (bytes) => stream.write(bytes),
      get backlog() {
        return stream.queue.size
      },
      onDrain: (listener) => stream.onDrain(listener),
      end: () => stream.end(),
      destroy: () => stream.reset(ErrorCode.internalError),
    }
  }

  onClose(listener: () => void): void {
    this.#stream.onClose(listener)
  }
}
