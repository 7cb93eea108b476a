import { Flag, FRAME_HEADER_BYTES, FrameType, writeFrameHeader } from './frames.ts'
import { encodeField, encodeHeaders, type HeaderValues, maxEncodedBytes } from './hpack-encoder.ts'
import type { HttpDate } from './http-date.ts'
import type { Output } from './output.ts'
import type { SendQueue } from './send-queue.ts'
import { type ClientSettings, DEFAULT_CLIENT_SETTINGS } from './settings.ts'
import { DEFAULT_WINDOW, SendWindow } from './windows.ts'

/** A stream as seen by what sends its answer. */
export interface Outgoing {
  readonly id: number
  readonly window: SendWindow
  readonly queue: SendQueue
  /** Whether the answer ends with what is in the queue. */
  endsWithQueue: boolean
  /** Whether it is in line to send. */
  inLine: boolean
  /** Everything is on its way. */
  onSent(): void
  /** Nothing is left in the queue. */
  onDrained(): void
}

/** What a record of TLS holds: a frame that ends with one can be read as soon as the record has come. */
const RECORD_BYTES = 16_384
/** Frames smaller than this are not worth ending with a record. */
const MIN_FRAME_BYTES = 1_024
/** What the fields take up that every answer has: its date and, if that is known, its length. */
const OWN_FIELDS_BYTES = 40 + 24

/** What an answer begins with. */
export interface AnswerHead {
  readonly status: number
  readonly headers: HeaderValues
  /** The length of its body, if it is known. */
  readonly length?: number | undefined
}

/** Sends answers as fast as the client takes them, all of a connection in turn. */
export class Sender {
  readonly #output: Output
  readonly #date: HttpDate
  readonly #now: () => number
  readonly window = new SendWindow(DEFAULT_WINDOW)
  settings: ClientSettings = DEFAULT_CLIENT_SETTINGS
  #line: Outgoing[] = []
  /** Of all streams: what waits for the client. */
  unsent = 0
  /** When the client last took something. */
  progressAt = 0

  constructor(output: Output, date: HttpDate, now: () => number) {
    this.#output = output
    this.#date = date
    this.#now = now
  }

  /** Sends an answer, as much of it as fits at once; the rest waits in the queue. */
  answer(stream: Outgoing, head: AnswerHead, body: Buffer | undefined): void {
    const length = body?.length ?? 0
    const atOnce = length > 0 && this.#mayFollowAtOnce(stream, length)
    this.#sendHead(stream, head, length === 0, atOnce ? body : undefined)
    if (length === 0 || atOnce) stream.onSent()
    else this.sendLast(stream, [body!])
  }

  /** Sends the head of an answer whose body follows. */
  begin(stream: Outgoing, head: AnswerHead): void {
    this.#sendHead(stream, head, false, undefined)
  }

  /** Sends more of an answer. */
  send(stream: Outgoing, bytes: Buffer): void {
    this.#enqueue(stream, bytes)
    this.lineUp(stream)
    this.pump()
  }

  /** Sends the rest of an answer. */
  sendLast(stream: Outgoing, pieces: readonly Buffer[]): void {
    for (const piece of pieces) this.#enqueue(stream, piece)
    stream.endsWithQueue = true
    this.lineUp(stream)
    this.pump()
  }

  /** Ends an answer after all that was sent. */
  end(stream: Outgoing): void {
    stream.endsWithQueue = true
    if (stream.queue.size > 0) return
    const { bytes, at } = this.#room(FRAME_HEADER_BYTES)
    this.#output.commit(writeFrameHeader(bytes, at, 0, FrameType.data, Flag.endStream, stream.id))
    stream.onSent()
  }

  /** Forgets what waits for a stream that is over. */
  drop(stream: Outgoing): void {
    this.unsent -= stream.queue.size
    stream.queue.clear()
  }

  /** Puts a stream in line whose turn may have come. */
  lineUp(stream: Outgoing): void {
    if (stream.inLine || stream.queue.size === 0 || stream.window.size <= 0) return
    stream.inLine = true
    this.#line.push(stream)
  }

  /** Sends what the client and the socket have room for, a frame of each stream in turn. */
  pump(): void {
    while (this.#line.length > 0 && this.window.size > 0 && this.#output.room > 0) {
      const stream = this.#line.shift()!
      stream.inLine = false
      // It may be over, or the client may have made its window smaller, since it was put in line.
      if (stream.queue.size === 0 || stream.window.size <= 0) continue
      this.#sendFrame(stream)
      this.lineUp(stream)
      if (stream.queue.size > 0) continue
      if (stream.endsWithQueue) stream.onSent()
      else stream.onDrained()
    }
  }

