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

/** Takes what arrives apart into frames. Payloads are parts of what arrived; only those cut in two are copied. */
export class FrameReader {
  readonly #onFrame: (header: FrameHeader, payload: Buffer) => void
  #rest: Buffer | undefined

  constructor(onFrame: (header: FrameHeader, payload: Buffer) => void) {
    this.#onFrame = onFrame
  }

  read(chunk: Buffer): void {
    const bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk
    let at = 0
    while (at + HEADER_BYTES <= bytes.length) {
      const end = at + HEADER_BYTES + bytes.readUIntBE(at, 3)
      if (end > bytes.length) break
      const header = { type: bytes[at + 3]!, flags: bytes[at + 4]!, stream: bytes.readUInt32BE(at + 5) }
      this.#onFrame(header, bytes.subarray(at + HEADER_BYTES, end))
      at = end
    }
    this.#rest = at < bytes.length ? bytes.subarray(at) : undefined
  }
}
