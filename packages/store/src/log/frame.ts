import { crc32 } from 'node:zlib'
import type { Discard, JournalCommit, JournalRecord } from '../journal.ts'

// A file begins with MAGIC. Then come frames, one for each commit: FRAME_MARK, 4 bytes length of the content, 4 bytes
// checksum, the content; then zeros, if room has been made already. The content is a row of items. A record: 1 byte type,
// 8 bytes revision, 4 bytes length of the bucket's name, of the key and of the value each, all three. What was discarded:
// 1 byte type, 4 bytes length, JSON. No text in UTF-8 contains FRAME_MARK.
export const MAGIC = Buffer.from('SKEPLOG1')
export const FRAME_MARK = Buffer.from([0xf5, 0x53, 0x4b, 0x50])
export const FRAME_HEADER_BYTES = 12
const RECORD_HEADER_BYTES = 21
const DISCARD_HEADER_BYTES = 5
const PUT = 1
const DELETE = 2
const DISCARD = 3

/** UTF-8 needs no more than this for a UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3

/** Space that is kept for the next frame; a larger one gets space of its own. */
const KEPT_BYTES = 1 << 20

/** A discard as JSON can hold it. */
interface WrittenDiscard extends Omit<Discard, 'compacted'> {
  readonly compacted: readonly (readonly [bucket: string, revision: number])[]
}

/** Turns commits into frames, all in the same space, so that a write leaves nothing behind to collect. */
export class FrameEncoder {
  readonly #kept = Buffer.allocUnsafeSlow(KEPT_BYTES)

  /** The frame, good until the next call; `sizes` gets the bytes of each record. */
  encode({ records, discard }: JournalCommit, sizes: number[]): Buffer {
    const text = discard && renderDiscard(discard)
    const bound = FRAME_HEADER_BYTES + boundOf(records) + (text ? DISCARD_HEADER_BYTES + text.length : 0)
    const space = bound > KEPT_BYTES ? Buffer.allocUnsafeSlow(bound) : this.#kept
    let end = FRAME_HEADER_BYTES
    for (const record of records) {
      const start = end
      end = writeRecord(space, start, record)
      sizes.push(end - start)
    }
    if (text) end = writeDiscard(space, end, text)
    return seal(space.subarray(0, end))
  }
}

/** A frame of items that stand, as they are, in frames of other files. */
export function frameOfItems(items: readonly Buffer[]): Buffer {
  return seal(Buffer.concat([Buffer.allocUnsafe(FRAME_HEADER_BYTES), ...items]))
}

/** What was discarded, as an item of a frame. */
export function discardItem(discard: Discard): Buffer {
  const text = renderDiscard(discard)
  const item = Buffer.allocUnsafe(DISCARD_HEADER_BYTES + text.length)
  writeDiscard(item, 0, text)
  return item
}

/** Writes the header of a frame whose content is there. */
function seal(frame: Buffer): Buffer {
  const content = frame.subarray(FRAME_HEADER_BYTES)
  frame.set(FRAME_MARK, 0)
  frame.writeUInt32LE(content.length, 4)
  frame.writeUInt32LE(crc32(content), 8)
  return frame
}

function boundOf(records: readonly JournalRecord[]): number {
  let bound = 0
  for (const { entry } of records) {
    bound += RECORD_HEADER_BYTES + (entry.bucket.length + entry.key.length) * MAX_BYTES_PER_UNIT + entry.value.length
  }
  return bound
}

/** Answers where the record ends. */
function writeRecord(space: Buffer, start: number, { type, entry }: JournalRecord): number {
  const bucketStart = start + RECORD_HEADER_BYTES
  const keyStart = bucketStart + space.write(entry.bucket, bucketStart)
  const valueStart = keyStart + space.write(entry.key, keyStart)
  space[start] = type === 'put' ? PUT : DELETE
  space.writeDoubleLE(entry.revision, start + 1)
  space.writeUInt32LE(keyStart - bucketStart, start + 9)
  space.writeUInt32LE(valueStart - keyStart, start + 13)
  space.writeUInt32LE(entry.value.length, start + 17)
  space.set(entry.value, valueStart)
  return valueStart + entry.value.length
}

function renderDiscard({ compacted, ...discard }: Discard): Buffer {
  return Buffer.from(JSON.stringify({ ...discard, compacted: [...compacted] } satisfies WrittenDiscard))
}

function writeDiscard(space: Buffer, start: number, text: Buffer): number {
  space[start] = DISCARD
  space.writeUInt32LE(text.length, start + 1)
  space.set(text, start + DISCARD_HEADER_BYTES)
  return start + DISCARD_HEADER_BYTES + text.length
}

/** Where a record stands in a file. */
export interface FoundRecord {
  readonly revision: number
  readonly start: number
  readonly end: number
}

/** Told what is in the content of a frame. */
export interface FrameReader {
  record(found: FoundRecord): void
  discard(discard: Discard): void
}

/** Reads the content of a frame, whose checksum is right. */
export function readFrame(bytes: Buffer, start: number, end: number, reader: FrameReader): void {
  for (let at = start; at < end; ) {
    at = bytes[at] === DISCARD ? readDiscard(bytes, at, reader) : readRecord(bytes, at, reader)
  }
}

function readRecord(bytes: Buffer, start: number, reader: FrameReader): number {
  const lengths = bytes.readUInt32LE(start + 9) + bytes.readUInt32LE(start + 13) + bytes.readUInt32LE(start + 17)
  const end = start + RECORD_HEADER_BYTES + lengths
  reader.record({ revision: bytes.readDoubleLE(start + 1), start, end })
  return end
}

function readDiscard(bytes: Buffer, start: number, reader: FrameReader): number {
  const textStart = start + DISCARD_HEADER_BYTES
  const end = textStart + bytes.readUInt32LE(start + 1)
  // Only this file writes frames, and the checksum is right.
  const { compacted, ...discard } = JSON.parse(bytes.toString('utf8', textStart, end)) as WrittenDiscard
  reader.discard({ ...discard, compacted: new Map(compacted) })
  return end
}

/** The record at a place of a file. Its value is a copy: the file's bytes can go. */
export function decodeRecord(bytes: Buffer, { revision, start, end }: FoundRecord): JournalRecord {
  const bucketStart = start + RECORD_HEADER_BYTES
  const keyStart = bucketStart + bytes.readUInt32LE(start + 9)
  const valueStart = keyStart + bytes.readUInt32LE(start + 13)
  const value = Buffer.allocUnsafeSlow(end - valueStart)
  bytes.copy(value, 0, valueStart, end)
  return {
    type: bytes[start] === PUT ? 'put' : 'delete',
    entry: {
      bucket: bytes.toString('utf8', bucketStart, keyStart),
      key: bytes.toString('utf8', keyStart, valueStart),
      revision,
      value,
      annex: undefined,
    },
  }
}
