import { ConnectionError, ErrorCode } from './errors.ts'
import { FRAME_HEADER_BYTES, readUint31 } from './frames.ts'

/** Is told of frames. The payload is part of what arrived: whoever keeps it keeps all of that. */
export interface FrameHandler {
  onFrame(type: number, flags: number, stream: number, payload: Buffer): void
}

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
const NOTHING = Buffer.alloc(0)

/** Takes what a client sends apart into its preface and frames. Only what the network cut in two is copied. */
export class FrameReader {
  readonly #handler: FrameHandler
  readonly #maxFrame: number
  /** The beginning of a frame whose end has not come yet, in pieces. */
  #pieces: Buffer[] = []
  #size = 0
  /** How much there must be before it is worth another look. */
  #needed = PREFACE.length
  #inPreface = true

  constructor(handler: FrameHandler, maxFrame: number) {
    this.#handler = handler
    this.#maxFrame = maxFrame
  }

  /** Throws a ConnectionError when it makes no sense. */
  read(chunk: Buffer): void {
    let bytes = chunk
    if (this.#size > 0 || chunk.length < this.#needed) {
      this.#pieces.push(chunk)
      this.#size += chunk.length
      if (this.#inPreface) checkPreface(this.#first())
      if (this.#size < this.#needed) return
      bytes = this.#takeAll()
    }
    this.#keep(bytes, this.#readAll(bytes))
  }

  /** Reads what is complete, and returns where the rest begins. */
  #readAll(bytes: Buffer): number {
    let at = this.#inPreface ? this.#readPreface(bytes) : 0
    for (;;) {
      this.#needed = FRAME_HEADER_BYTES
      if (bytes.length - at < FRAME_HEADER_BYTES) return at
      const length = (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!
      if (length > this.#maxFrame) throw new ConnectionError(ErrorCode.frameSizeError, 'the frame is too large')
      const begin = at + FRAME_HEADER_BYTES
      const end = begin + length
      this.#needed = FRAME_HEADER_BYTES + length
      if (end > bytes.length) return at
      const payload = length === 0 ? NOTHING : bytes.subarray(begin, end)
      this.#handler.onFrame(bytes[at + 3]!, bytes[at + 4]!, readUint31(bytes, at + 5), payload)
      at = end
    }
  }

  #readPreface(bytes: Buffer): number {
    checkPreface(bytes)
    this.#inPreface = false
    return PREFACE.length
  }

  /** As much of the preface as has come. */
  #first(): Buffer {
    return this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces)
  }

  #takeAll(): Buffer {
    const all = this.#first()
    this.#pieces = []
    this.#size = 0
    return all
  }

  #keep(bytes: Buffer, from: number): void {
    if (from === bytes.length) return
    this.#pieces.push(bytes.subarray(from))
    this.#size = bytes.length - from
  }
}

/** Clients that speak something else are told so at their first byte, not when they happen to have sent enough. */
function checkPreface(bytes: Buffer): void {
  const length = Math.min(bytes.length, PREFACE.length)
  if (bytes.compare(PREFACE, 0, length, 0, length) !== 0) {
    throw new ConnectionError(ErrorCode.protocolError, 'the client does not speak HTTP/2')
  }
}
