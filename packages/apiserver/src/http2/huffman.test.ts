import { describe, expect, it } from 'vitest'
import { decodeHuffman } from './huffman.ts'
import { huffmanCodes } from './huffman-codes.ts'

const decode = (hex: string) => decodeHuffman(Buffer.from(hex, 'hex'), 0, hex.length / 2)

/** Every symbol, in the code, padded with ones. */
function encode(bytes: readonly number[]): Buffer {
  const codes = new Map(huffmanCodes().map((each) => [each.symbol, each]))
  const bits = bytes.map((byte) => codes.get(byte)!.code.toString(2).padStart(codes.get(byte)!.bits, '0')).join('')
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1')
  return Buffer.from(padded.match(/.{8}/g)!.map((each) => Number.parseInt(each, 2)))
}

describe('the Huffman code', () => {
  // RFC 7541, appendix C.4 and C.6.
  it.each([
    ['f1e3c2e5f23a6ba0ab90f4ff', 'www.example.com'],
    ['a8eb10649cbf', 'no-cache'],
    ['25a849e95ba97d7f', 'custom-key'],
    ['d07abe941054d444a8200595040b8166e082a62d1bff', 'Mon, 21 Oct 2013 20:13:21 GMT'],
    ['', ''],
  ])('reads %s', (hex, text) => {
    expect(decode(hex)).toBe(text)
  })

  it('reads every byte', () => {
    const all = Array.from({ length: 256 }, (_, byte) => byte)
    const encoded = encode(all)

    expect(decodeHuffman(encoded, 0, encoded.length)).toBe(String.fromCharCode(...all))
  })

  it.each([
    ['padding of zeros', '18'],
    ['a whole byte of padding', 'f1e3c2e5f23a6ba0ab90f4ffff'],
    ['the end of a string within it', 'ffffffff'],
  ])('refuses %s', (_what, hex) => {
    expect(decode(hex)).toBeUndefined()
  })
})
