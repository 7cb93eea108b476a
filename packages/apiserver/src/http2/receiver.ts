import { Budget } from './budget.ts'
import { ConnectionError, ErrorCode, StreamError } from './errors.ts'
import type { FrameHandler } from './frame-reader.ts'
import { Flag, FrameType, makeFrame, readUint31 } from './frames.ts'
import { type AssembledBlock, HeaderAssembly, withoutPadding } from './header-assembly.ts'
import { type HeaderBlock, HpackDecoder } from './hpack-decoder.ts'
import type { Http2Limits } from './limits.ts'
import type { Output } from './output.ts'
import { NO_HEAD, problemWithTrailers, readRequestHead } from './request-head.ts'
import { ServerStream, type StreamHost } from './server-stream.ts'
import { readSettings } from './settings.ts'
import type { StreamTable } from './stream-table.ts'
import { ReceiveWindow } from './windows.ts'

/** What the receiver works on. */
export interface ReceiverParts {
  readonly limits: Http2Limits
  readonly now: () => number
  readonly streams: StreamTable
  readonly host: StreamHost
  readonly output: Output
}

const NOTHING = Buffer.alloc(0)
const PING_BYTES = 8
const PRIORITY_BYTES = 5
const NUMBER_BYTES = 4

/** Does what the frames of a client say, and throws a ConnectionError at those that make no sense (RFC 9113). */
export class Receiver implements FrameHandler {
  readonly #limits: Http2Limits
  readonly #streams: StreamTable
  readonly #host: StreamHost
  readonly #output: Output
  readonly #decoder: HpackDecoder
  readonly #assembly: HeaderAssembly
  readonly #window: ReceiveWindow
  readonly #resets: Budget
  readonly #idleFrames: Budget
  #opened: ServerStream[] = []
  #isSettled = false

  constructor({ limits, now, streams, host, output }: ReceiverParts) {
    this.#limits = limits
    this.#streams = streams
    this.#host = host
    this.#output = output
    this.#decoder = new HpackDecoder(limits.headers)
    this.#assembly = new HeaderAssembly(limits)
    this.#window = new ReceiveWindow(limits.connectionWindow)
    this.#resets = new Budget(limits.resets, now)
    this.#idleFrames = new Budget(limits.idleFrames, now)
  }

  /** Requests that have come since the last time; by now, their bodies mostly have come with them. */
  takeOpened(): readonly ServerStream[] {
    const opened = this.#opened
    if (opened.length > 0) this.#opened = []
    return opened
  }

  /** The client may send as much again, on whatever stream. */
  release(bytes: number): void {
    const grown = this.#window.release(bytes)
    if (grown > 0) this.#host.sendWindowUpdate(0, grown)
  }

