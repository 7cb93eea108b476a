import { describe, expect, it } from 'vitest'
import { bitString, objectId, sequence, TAG, tagged, time, unsignedInteger, utf8String } from './der.ts'
import { childrenOf, DerError, readBitString, readDer, readObjectId, readText, readTime } from './der-reader.ts'

const hex = (bytes: Buffer) => bytes.toString('hex')

describe('writing', () => {
  it.each([
    [0, '020100'],
    [127, '02017f'],
    [128, '02020080'],
    [256, '02020100'],
  ])('writes the number %i in its shortest form', (value, expected) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)

    expect(hex(unsignedInteger(bytes))).toBe(expected)
  })

  it.each([
    ['1.2.840.113549.1.1.11', '06092a864886f70d01010b'],
    ['2.5.4.3', '0603550403'],
    ['2.16.840.1.113730.4.1', '060960864801 86f8420401'.replace(' ', '')],
  ])('writes and reads the identifier %s', (dotted, expected) => {
    expect(hex(objectId(dotted))).toBe(expected)
    expect(readObjectId(readDer(objectId(dotted)))).toBe(dotted)
  })

  it('writes lengths of one and more bytes', () => {
    expect(hex(utf8String('a'.repeat(127)).subarray(0, 3))).toBe('0c7f61')
    expect(hex(utf8String('a'.repeat(128)).subarray(0, 3))).toBe('0c8180')
    expect(hex(utf8String('a'.repeat(300)).subarray(0, 4))).toBe('0c82012c')
  })

  it('writes years from 2050 on with four digits', () => {
    expect(time(Date.UTC(2049, 11, 31, 23, 59, 59)).toString('latin1', 2)).toBe('491231235959Z')
    expect(time(Date.UTC(2050, 0, 1)).toString('latin1', 2)).toBe('20500101000000Z')
  })
})

describe('reading', () => {
  it.each([Date.UTC(1999, 4, 5, 6, 7, 8), Date.UTC(2026, 7, 20), Date.UTC(2050, 0, 1)])(
    'reads the time %i back',
    (ms) => {
      expect(readTime(readDer(tagged(time(ms)[0]!, time(ms).subarray(2))))).toBe(ms)
    },
  )

  it('reads texts of every kind', () => {
    expect(readText(readDer(utf8String('Zoë')))).toBe('Zoë')
    expect(readText(readDer(tagged(0x13, Buffer.from('abc'))))).toBe('abc')
    expect(readText(readDer(tagged(0x1e, Buffer.from([0, 0x5a, 0, 0xeb]))))).toBe('Zë')
    expect(() => readText(readDer(unsignedInteger(Buffer.from([1]))))).toThrow(DerError)
  })

  it.each([
    ['a value longer than its container', '30050201'],
    ['a missing length', '30'],
    ['an indefinite length', '30800000'],
    ['a length that is cut off', '3082ff'],
    ['more than one value', '020101020101'],
    ['nothing', ''],
    ['a tag of several bytes', '1f8101'],
  ])('refuses %s', (_what, bytes) => {
    expect(() => readDer(Buffer.from(bytes, 'hex'))).toThrow(DerError)
  })

  it('refuses what is of another type', () => {
    expect(() => childrenOf(readDer(utf8String('x')))).toThrow(DerError)
    expect(() => readBitString(readDer(bitString(Buffer.from([0xf0]), 4)))).toThrow(DerError)
    expect(() => readObjectId(readDer(sequence()))).toThrow(DerError)
    expect(() => readTime(readDer(tagged(TAG.utcTime, Buffer.from('yesterday'))))).toThrow(DerError)
  })
})
