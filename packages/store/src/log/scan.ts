import { crc32 } from 'node:zlib'
import { FRAME_HEADER_BYTES, FRAME_MARK, type FrameReader, MAGIC, readFrame } from './frame.ts'

/** Thrown when a file is not what was written. */
export class DamagedError extends Error {
  override name = 'DamagedError'
}

/** Where the content of a frame stands in a file. */
export interface FoundFrame {
  readonly start: number
  readonly end: number
}

/** Reads all frames of a file and answers where the last good one ends; see `frames`. */
export function scan(file: string, bytes: Buffer, mayBeTorn: boolean, reader: FrameReader): number {
  let end = 0
  for (const found of frames(file, bytes, mayBeTorn)) {
    if (found.start < found.end) readFrame(bytes, found.start, found.end, reader)
    end = found.end
  }
  return end
}

/**
 * Finds the good frames of a file; what stands before them comes first, as an empty one. A crash may leave a part of a
 * frame at the end of the newest file, where `mayBeTorn`; anything else that is wrong throws.
 */
export function* frames(file: string, bytes: Buffer, mayBeTorn: boolean): Generator<FoundFrame> {
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) {
    // The crash may have come before anything was in the file.
    if (mayBeTorn && !hasFrame(bytes, 0)) return
    throw new DamagedError(`${file} is no log of a store`)
  }
  let at = MAGIC.length
  yield { start: at, end: at }
  while (at < bytes.length) {
    const end = endOfFrame(bytes, at)
    if (end === undefined) {
      // There is never more than one frame on its way to the disk: what comes before another one was there.
      if (isRoom(bytes, at) || (mayBeTorn && !hasFrame(bytes, at + 1))) return
      throw new DamagedError(`${file} is damaged at byte ${at}; restore it from a copy`)
    }
    yield { start: at + FRAME_HEADER_BYTES, end }
    at = end
  }
}

/** Where the frame ends; undefined when it is not all there as it was written. */
function endOfFrame(bytes: Buffer, start: number): number | undefined {
  const contentStart = start + FRAME_HEADER_BYTES
  if (
    contentStart > bytes.length ||
    bytes.compare(FRAME_MARK, 0, FRAME_MARK.length, start, start + FRAME_MARK.length)
  ) {
    return undefined
  }
  const end = contentStart + bytes.readUInt32LE(start + 4)
  if (end > bytes.length) return undefined
  return crc32(bytes.subarray(contentStart, end)) === bytes.readUInt32LE(start + 8) ? end : undefined
}

/** Whether there is nothing from here on but room that was made ahead. */
const isRoom = (bytes: Buffer, from: number): boolean => bytes.subarray(from).every((byte) => byte === 0)

/** Whether a whole frame stands anywhere from here on. */
function hasFrame(bytes: Buffer, from: number): boolean {
  for (let at = bytes.indexOf(FRAME_MARK, from); at >= 0; at = bytes.indexOf(FRAME_MARK, at + 1)) {
    if (endOfFrame(bytes, at) !== undefined) return true
  }
  return false
}
