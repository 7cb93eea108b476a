import { describe, expect, it } from 'vitest'
import { EventLines } from './event-lines.ts'

const event = (type: string, sent: string) =>
  `{"type":"${type}","object":{"metadata":{"annotations":{"sent":"${sent}"}}}}\n`

describe('the events of a watch', () => {
  it('are all found, with the time of their write, wherever the network cuts them', () => {
    const bytes = Buffer.from(event('ADDED', '1234.5678') + event('MODIFIED', '9') + event('ADDED', '42'))
    for (let cut = 0; cut <= bytes.length; cut++) {
      const seen: number[] = []
      const lines = new EventLines((sentAt) => seen.push(sentAt))

      lines.read(bytes.subarray(0, cut))
      lines.read(bytes.subarray(cut))

      expect(seen).toEqual([1234.5678, 42])
    }
  })

  it('are found when one comes in many pieces', () => {
    const seen: number[] = []
    const lines = new EventLines((sentAt) => seen.push(sentAt))

    for (const byte of Buffer.from(event('ADDED', '7.25'))) lines.read(Buffer.from([byte]))

    expect(seen).toEqual([7.25])
  })
})
