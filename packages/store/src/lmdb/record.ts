import type { JournalRecord } from '../journal.ts'

// A record: 1 byte type, 4 bytes length of the bucket's name, 4 bytes length of the key, both texts, the value.
const HEADER_BYTES = 9
const TYPE_CODES = { put: 1, delete: 2 } as const

/** UTF-8 needs no more than this for a UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3

/** Space that is kept for the next batch; a larger batch gets space of its own. */
const KEPT_BYTES = 1 << 20

/** Turns records into bytes, all of a batch in the same space, so that a write leaves nothing behind to collect. */
export class RecordEncoder {
  readonly #kept = Buffer.allocUnsafeSlow(KEPT_BYTES)

  /** The bytes that stand for each record, without its revision; good until the next call. */
  encode(records: readonly JournalRecord[]): Buffer[] {
    let bound = 0
    for (const { entry } of records) {
      bound += HEADER_BYTES + (entry.bucket.length + entry.key.length) * MAX_BYTES_PER_UNIT + entry.value.length
    }
    const space = bound > KEPT_BYTES ? Buffer.allocUnsafeSlow(bound) : this.#kept
    let end = 0
    return records.map((record) => {
      const start = end
      end = writeRecord(space, start, record)
      return space.subarray(start, end)
    })
  }
}

/** Answers where the record ends. */
function writeRecord(space: Buffer, start: number, { type, entry: { bucket, key, value } }: JournalRecord): number {
  const bucketStart = start + HEADER_BYTES
  const keyStart = bucketStart + space.write(bucket, bucketStart)
  const valueStart = keyStart + space.write(key, keyStart)
  space[start] = TYPE_CODES[type]
  space.writeUInt32LE(keyStart - bucketStart, start + 1)
  space.writeUInt32LE(valueStart - keyStart, start + 5)
  space.set(value, valueStart)
  return valueStart + value.length
}

/** The record that the bytes stand for; the value is a part of them, not a copy. */
export function decodeRecord(revision: number, bytes: Buffer): JournalRecord {
  const keyStart = HEADER_BYTES + bytes.readUInt32LE(1)
  const valueStart = keyStart + bytes.readUInt32LE(5)
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
