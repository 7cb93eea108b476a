import { describe, expect, it } from 'vitest'
import { warningHeaders } from './warnings.ts'

describe('warning headers', () => {
  it('quote their text', () => {
    expect(warningHeaders(['unknown field "spec.a\\b"'])).toEqual([String.raw`299 - "unknown field \"spec.a\\b\""`])
  })

  it('say everything once', () => {
    expect(warningHeaders(['a', 'b', 'a', ''])).toEqual(['299 - "a"', '299 - "b"'])
  })

  it('carry any text as bytes of UTF-8', () => {
    const [header = ''] = warningHeaders(['unknown field "größe€"'])

    expect(Buffer.from(header, 'latin1').toString()).toBe(String.raw`299 - "unknown field \"größe€\""`)
  })

  it('leave out what no header may hold', () => {
    expect(warningHeaders(['line\nbreak', 'delete\u007f', 'fine'])).toEqual(['299 - "fine"'])
  })

  it('stop at four thousand characters, each of them cut short', () => {
    const headers = warningHeaders(Array.from({ length: 1_000 }, (_, index) => `${index} ${'x'.repeat(500)}`))

    expect(headers).toHaveLength(16)
    expect(headers[0]).toHaveLength(256 + '299 - ""'.length)
  })
})
