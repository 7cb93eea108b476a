import { describe, expect, it } from 'vitest'
import { decodeStatus, encodeHeaders } from './hpack.ts'

describe('the headers of a request', () => {
  it('are literals under names of the static table', () => {
    expect(encodeHeaders([[':method', 'PATCH']]).toString('hex')).toBe('02055041544348')
    expect(encodeHeaders([['accept', 'a']]).toString('hex')).toBe('0f040161')
  })

  it('may be longer than a length of one byte can say', () => {
    expect(
      encodeHeaders([[':path', 'x'.repeat(300)]])
        .subarray(0, 4)
        .toString('hex'),
    ).toBe('047fad01')
  })
})

describe('the status of an answer', () => {
  const statusIn = (hex: string): number => decodeStatus(Buffer.from(hex, 'hex'))

  it('is one of the static table', () => {
    expect(statusIn('88')).toBe(200)
    expect(statusIn('8d')).toBe(404)
  })

  it('is written out, plainly or in the Huffman code', () => {
    expect(statusIn('0803323031')).toBe(201)
    // From RFC 7541, C.6.1: 302.
    expect(statusIn('48826402')).toBe(302)
    // From RFC 7541, C.6.2: 307.
    expect(statusIn('4883640eff')).toBe(307)
  })

  it('is written out under the name of any entry of the static table', () => {
    expect(statusIn('0e03343039')).toBe(409)
    expect(statusIn('4e03343039')).toBe(409)
  })

  it('follows a change of the size of the table', () => {
    expect(statusIn('2088')).toBe(200)
  })
})
