import type { Duplex } from 'node:stream'
import { ConnectionError, ErrorCode } from './errors.ts'
import { FrameReader } from './frame-reader.ts'
import { DEFAULT_MAX_FRAME, FrameType, makeGoAway, makeNumberFrame } from './frames.ts'
import type { HttpDate } from './http-date.ts'
import type { Http2Limits } from './limits.ts'
import { Output, type SharedOutput } from './output.ts'
import { Receiver } from './receiver.ts'
import { NO_HEAD } from './request-head.ts'
import { Sender } from './sender.ts'
import type { ServerStream, StreamHost } from './server-stream.ts'
import { makeServerSettings } from './settings.ts'
import { StreamTable } from './stream-table.ts'
import { DEFAULT_WINDOW } from './windows.ts'

/** What all connections of a server have in common. */
export interface Http2Context extends SharedOutput {
  readonly limits: Http2Limits
  readonly date: HttpDate
  /** Milliseconds, from a clock that never goes back. */
  readonly now: () => number
}

/** Answers requests. */
export interface RequestHandler {
  onRequest(stream: ServerStream): void
  /** The headers are larger than allowed, so that nobody knows what is asked for. */
  onOversizedHead(stream: ServerStream): void
}

/** The server's end of a connection that speaks HTTP/2 (RFC 9113). */
export class ServerConnection implements StreamHost {
  readonly sender: Sender
  readonly streamWindow: number
  readonly #socket: Duplex
  readonly #context: Http2Context
  readonly #handler: RequestHandler
  readonly #output: Output
  readonly #receiver: Receiver
  readonly #reader: FrameReader
  readonly #streams = new StreamTable()
  #isOver = false
  #activeAt: number

  constructor(socket: Duplex, context: Http2Context, handler: RequestHandler) {
    const { limits, now, date } = context
    this.#socket = socket
    this.#context = context
    this.#handler = handler
    this.streamWindow = limits.streamWindow
    this.#output = new Output(socket, context, () => this.sender.pump())
    this.sender = new Sender(this.#output, date, now)
    this.#receiver = new Receiver({ limits, now, streams: this.#streams, host: this, output: this.#output })
    this.#reader = new FrameReader(this.#receiver, DEFAULT_MAX_FRAME)
    this.#activeAt = now()
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    socket.once('close', () => this.#end())
    this.#output.append(makeServerSettings(limits))
    this.sendWindowUpdate(0, limits.connectionWindow - DEFAULT_WINDOW)
  }

  /** Says goodbye and hangs up. */
  shutDown(): void {
    this.#hangUp(ErrorCode.noError, '')
  }

  /** Looks whether the client still wants something; to be called now and then. */
  check(): void {
    if (this.#isOver) return
    const { limits, now } = this.#context
    // A quiet watch is no idle connection.
    if (this.#streams.load === 0 && now() - this.#activeAt > limits.idleMs) return void this.shutDown()
    if (this.sender.unsent === 0 || now() - this.sender.progressAt < limits.stallMs) return
    for (const stream of [...this.#streams.values()]) {
      if (stream.queue.size > 0 && !stream.isOpenEnded) stream.reset(ErrorCode.cancel)
    }
  }

  sendReset(stream: number, code: ErrorCode): void {
    this.#streams.rememberReset(stream)
    this.#output.append(makeNumberFrame(FrameType.resetStream, stream, code))
  }

  sendWindowUpdate(stream: number, by: number): void {
    this.#output.append(makeNumberFrame(FrameType.windowUpdate, stream, by))
  }

  releaseWindow(bytes: number): void {
    this.#receiver.release(bytes)
  }

  onStreamClosed(stream: ServerStream): void {
    this.#streams.delete(stream)
  }

  onAbandonedAnswered(): void {
    this.#streams.abandoned--
  }

  #read(chunk: Buffer): void {
    if (this.#isOver) return
    this.#activeAt = this.#context.now()
    try {
      this.#reader.read(chunk)
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error
      return void this.#hangUp(error.code, error.message)
    }
    for (const stream of this.#receiver.takeOpened()) this.#announce(stream)
    this.#output.flush()
  }

  #announce(stream: ServerStream): void {
    // Who takes a request back at once has not asked.
    if (stream.closed) this.#streams.abandoned--
    else if (stream.head === NO_HEAD) this.#handler.onOversizedHead(stream)
    else this.#handler.onRequest(stream)
  }

  #hangUp(code: ErrorCode, explanation: string): void {
    if (this.#isOver) return
    this.#output.append(makeGoAway(this.#streams.last, code, explanation))
    this.#output.flush()
    this.#end()
    this.#socket.end()
    // At once, the client could miss why: what it still sends would be answered with a reset.
    setTimeout(() => this.#socket.destroy(), this.#context.limits.lingerMs).unref()
  }

  /** Nothing more goes in or out. */
  #end(): void {
    this.#isOver = true
    this.#output.close()
    for (const stream of [...this.#streams.values()]) stream.close()
  }
}
