import tls, { type TLSSocket } from 'node:tls'
import {
  ACK,
  END_STREAM,
  FRAME,
  type FrameHandler,
  type FrameHeader,
  FrameReader,
  frame,
  requestFrames,
} from './frames.ts'
import { decodeStatus, encodeHeaders } from './hpack.ts'
import type { Target } from './target.ts'

export interface Answer {
  status: number
  body: Buffer
}

export interface RequestOptions {
  body?: string
  contentType?: string
}

/** A request whose answer is not complete yet. */
interface Pending {
  status: number
  /** Since the server was last told that there is room. */
  received: number
  onData(bytes: Buffer): void
  onEnd(): void
  onError(error: Error): void
}

/** What goes before and after the path: it hardly differs from one request to the next. */
interface CommonHeaders {
  before: Buffer
  after: Buffer
}

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
/** No table of headers, no pushes, and windows that are never in the way. */
const SETTINGS = Buffer.from([0, 1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 4, 0x7f, 0xff, 0xff, 0xff])
const FIRST_WINDOW = 65_535
const WINDOW = 0x7fffffff
const REFILL_AFTER = 1 << 30
const READ_BYTES = 64 << 10

/**
 * One HTTP/2 connection over TLS. Client and server share the cores of one machine, so it does the least that a client
 * can: node's own takes four times as long for a request, and would be half of what is measured.
 */
export class Connection implements FrameHandler {
  readonly #socket: TLSSocket
  readonly #target: Target
  readonly #pending = new Map<number, Pending>()
  readonly #commonHeaders = new Map<string, CommonHeaders>()
  #lastStream = -1
  #sendWindow = FIRST_WINDOW
  #received = 0
  #isEnding = false

