import type { JournalRecord } from '../journal.ts'

// A record: 1 byte type, 2 bytes length of the bucket's name, 2 bytes length of the key, both texts, the value.
const HEADER_BYTES = 5
const MAX_TEXT_BYTES = 0xffff
const TYPE_CODES = { put: 1, delete: 2 } as const

/** The bytes that stand for a record, without its revision. */
export function encodeRecord({ type, entry: { bucket, key, value } }: JournalRecord): Buffer {
  const bucketBytes = textBytes(bucket)
  const keyBytes = textBytes(key)
  const valueStart = HEADER_BYTES + bucketBytes + keyBytes
  const bytes = Buffer.allocUnsafe(valueStart + value.length)
  bytes[0] = TYPE_CODES[type]
  bytes.writeUInt16LE(bucketBytes, 1)
  bytes.writeUInt16LE(keyBytes, 3)
  bytes.write(bucket, HEADER_BYTES)
  bytes.write(key, HEADER_BYTES + bucketBytes)
  bytes.set(value, valueStart)
  return bytes
}

/** The record that the bytes stand for; the value is a part of them, not a copy. */
export function decodeRecord(revision: number, bytes: Buffer): JournalRecord {
  const keyStart = HEADER_BYTES + bytes.readUInt16LE(1)
  const valueStart = keyStart + bytes.readUInt16LE(3)
  return {
    type: decodeType(revision, bytes[0]),
    entry: {
      bucket: bytes.toString('utf8', HEADER_BYTES, keyStart),
      key: bytes.toString('utf8', keyStart, valueStart),
      revision,
      value: bytes.subarray(valueStart),
      annex: undefined,
    },
  }
}

function decodeType(revision: number, code: number | undefined): JournalRecord['type'] {
  if (code === TYPE_CODES.put) return 'put'
  if (code === TYPE_CODES.delete) return 'delete'
  throw new Error(`the record of revision ${revision} is damaged: it has the unknown type ${code}`)
}

function textBytes(text: string): number {
  const bytes = Buffer.byteLength(text)
  if (bytes > MAX_TEXT_BYTES) throw new RangeError(`a name of ${bytes} bytes is longer than ${MAX_TEXT_BYTES}`)
  return bytes
}
