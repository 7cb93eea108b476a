import { describe, expect, it } from 'vitest'
import type { JournalRecord } from '../journal.ts'
import { decodeRecord, RecordEncoder } from './record.ts'

const record = (type: 'put' | 'delete', revision: number, key: string, value: string): JournalRecord => ({
  type,
  entry: { bucket: 'root/pods', key, revision, value: Buffer.from(value), annex: undefined },
})

describe('RecordEncoder', () => {
  it('makes bytes from which the records come back', () => {
    const records = [record('put', 1, 'acme/web', '{}'), record('delete', 2, 'ü🗝', ''), record('put', 3, '', 'x')]

    const bytes = new RecordEncoder().encode(records)

    expect(bytes.map((each, i) => decodeRecord(i + 1, each))).toEqual(records)
  })

  it('has room for a batch of any size, and for the next one', () => {
    const encoder = new RecordEncoder()
    const large = 'y'.repeat(5_000_000)

    const [bytes] = encoder.encode([record('put', 1, 'large', large)])
    expect(decodeRecord(1, bytes!).entry.value.equals(Buffer.from(large))).toBe(true)

    const keys = Array.from({ length: 300 }, (_, i) => `key-${i}`)
    const batch = encoder.encode(keys.map((key, i) => record('put', i, key, 'z'.repeat(3_000))))
    expect(batch.map((each, i) => decodeRecord(i, each).entry.key)).toEqual(keys)
  })
})

describe('decodeRecord', () => {
  it('names the revision of a damaged record', () => {
    expect(() => decodeRecord(7, Buffer.alloc(9))).toThrow('the record of revision 7 is damaged')
  })
})
