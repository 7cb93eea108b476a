import { describe, expect, it } from 'vitest'
import { formatMicroTime, formatTime } from './time.ts'

describe('formatTime', () => {
  it('writes whole seconds, cutting the rest', () => {
    expect(formatTime(Date.UTC(2030, 1, 3, 4, 5, 6, 999))).toBe('2030-02-03T04:05:06Z')
    expect(formatTime(Date.UTC(2030, 1, 3, 4, 5, 6, 0))).toBe('2030-02-03T04:05:06Z')
    expect(formatTime(Date.UTC(2030, 1, 3, 4, 5, 7, 0))).toBe('2030-02-03T04:05:07Z')
    expect(formatTime(-1)).toBe('1969-12-31T23:59:59Z')
  })
})

describe('formatMicroTime', () => {
  it('writes six decimals', () => {
    expect(formatMicroTime(Date.UTC(2030, 1, 3, 4, 5, 6, 78))).toBe('2030-02-03T04:05:06.078000Z')
    expect(formatMicroTime(0)).toBe('1970-01-01T00:00:00.000000Z')
    expect(formatMicroTime(0.5)).toBe('1970-01-01T00:00:00.000500Z')
  })
})
