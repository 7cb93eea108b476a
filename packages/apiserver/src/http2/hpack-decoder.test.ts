import { describe, expect, it } from 'vitest'
import { HpackDecoder } from './hpack-decoder.ts'
import { block } from './test/raw-client.ts'

const LIMITS = { bytes: 1_000, fields: 10 }
const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')

function fieldsOf(decoder: HpackDecoder, hex: string): string[] {
  const { fields } = decoder.decode(bytes(hex))
  return fields.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${fields[index + 1]}`] : []))
}

const GET = [':method: GET', ':scheme: http', ':path: /', ':authority: www.example.com']

describe('header blocks', () => {
  // RFC 7541, appendix C.3 and C.4.
  it.each([
    [
      'as they are',
      '828684410f7777772e6578616d706c652e636f6d',
      '828684be58086e6f2d6361636865',
      '828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565',
    ],
    [
      'in the Huffman code',
      '828684418cf1e3c2e5f23a6ba0ab90f4ff',
      '828684be5886a8eb10649cbf',
      '828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf',
    ],
  ])('refer to those before them: %s', (_how, first, second, third) => {
    const decoder = new HpackDecoder(LIMITS)

    expect(fieldsOf(decoder, first)).toEqual(GET)
    expect(fieldsOf(decoder, second)).toEqual([...GET, 'cache-control: no-cache'])
    expect(fieldsOf(decoder, third)).toEqual([
      ':method: GET',
      ':scheme: https',
      ':path: /index.html',
      ':authority: www.example.com',
      'custom-key: custom-value',
    ])
  })

  it('forget the oldest fields when the table is full', () => {
    const decoder = new HpackDecoder(LIMITS)
    // A table for one field of 40 bytes; the second one takes the place of the first.
    fieldsOf(decoder, '3f09 4001610762626262626262')
    fieldsOf(decoder, '40016301 64')

    expect(fieldsOf(decoder, 'be')).toEqual(['c: d'])
    expect(() => fieldsOf(decoder, 'bf')).toThrow('a field refers to one that is not there')
  })

  it('leave the table empty with a field that does not fit', () => {
    const decoder = new HpackDecoder(LIMITS)
    fieldsOf(decoder, '3f02 4001610162')

    expect(() => fieldsOf(decoder, 'be')).toThrow('a field refers to one that is not there')
  })

  it.each([
    ['a reference to nothing', '80'],
    ['a reference beyond the table', 'be'],
    ['a string that does not end', '400a6375'],
    ['a number that does not end', 'ffffff'],
    ['a number without bounds', 'ffffffffffff7f'],
    ['bad Huffman', '4081000161'],
    ['a table larger than allowed', '3fe23f'],
    ['a change of the table between fields', '8220'],
    ['a name without a value', '0001'],
  ])('that cannot be read end the connection: %s', (_what, hex) => {
    const decoder = new HpackDecoder(LIMITS)

    expect(() => decoder.decode(bytes(hex))).toThrow(expect.objectContaining({ name: 'ConnectionError', code: 9 }))
  })

  it.each([
    ['in bytes', block([['x', 'y'.repeat(1_000)]])],
    ['in number', block(Array.from({ length: 11 }, (_, index): [string, string] => [`x${index}`, '']))],
    ['by references alone', Buffer.alloc(500, 0x82)],
  ])('are cut short when they are too much: %s', (_how, oversized) => {
    const { fields, tooLarge } = new HpackDecoder(LIMITS).decode(oversized)

    expect(tooLarge).toBe(true)
    expect(fields.length).toBeLessThanOrEqual(22)
  })
})