  private constructor(socket: TLSSocket, target: Target) {
    this.#socket = socket
    this.#target = target
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('the server closed the connection')))
    const settings = frame({ type: FRAME.settings, flags: 0, stream: 0 }, SETTINGS)
    socket.write(Buffer.concat([PREFACE, settings, windowUpdate(0, WINDOW - FIRST_WINDOW)]))
  }

  static open(target: Target): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(target.origin)
      const { ca, cert, key } = target
      const trust = { ca, cert, key, rejectUnauthorized: ca !== undefined }
      let reader: FrameReader | undefined
      const onread = readInto((chunk) => reader?.read(chunk))
      const options = { host: hostname, port: Number(port || 443), ...trust, ALPNProtocols: ['h2'], onread }
      const socket = tls.connect(options)
      socket.setNoDelay(true)
      socket.once('error', reject)
      socket.once('secureConnect', () => {
        const connection = new Connection(socket, target)
        reader = new FrameReader(connection)
        resolve(connection)
      })
    })
  }

  /** Whether it can be used: servers end connections that nobody uses. */
  get isOpen(): boolean {
    return !this.#socket.destroyed && !this.#isEnding
  }

  request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      const pending = {
        status: 0,
        received: 0,
        onData: (bytes: Buffer) => void chunks.push(Buffer.from(bytes)),
        onEnd: () =>
          resolve({ status: pending.status, body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) }),
        onError: reject,
      }
      this.#send(method, path, options, pending)
    })
  }

  /** As `request`, but anything other than success is an error that says what the server answered. */
  async must(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const answer = await this.request(method, path, options)
    if (answer.status >= 300) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body.toString('utf8').slice(0, 300)}`)
    }
    return answer
  }

  /** Opens a watch and calls `onData` with what it sends, cut where the network cuts it, and not there for longer. */
  watch(path: string, onData: (piece: Buffer) => void): void {
    this.#send('GET', path, {}, { status: 0, received: 0, onData, onEnd: () => {}, onError: () => {} })
  }

  close(): void {
    this.#socket.destroy()
  }

  #send(method: string, path: string, { body, contentType }: RequestOptions, pending: Pending): void {
    const bytes = body === undefined ? undefined : Buffer.from(body)
    if (!this.isOpen) throw new Error('the server has closed the connection')
    this.#sendWindow -= bytes?.length ?? 0
    if (this.#sendWindow < 0) throw new Error('the server lets bodies in more slowly than the load sends them')
    this.#lastStream += 2
    this.#pending.set(this.#lastStream, pending)
    const type = bytes && (contentType ?? 'application/json')
    this.#socket.write(requestFrames(this.#lastStream, this.#headers(method, path, type), bytes))
  }

  #headers(method: string, path: string, contentType: string | undefined): Buffer {
    const key = `${method} ${contentType}`
    let common = this.#commonHeaders.get(key)
    if (!common) this.#commonHeaders.set(key, (common = commonHeaders(this.#target, method, contentType)))
    return Buffer.concat([common.before, encodeHeaders([[':path', this.#target.prefix + path]]), common.after])
  }

  onFrame({ type, flags, stream }: FrameHeader, payload: Buffer): void {
    if (type === FRAME.headers) this.#onHeaders(stream, flags, payload)
    else if (type === FRAME.windowUpdate && stream === 0) this.#sendWindow += payload.readUInt32BE(0)
    else if (type === FRAME.resetStream) this.#end(stream)?.onError(new Error('the server gave up on the request'))
    else if (type === FRAME.goAway) this.#goAway()
    else if ((type === FRAME.ping || type === FRAME.settings) && !(flags & ACK)) {
      this.#socket.write(frame({ type, flags: ACK, stream: 0 }, type === FRAME.ping ? payload : Buffer.alloc(0)))
    }
  }

  onData(stream: number, piece: Buffer, ends: boolean): void {
    const pending = this.#pending.get(stream)
    if (pending) {
      pending.received += piece.length
      if (piece.length > 0) pending.onData(piece)
      if (ends) this.#end(stream)?.onEnd()
    }
    this.#received += piece.length
    if (this.#received >= REFILL_AFTER) this.#refill()
  }

  #onHeaders(stream: number, flags: number, block: Buffer): void {
    const pending = this.#pending.get(stream)
    if (pending) pending.status = decodeStatus(block)
    if (flags & END_STREAM) this.#end(stream)?.onEnd()
  }

  #refill(): void {
    const updates = [windowUpdate(0, this.#received)]
    this.#received = 0
    for (const [stream, pending] of this.#pending) {
      if (pending.received > 0) updates.push(windowUpdate(stream, pending.received))
      pending.received = 0
    }
    this.#socket.write(Buffer.concat(updates))
  }

  #end(stream: number): Pending | undefined {
    const pending = this.#pending.get(stream)
    this.#pending.delete(stream)
    return pending
  }

  #goAway(): void {
    this.#isEnding = true
    this.#fail(new Error('the server is going away'))
  }

  #fail(error: Error): void {
    for (const stream of this.#pending.keys()) this.#end(stream)?.onError(error)
  }
}

/**
 * Everything that arrives is read into the same bytes. Ten watchers get a hundred megabytes a second: with new ones for each
 * piece, the client would stop to collect them several times a second, and what it measures would be its own pauses.
 */
const readInto = (onChunk: (chunk: Buffer) => void) => ({
  buffer: Buffer.allocUnsafe(READ_BYTES),
  callback: (length: number, buffer: Uint8Array): boolean => {
    onChunk(Buffer.from(buffer.buffer, buffer.byteOffset, length))
    return true
  },
})

/** Fields of pseudo-headers come before all others, and the path is one of them. */
function commonHeaders({ origin, token }: Target, method: string, contentType: string | undefined): CommonHeaders {
  return {
    before: encodeHeaders([
      [':method', method],
      [':scheme', 'https'],
      [':authority', new URL(origin).host],
    ]),
    after: encodeHeaders([
      ['accept', 'application/json'],
      ['user-agent', 'skep-bench'],
      ...(contentType ? [['content-type', contentType] as const] : []),
      ...(token ? [['authorization', `Bearer ${token}`] as const] : []),
    ]),
  }
}

function windowUpdate(stream: number, by: number): Buffer {
  const increment = Buffer.alloc(4)
  increment.writeUInt32BE(by)
  return frame({ type: FRAME.windowUpdate, flags: 0, stream }, increment)
}
