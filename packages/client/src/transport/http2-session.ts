import http2, { type ClientHttp2Session, type ClientHttp2Stream, constants, type IncomingHttpHeaders } from 'node:http2'
import type { TLSSocket } from 'node:tls'
import type { Clock, Timer } from '@skep/base'
import { ConnectionError } from '../errors.ts'
import { bodyOf, type OpenRequest } from './open-requests.ts'
import type { TransportRequest, TransportResponse } from './transport.ts'

/** The server is asked for a sign of life this often, as client-go does: a peer that vanished says no goodbye. */
const PING_INTERVAL_MS = 30_000
const PING_TIMEOUT_MS = 15_000
/** How much of one answer may be on its way before it is read. */
const STREAM_WINDOW_BYTES = 1 << 20
/** Of all answers together: so much that those that nobody reads just now do not keep the others waiting. */
const SESSION_WINDOW_BYTES = 1 << 30
/** Node refuses new streams on a connection that holds more than this; its own limit of 10 MB is reached by one list. */
const SESSION_MEMORY_MB = 1 << 10
/** How long a server may take to say that it speaks HTTP/2. */
const START_TIMEOUT_MS = 30_000
/** Where the server sets no limit of its own. */
const MAX_STREAMS = 1_000

/** One HTTP/2 connection. */
export class Http2Session {
  readonly #session: ClientHttp2Session
  readonly #clock: Clock
  #pings: Timer
  #open = 0

  private constructor(session: ClientHttp2Session, clock: Clock) {
    this.#session = session
    this.#clock = clock
    this.#pings = clock.setTimer(PING_INTERVAL_MS, () => this.#ping())
    session.setLocalWindowSize(SESSION_WINDOW_BYTES)
    session.once('close', () => this.#pings.cancel())
    session.unref()
  }

  /** Begins to speak HTTP/2; resolves when the server has told its limits. */
  static start(server: URL, socket: TLSSocket, clock: Clock): Promise<Http2Session> {
    return new Promise((resolve, reject) => {
      const session = http2.connect(server.origin, {
        createConnection: () => socket,
        maxSessionMemory: SESSION_MEMORY_MB,
        settings: { enablePush: false, initialWindowSize: STREAM_WINDOW_BYTES },
      })
      // Streams report what goes wrong; without a listener, the session's own event would end the process.
      session.on('error', ignore)
      session.once('goaway', () => session.close())
      session.setTimeout(START_TIMEOUT_MS, () => session.destroy())
      session.once('remoteSettings', () => {
        session.setTimeout(0)
        resolve(new Http2Session(session, clock))
      })
      session.once('close', () => {
        reject(new ConnectionError(`${server.host} accepted a connection but does not speak HTTP/2`, { sent: false }))
      })
    })
  }

  get closed(): boolean {
    return this.#session.closed || this.#session.destroyed
  }

  /** Whether another request may be sent on it. */
  get usable(): boolean {
    return !this.closed && this.#open < (this.#session.remoteSettings.maxConcurrentStreams ?? MAX_STREAMS)
  }

  request(request: TransportRequest, open: OpenRequest): Promise<TransportResponse> {
    const stream = this.#send(request)
    open.onBroken(() => {
      stream.close(constants.NGHTTP2_CANCEL)
      stream.destroy()
    })
    return request.wantsWhole ? wholeAnswer(request, stream, open) : beginningAnswer(request, stream, open)
  }

  #send({ method, path, headers, body }: TransportRequest): ClientHttp2Stream {
    const all: Record<string, string> = { ':method': method, ':path': path }
    for (const name in headers) all[name] = headers[name]!
    const stream = this.#session.request(all, { endStream: body === undefined })
    this.#count(stream)
    if (body !== undefined) stream.end(body)
    return stream
  }

  /** Takes no more requests, and closes when those under way are done. */
  finish(): void {
    this.#session.close()
  }

  destroy(): void {
    this.#session.destroy()
  }

  /** A connection in use keeps the process alive; an idle one does not. */
  #count(stream: ClientHttp2Stream): void {
    if (this.#open++ === 0) this.#session.ref()
    stream.once('close', () => {
      if (--this.#open === 0 && !this.#session.destroyed) this.#session.unref()
    })
  }

  #ping(): void {
    this.#pings = this.#clock.setTimer(PING_TIMEOUT_MS, () => this.#session.destroy(new Error('no sign of life')))
    this.#session.ping(() => {
      this.#pings.cancel()
      if (!this.closed) this.#pings = this.#clock.setTimer(PING_INTERVAL_MS, () => this.#ping())
    })
  }
}

type ResponseHeaders = IncomingHttpHeaders & { ':status'?: number }

/** An answer as it begins, whose body is read while it comes. */
function beginningAnswer(
  request: TransportRequest,
  stream: ClientHttp2Stream,
  open: OpenRequest,
): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    let cause: Error | undefined
    let answered = false
    stream.on('error', (error) => {
      cause = error
    })
    stream.once('response', ({ ':status': status = 0, ...headers }: ResponseHeaders) => {
      answered = true
      resolve({ status, headers, body: bodyOf(chunksOf(request, stream, open), open) })
    })
    stream.once('close', () => {
      if (!answered) reject(open.broken ? open.broken.reason : brokenOff(request, stream, cause))
    })
  })
}

/** An answer with its body: most are small, and to read one piece by piece takes longer than all the rest. */
function wholeAnswer(
  request: TransportRequest,
  stream: ClientHttp2Stream,
  open: OpenRequest,
): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let cause: Error | undefined
    let received: ResponseHeaders | undefined
    let ended = false
    stream.on('error', (error) => {
      cause = error
    })
    stream.once('response', (headers: ResponseHeaders) => {
      received = headers
    })
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.once('end', () => {
      ended = true
    })
    stream.once('close', () => {
      open.end()
      const complete = ended && received && stream.rstCode === constants.NGHTTP2_NO_ERROR
      if (open.broken) reject(open.broken.reason)
      else if (!complete) reject(brokenOff(request, stream, cause))
      else resolve(inOnePiece(received!, chunks))
    })
  })
}

function inOnePiece(headers: ResponseHeaders, chunks: Buffer[]): TransportResponse {
  // Not taken out of the others: node's own object is good enough for those who look for a header by its name.
  const { ':status': status = 0 } = headers
  const whole = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
  return { status, headers, whole, body: piecesOf(whole) }
}

async function* piecesOf(whole: Buffer): AsyncGenerator<Buffer> {
  yield whole
}

/** Node lets a stream that was reset end as if it were complete, so the code it was closed with has to be looked at. */
async function* chunksOf(
  request: TransportRequest,
  stream: ClientHttp2Stream,
  open: OpenRequest,
): AsyncGenerator<Buffer> {
  try {
    yield* stream
  } catch (error) {
    throw open.broken ? open.broken.reason : brokenOff(request, stream, error)
  }
  if (stream.rstCode !== constants.NGHTTP2_NO_ERROR && !open.broken) throw brokenOff(request, stream, undefined)
}

/** A server that refuses a stream says that it has not looked at the request. */
function brokenOff({ method, path }: TransportRequest, stream: ClientHttp2Stream, cause: unknown): ConnectionError {
  const refused = stream.rstCode === constants.NGHTTP2_REFUSED_STREAM
  const why = cause instanceof Error ? cause.message : `the connection was closed (code ${stream.rstCode})`
  return new ConnectionError(`${method} ${path} was broken off: ${why}`, { cause, sent: !refused })
}

function ignore(): void {}
