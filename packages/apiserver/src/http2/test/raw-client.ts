import { Duplex } from 'node:stream'
import { Flag, FrameType, makeFrame } from '../frames.ts'
import { encodeField } from '../hpack-encoder.ts'
import { HttpDate } from '../http-date.ts'
import { DEFAULT_LIMITS, type Http2Limits } from '../limits.ts'
import { Flusher } from '../output.ts'
import { type RequestHandler, ServerConnection } from '../server-connection.ts'
import type { ServerStream } from '../server-stream.ts'
import { Slab } from '../slab.ts'

export interface SentFrame {
  type: number
  flags: number
  stream: number
  payload: Buffer
}

export const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
export const SETTINGS = makeFrame(FrameType.settings, 0, 0, Buffer.alloc(0))

/** A header block of literals. */
export function block(fields: readonly (readonly [name: string, value: string])[]): Buffer {
  const into = Buffer.alloc(fields.reduce((size, [name, value]) => size + name.length + value.length + 16, 0))
  let at = 0
  for (const [name, value] of fields) at = encodeField(name, value, into, at)
  return into.subarray(0, at)
}

export const GET = block([
  [':method', 'GET'],
  [':scheme', 'https'],
  [':path', '/'],
])
export const POST = block([
  [':method', 'POST'],
  [':scheme', 'https'],
  [':path', '/things'],
])

/** HEADERS of a request; without a body unless `flags` say otherwise. */
export const headers = (stream: number, payload = GET, flags: number = Flag.endHeaders | Flag.endStream): Buffer =>
  makeFrame(FrameType.headers, flags, stream, payload)

export const data = (stream: number, text: string, flags = 0): Buffer =>
  makeFrame(FrameType.data, flags, stream, Buffer.from(text))

export const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** One end of a connection that says whatever a test wants, with the server at the other. */
export class RawClient {
  readonly requests: ServerStream[] = []
  readonly refused: ServerStream[] = []
  readonly connection: ServerConnection
  time = 0
  /** How often the server wrote. */
  writes = 0
  /** Whether the client takes what it is sent. */
  isReading = true
  #received: Buffer = Buffer.alloc(0)
  #takeNext: (() => void) | undefined
  readonly #socket: Duplex

  constructor(limits: Partial<Http2Limits> = {}, onRequest: RequestHandler['onRequest'] = () => {}) {
    this.#socket = new Duplex({
      read: () => {},
      write: (chunk: Buffer, _encoding, done) => {
        this.writes++
        this.#received = Buffer.concat([this.#received, chunk])
        if (this.isReading) done()
        else this.#takeNext = done
      },
    })
    const context = {
      limits: { ...DEFAULT_LIMITS, ...limits },
      slab: new Slab(),
      flusher: new Flusher(),
      date: new HttpDate(),
      now: () => this.time,
    }
    this.connection = new ServerConnection(this.#socket, context, {
      onRequest: (stream) => {
        this.requests.push(stream)
        onRequest(stream)
      },
      onOversizedHead: (stream) => this.refused.push(stream),
    })
  }

  /** A client that has said who it is. */
  static async connect(limits?: Partial<Http2Limits>, onRequest?: RequestHandler['onRequest']): Promise<RawClient> {
    const client = new RawClient(limits, onRequest)
    await client.send(PREFACE, SETTINGS)
    return client
  }

  /** Sends bytes in one piece, and waits until the server has seen to them. */
  async send(...bytes: Buffer[]): Promise<void> {
    this.#socket.push(Buffer.concat(bytes))
    await this.turn()
  }

  async turn(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
  }

  /** Reads on after it did not. */
  async resume(): Promise<void> {
    this.isReading = true
    this.#takeNext?.()
    await this.turn()
  }

  hangUp(): void {
    this.#socket.destroy()
  }

  /** Whether the server has hung up. */
  get isOver(): boolean {
    return this.#socket.writableEnded
  }

  get frames(): SentFrame[] {
    const frames: SentFrame[] = []
    for (let at = 0; at < this.#received.length; ) {
      const end = at + 9 + this.#received.readUIntBE(at, 3)
      const [type, flags] = [this.#received[at + 3]!, this.#received[at + 4]!]
      frames.push({
        type,
        flags,
        stream: this.#received.readUInt32BE(at + 5),
        payload: this.#received.subarray(at + 9, end),
      })
      at = end
    }
    return frames
  }

  /** Frames of a type. */
  sent(type: number): SentFrame[] {
    return this.frames.filter((frame) => frame.type === type)
  }

  /** The code of the GOAWAY, if there was one. */
  get goAway(): number | undefined {
    return this.sent(FrameType.goAway)[0]?.payload.readUInt32BE(4)
  }

  /** Streams that the server reset, with the codes. */
  get resets(): [stream: number, code: number][] {
    return this.sent(FrameType.resetStream).map(({ stream, payload }) => [stream, payload.readUInt32BE(0)])
  }

  /** All that was sent as the body of a stream. */
  body(stream: number): string {
    return Buffer.concat(
      this.sent(FrameType.data)
        .filter((frame) => frame.stream === stream)
        .map(({ payload }) => payload),
    ).toString()
  }
}
