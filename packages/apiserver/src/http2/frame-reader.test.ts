import { describe, expect, it } from 'vitest'
import { FrameReader } from './frame-reader.ts'
import { data, PREFACE } from './test/raw-client.ts'

function read(...chunks: Buffer[]): string[] {
  const seen: string[] = []
  const reader = new FrameReader(
    { onFrame: (_type, flags, stream, payload) => seen.push(`${stream} ${flags} ${payload}`) },
    16_384,
  )
  for (const chunk of chunks) reader.read(chunk)
  return seen
}

const TWO = Buffer.concat([PREFACE, data(1, 'one'), data(3, '', 1), data(5, 'five')])

describe('frames', () => {
  it('are found wherever the network cuts them', () => {
    for (let cut = 0; cut <= TWO.length; cut++) {
      expect(read(TWO.subarray(0, cut), TWO.subarray(cut))).toEqual(['1 0 one', '3 1 ', '5 0 five'])
    }
  })

  it('are found byte by byte', () => {
    expect(read(...[...TWO].map((byte) => Buffer.from([byte])))).toEqual(['1 0 one', '3 1 ', '5 0 five'])
  })

  it('that are too large are refused before they have come', () => {
    expect(() => read(PREFACE, Buffer.from('004001000000000001', 'hex'))).toThrow(expect.objectContaining({ code: 6 }))
  })

  it('are not looked for in another protocol', () => {
    expect(() => read(Buffer.from('G'))).toThrow('the client does not speak HTTP/2')
    expect(() => read(Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\rX'))).toThrow('the client does not speak HTTP/2')
  })
})
