/** Types of frames (RFC 9113, 6). */
export const FrameType = {
  data: 0,
  headers: 1,
  priority: 2,
  resetStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const

/** Flags of frames. Which of them mean something depends on the type. */
export const Flag = { ack: 1, endStream: 1, endHeaders: 4, padded: 8, priority: 32 } as const

export const FRAME_HEADER_BYTES = 9

/** What both sides may send in one frame unless they agreed on more (RFC 9113, 6.5.2). */
export const DEFAULT_MAX_FRAME = 16_384

/** The largest number of a stream, and the largest window. */
export const MAX_31_BITS = 0x7fffffff

/** Writes the header of a frame, and returns where its payload begins. */
export function writeFrameHeader(
  into: Buffer,
  at: number,
  length: number,
  type: number,
  flags: number,
  stream: number,
): number {
  into[at] = length >>> 16
  into[at + 1] = length >>> 8
  into[at + 2] = length
  into[at + 3] = type
  into[at + 4] = flags
  writeUint32(into, at + 5, stream)
  return at + FRAME_HEADER_BYTES
}

/** A whole frame, for those that are small and rare. */
export function makeFrame(type: number, flags: number, stream: number, payload: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(FRAME_HEADER_BYTES + payload.length)
  frame.set(payload, writeFrameHeader(frame, 0, payload.length, type, flags, stream))
  return frame
}

/** A frame whose payload is one number. */
export function makeNumberFrame(type: number, stream: number, value: number): Buffer {
  const frame = Buffer.allocUnsafe(FRAME_HEADER_BYTES + 4)
  writeUint32(frame, writeFrameHeader(frame, 0, 4, type, 0, stream), value)
  return frame
}

/** The last stream that was looked at, and why there will be no more. */
export function makeGoAway(lastStream: number, code: number, explanation: string): Buffer {
  const payload = Buffer.allocUnsafe(8 + explanation.length)
  writeUint32(payload, 0, lastStream)
  writeUint32(payload, 4, code)
  payload.write(explanation, 8, 'latin1')
  return makeFrame(FrameType.goAway, 0, 0, payload)
}

/** Reads 31 bits; the first of the 32 is reserved and ignored everywhere. */
export function readUint31(bytes: Uint8Array, at: number): number {
  return ((bytes[at]! & 0x7f) << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
}

function writeUint32(into: Uint8Array, at: number, value: number): void {
  into[at] = value >>> 24
  into[at + 1] = value >>> 16
  into[at + 2] = value >>> 8
  into[at + 3] = value
}
