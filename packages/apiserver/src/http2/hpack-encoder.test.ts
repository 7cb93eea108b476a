import { describe, expect, it } from 'vitest'
import { HpackDecoder } from './hpack-decoder.ts'
import { encodeHeaders, type HeaderValues, maxEncodedBytes } from './hpack-encoder.ts'

function roundTrip(status: number, headers: HeaderValues): string[] {
  const room = maxEncodedBytes(headers)
  const into = Buffer.alloc(room)
  const end = encodeHeaders(status, headers, into, 0)
  expect(end).toBeLessThanOrEqual(room)
  return new HpackDecoder({ bytes: 1 << 20, fields: 100 }).decode(into.subarray(0, end)).fields
}

describe('the headers of an answer', () => {
  it('are what a client reads', () => {
    expect(
      roundTrip(201, { 'content-type': 'application/json', 'content-length': 12, 'x-own': 'é', warning: ['a', 'b'] }),
    ).toEqual([
      ':status',
      '201',
      'content-type',
      'application/json',
      'content-length',
      '12',
      'x-own',
      'é',
      'warning',
      'a',
      'warning',
      'b',
    ])
  })

  it('are the same again when they are frozen, whatever the status', () => {
    const headers = Object.freeze({ 'cache-control': 'no-cache' })

    expect(roundTrip(200, headers)).toEqual([':status', '200', 'cache-control', 'no-cache'])
    expect(roundTrip(299, headers)).toEqual([':status', '299', 'cache-control', 'no-cache'])
  })

  it('may change from answer to answer when they are not', () => {
    const headers = { etag: '"1"' }
    roundTrip(200, headers)
    headers.etag = '"2"'

    expect(roundTrip(200, headers)).toEqual([':status', '200', 'etag', '"2"'])
  })

  it('may be long', () => {
    const text = 'w'.repeat(70_000)

    expect(roundTrip(200, { warning: text })).toEqual([':status', '200', 'warning', text])
  })

  it('take one byte for a status that everybody knows', () => {
    const into = Buffer.alloc(10)

    expect(encodeHeaders(404, {}, into, 0)).toBe(1)
    expect(into[0]).toBe(0x8d)
  })

  it('are refused when no header can have such a value', () => {
    expect(() => roundTrip(200, { warning: 'a\r\nset-cookie: b' })).toThrow('a character in the header warning')
    expect(() => roundTrip(200, { warning: '蜂' })).toThrow('a character in the header warning')
    expect(() => roundTrip(42, {})).toThrow('no HTTP status: 42')
  })
})