  onFrame(type: number, flags: number, stream: number, payload: Buffer): void {
    if (!this.#isSettled && type !== FrameType.settings) throw protocolError('the first frame is not SETTINGS')
    if (this.#assembly.isOpen && type !== FrameType.continuation) throw protocolError('headers are interrupted')
    try {
      this.#dispatch(type, flags, stream, payload)
    } catch (error) {
      if (!(error instanceof StreamError)) throw error
      this.#failStream(error)
    }
  }

  #dispatch(type: number, flags: number, stream: number, payload: Buffer): void {
    switch (type) {
      case FrameType.data:
        return void this.#onData(flags, stream, payload)
      case FrameType.headers:
        checkClientStream(stream)
        return void this.#onBlock(this.#assembly.begin(flags, stream, payload))
      case FrameType.continuation:
        return void this.#onBlock(this.#assembly.continue(flags, stream, payload))
      case FrameType.windowUpdate:
        return void this.#onWindowUpdate(stream, payload)
      case FrameType.resetStream:
        return void this.#onReset(stream, payload)
      case FrameType.settings:
        return void this.#onSettings(flags, stream, payload)
      case FrameType.ping:
        return void this.#onPing(flags, stream, payload)
      case FrameType.priority:
        return void this.#onPriority(stream, payload)
      case FrameType.pushPromise:
        throw protocolError('clients do not push')
      case FrameType.goAway:
        // The client asks for nothing more; what is under way goes on.
        return
      default:
        // Extensions that nobody agreed on are ignored.
        return void this.#spendIdleFrame()
    }
  }

  #onData(flags: number, id: number, payload: Buffer): void {
    if (this.#streams.isIdle(id)) throw protocolError('data on a stream that is not open')
    if (!this.#window.take(payload.length)) throw flowControlError()
    const data = withoutPadding(flags, payload)
    const stream = this.#streams.get(id)
    if (!stream || stream.body.complete) {
      this.release(payload.length)
      if (this.#streams.wasReset(id)) return
      throw new StreamError(id, ErrorCode.streamClosed, 'data after the end')
    }
    if (!stream.receive(payload.length)) throw new StreamError(id, ErrorCode.flowControlError, 'too much at once')
    // Padding takes up room in the windows, but nobody has to take it.
    if (payload.length > data.length) stream.onBodyTaken(payload.length - data.length)
    const ends = (flags & Flag.endStream) !== 0
    if (data.length > 0) stream.body.push(data)
    else if (!ends) this.#spendIdleFrame()
    checkLength(stream, ends)
    if (ends) stream.body.finish()
  }

  #onBlock(assembled: AssembledBlock | undefined): void {
    if (!assembled) return
    // Decoded in any case: the next block may refer to this one.
    const block = this.#decoder.decode(assembled.block)
    const { stream: id } = assembled
    if (id > this.#streams.last) return void this.#open(assembled, block)
    const stream = this.#streams.get(id)
    if (stream) return void this.#onTrailers(stream, assembled, block)
    if (!this.#streams.wasReset(id)) throw new ConnectionError(ErrorCode.streamClosed, 'headers on a closed stream')
  }

  #open({ stream: id, endsStream }: AssembledBlock, { fields, tooLarge }: HeaderBlock): void {
    this.#streams.last = id
    if (this.#streams.load >= this.#limits.streams || this.#host.sender.unsent > this.#limits.unsentBytes) {
      throw new StreamError(id, ErrorCode.refusedStream, 'too much at once')
    }
    const head = tooLarge ? NO_HEAD : readRequestHead(fields)
    if (typeof head === 'string') throw new StreamError(id, ErrorCode.protocolError, head)
    const stream = new ServerStream(id, head, this.#host)
    this.#streams.add(stream)
    checkLength(stream, endsStream)
    if (endsStream) stream.body.finish()
    this.#opened.push(stream)
  }

  #onTrailers(stream: ServerStream, { endsStream }: AssembledBlock, { fields }: HeaderBlock): void {
    if (stream.body.complete) throw new StreamError(stream.id, ErrorCode.streamClosed, 'headers after the end')
    const problem = endsStream ? problemWithTrailers(fields) : 'trailers do not end the stream'
    if (problem) throw new StreamError(stream.id, ErrorCode.protocolError, problem)
    checkLength(stream, true)
    stream.body.finish()
  }

  #onWindowUpdate(id: number, payload: Buffer): void {
    checkSize(payload, NUMBER_BYTES)
    const increment = readUint31(payload, 0)
    const { sender } = this.#host
    if (id === 0) {
      if (increment === 0) throw protocolError('a window that does not grow')
      if (!sender.window.grow(increment)) throw flowControlError()
    } else {
      if (this.#streams.isIdle(id)) throw protocolError('a window of a stream that is not open')
      const stream = this.#streams.get(id)
      if (!stream) return
      if (increment === 0) throw new StreamError(id, ErrorCode.protocolError, 'a window that does not grow')
      if (!stream.window.grow(increment)) throw new StreamError(id, ErrorCode.flowControlError, 'too large a window')
      sender.lineUp(stream)
    }
    sender.pump()
  }

  #onReset(id: number, payload: Buffer): void {
    checkSize(payload, NUMBER_BYTES)
    if (this.#streams.isIdle(id)) throw protocolError('the end of a stream that is not open')
    const stream = this.#streams.get(id)
    if (!stream) return
    if (!stream.answered) this.#spendReset()
    stream.close()
  }

  #onSettings(flags: number, stream: number, payload: Buffer): void {
    if (stream !== 0) throw protocolError('settings of a stream')
    if (this.#isSettled) this.#spendIdleFrame()
    if (flags & Flag.ack) {
      if (!this.#isSettled) throw protocolError('the first frame is not SETTINGS')
      return void checkSize(payload, 0)
    }
    this.#isSettled = true
    const { sender } = this.#host
    const before = sender.settings
    sender.settings = readSettings(payload, before)
    this.#growAll(sender.settings.initialWindow - before.initialWindow)
    this.#output.append(makeFrame(FrameType.settings, Flag.ack, 0, NOTHING))
  }

  /** The windows of streams change with what they begin with (RFC 9113, 6.9.2). */
  #growAll(by: number): void {
    if (by === 0) return
    const { sender } = this.#host
    for (const stream of this.#streams.values()) {
      if (!stream.window.grow(by)) throw flowControlError()
      sender.lineUp(stream)
    }
    sender.pump()
  }

  #onPing(flags: number, stream: number, payload: Buffer): void {
    if (stream !== 0) throw protocolError('a ping on a stream')
    checkSize(payload, PING_BYTES)
    this.#spendIdleFrame()
    if (!(flags & Flag.ack)) this.#output.append(makeFrame(FrameType.ping, Flag.ack, 0, payload))
  }

  #onPriority(stream: number, payload: Buffer): void {
    if (stream === 0) throw protocolError('a priority of the connection')
    this.#spendIdleFrame()
    if (payload.length !== PRIORITY_BYTES) throw new StreamError(stream, ErrorCode.frameSizeError, 'half a priority')
  }

  /** Whoever makes the server end streams is as much of a nuisance as who ends them. */
  #failStream({ stream: id, code }: StreamError): void {
    this.#spendReset()
    const stream = this.#streams.get(id)
    if (stream) stream.reset(code)
    else this.#host.sendReset(id, code)
  }

  #spendReset(): void {
    if (!this.#resets.spend()) throw new ConnectionError(ErrorCode.enhanceYourCalm, 'too many streams are taken back')
  }

  #spendIdleFrame(): void {
    if (!this.#idleFrames.spend()) throw new ConnectionError(ErrorCode.enhanceYourCalm, 'too many idle frames')
  }
}

/** What the client said of its body must be true (RFC 9113, 8.1.1). */
function checkLength({ id, head, body }: ServerStream, ends: boolean): void {
  const { contentLength } = head
  if (contentLength === undefined) return
  if (body.size > contentLength || (ends && body.size < contentLength)) {
    throw new StreamError(id, ErrorCode.protocolError, 'the body is not as long as content-length says')
  }
}

function checkClientStream(id: number): void {
  if ((id & 1) === 0) throw protocolError('streams of clients have odd numbers')
}

function checkSize(payload: Buffer, size: number): void {
  if (payload.length !== size) throw new ConnectionError(ErrorCode.frameSizeError, 'the frame has a wrong size')
}

const protocolError = (message: string): ConnectionError => new ConnectionError(ErrorCode.protocolError, message)

const flowControlError = (): ConnectionError =>
  new ConnectionError(ErrorCode.flowControlError, 'the window is not so large')
