import { describe, expect, it } from 'vitest'
import { FRAME, FrameReader, frame } from './frames.ts'

describe('frames', () => {
  it('are found wherever the network cuts them', () => {
    const bytes = Buffer.concat([
      frame({ type: FRAME.headers, flags: 4, stream: 1 }, Buffer.from('head')),
      frame({ type: FRAME.data, flags: 0, stream: 1 }, Buffer.from('one')),
      frame({ type: FRAME.data, flags: 1, stream: 3 }, Buffer.from('three')),
    ])
    for (let cut = 0; cut <= bytes.length; cut++) {
      const seen = { heads: '', data: '', ended: [] as number[] }
      const reader = new FrameReader({
        onFrame: ({ flags, stream }, payload) => (seen.heads += `${stream} ${flags} ${payload}`),
        onData: (stream, piece, ends) => {
          seen.data += piece.toString()
          if (ends) seen.ended.push(stream)
        },
      })

      reader.read(bytes.subarray(0, cut))
      reader.read(bytes.subarray(cut))

      expect(seen).toEqual({ heads: '1 4 head', data: 'onethree', ended: [3] })
    }
  })

  it('are no larger than a server must accept', () => {
    const oversized = Buffer.alloc(16_385)

    expect(() => frame({ type: FRAME.data, flags: 0, stream: 1 }, oversized)).toThrow(
      'a frame of 16385 bytes is too large',
    )
  })
})
