/** Frames of HTTP/2 (RFC 9113). */
export const FRAME = { data: 0, headers: 1, resetStream: 3, settings: 4, ping: 6, goAway: 7, windowUpdate: 8 } as const
export const END_STREAM = 1
export const END_HEADERS = 4
export const ACK = 1

const HEADER_BYTES = 9
/** Larger frames are accepted by nobody who was not asked. */
const MAX_PAYLOAD = 16_384

export interface FrameHeader {
  type: number
  flags: number
  stream: number
}

/** Writes the header of a frame in front of a payload of `length` that begins at the returned place. */
export function writeFrameHeader(
  into: Buffer,
  at: number,
  length: number,
  { type, flags, stream }: FrameHeader,
): number {
  if (length > MAX_PAYLOAD) throw new Error(`a frame of ${length} bytes is too large`)
  into.writeUIntBE(length, at, 3)
  into[at + 3] = type
  into[at + 4] = flags
  into.writeUInt32BE(stream, at + 5)
  return at + HEADER_BYTES
}

export function frame(header: FrameHeader, payload: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + payload.length)
  payload.copy(bytes, writeFrameHeader(bytes, 0, payload.length, header))
  return bytes
}

/** A request in one piece: its headers, and its body if there is one. */
export function requestFrames(stream: number, headers: Buffer, body: Buffer | undefined): Buffer {
  const size = HEADER_BYTES + headers.length + (body ? HEADER_BYTES + body.length : 0)
  const bytes = Buffer.allocUnsafe(size)
  const flags = END_HEADERS | (body ? 0 : END_STREAM)
  let at = writeFrameHeader(bytes, 0, headers.length, { type: FRAME.headers, flags, stream })
  at += headers.copy(bytes, at)
  if (body) body.copy(bytes, writeFrameHeader(bytes, at, body.length, { type: FRAME.data, flags: END_STREAM, stream }))
  return bytes
}

/** Is told what arrives. */
export interface FrameHandler {
  /** A piece of a DATA frame, as soon as it is there; `ends` with the last piece of the last frame of a stream. */
  onData(stream: number, piece: Buffer, ends: boolean): void
  /** Any other frame, in one piece. */
  onFrame(header: FrameHeader, payload: Buffer): void
}

/**
 * Takes what arrives apart into frames. Data is handed on as it comes, so that hardly anything is ever copied; it is there
 * only until `read` returns.
 */
export class FrameReader {
  readonly #handler: FrameHandler
  /** A frame, or a header, whose end has not come yet. */
  #rest: Buffer | undefined
  /** What is missing of a DATA frame that has begun. */
  #missing = 0
  #stream = 0
  #ends = false

  constructor(handler: FrameHandler) {
    this.#handler = handler
  }

  read(chunk: Buffer): void {
    const bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk
    this.#rest = undefined
    let at = this.#missing > 0 ? this.#readData(bytes, 0) : 0
    while (at + HEADER_BYTES <= bytes.length) {
      const next = this.#readFrame(bytes, at)
      if (next === undefined) break
      at = next
    }
    if (at < bytes.length) this.#rest = Buffer.from(bytes.subarray(at))
  }

  /** Returns where the next frame begins; undefined when this one is incomplete. */
  #readFrame(bytes: Buffer, at: number): number | undefined {
    const length = bytes.readUIntBE(at, 3)
    const header = { type: bytes[at + 3]!, flags: bytes[at + 4]!, stream: bytes.readUInt32BE(at + 5) }
    const begin = at + HEADER_BYTES
    if (header.type === FRAME.data) {
      this.#missing = length
      this.#stream = header.stream
      this.#ends = (header.flags & END_STREAM) !== 0
      return this.#readData(bytes, begin)
    }
    const end = begin + length
    if (end > bytes.length) return undefined
    this.#handler.onFrame(header, bytes.subarray(begin, end))
    return end
  }

  #readData(bytes: Buffer, begin: number): number {
    const end = Math.min(bytes.length, begin + this.#missing)
    this.#missing -= end - begin
    this.#handler.onData(this.#stream, bytes.subarray(begin, end), this.#ends && this.#missing === 0)
    return end
  }
}