  #enqueue(stream: Outgoing, bytes: Buffer): void {
    if (this.unsent === 0) this.progressAt = this.#now()
    stream.queue.push(bytes)
    this.unsent += bytes.length
  }

  #mayFollowAtOnce({ window, queue }: Outgoing, length: number): boolean {
    if (length > this.settings.maxFrame || length > this.#output.room || queue.size > 0) return false
    return length <= window.size && length <= this.window.size
  }

  #sendHead({ id, window }: Outgoing, head: AnswerHead, ends: boolean, body: Buffer | undefined): void {
    const { bytes, at } = this.#room(
      2 * FRAME_HEADER_BYTES + OWN_FIELDS_BYTES + maxEncodedBytes(head.headers) + (body?.length ?? 0),
    )
    const begin = at + FRAME_HEADER_BYTES
    let end = this.#writeHead(head, bytes, begin)
    if (end - begin > this.settings.maxFrame) {
      this.#sendLongHead(id, Buffer.from(bytes.subarray(begin, end)), ends)
      if (body) this.#sendBody(id, window, body)
      return
    }
    const flags = Flag.endHeaders | (ends ? Flag.endStream : 0)
    writeFrameHeader(bytes, at, end - begin, FrameType.headers, flags, id)
    if (body) end = this.#writeBody(id, window, body, bytes, end)
    this.#output.commit(end)
  }

  #writeHead({ status, headers, length }: AnswerHead, into: Buffer, at: number): number {
    const end = encodeField('date', this.#date.text, into, encodeHeaders(status, headers, into, at))
    return length === undefined ? end : encodeField('content-length', String(length), into, end)
  }

  /** A head that takes more than one frame. */
  #sendLongHead(id: number, block: Buffer, ends: boolean): void {
    for (let from = 0; from < block.length; from += this.settings.maxFrame) {
      const part = block.subarray(from, from + this.settings.maxFrame)
      const type = from === 0 ? FrameType.headers : FrameType.continuation
      const isLast = from + part.length === block.length
      const flags = (from === 0 && ends ? Flag.endStream : 0) | (isLast ? Flag.endHeaders : 0)
      const { bytes, at } = this.#room(FRAME_HEADER_BYTES + part.length)
      const begin = writeFrameHeader(bytes, at, part.length, type, flags, id)
      this.#output.commit(begin + part.copy(bytes, begin))
    }
  }

  #sendBody(id: number, window: SendWindow, body: Buffer): void {
    const { bytes, at } = this.#room(FRAME_HEADER_BYTES + body.length)
    this.#output.commit(this.#writeBody(id, window, body, bytes, at))
  }

  /** The last frame of an answer, in one piece. */
  #writeBody(id: number, window: SendWindow, body: Buffer, into: Buffer, at: number): number {
    window.size -= body.length
    this.window.size -= body.length
    const begin = writeFrameHeader(into, at, body.length, FrameType.data, Flag.endStream, id)
    return begin + body.copy(into, begin)
  }

  #sendFrame(stream: Outgoing): void {
    const { queue, window } = stream
    const length = Math.min(queue.size, window.size, this.window.size, this.#frameSize())
    const { bytes, at } = this.#room(FRAME_HEADER_BYTES + length)
    const flags = stream.endsWithQueue && length === queue.size ? Flag.endStream : 0
    const begin = writeFrameHeader(bytes, at, length, FrameType.data, flags, stream.id)
    queue.moveTo(bytes, begin, length)
    this.#output.commit(begin + length)
    window.size -= length
    this.window.size -= length
    this.unsent -= length
    this.progressAt = this.#now()
  }

  /** So that the frame ends with a record of TLS, and the client need not put it together from two. */
  #frameSize(): number {
    const left = RECORD_BYTES - (this.#output.queued % RECORD_BYTES) - FRAME_HEADER_BYTES
    return Math.min(this.settings.maxFrame, left >= MIN_FRAME_BYTES ? left : left + RECORD_BYTES)
  }

  #room(size: number): { bytes: Buffer; at: number } {
    const at = this.#output.reserve(size)
    return { bytes: this.#output.bytes, at }
  }
}
