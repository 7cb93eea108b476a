import { describe, expect, it } from 'vitest'
import { ageSince, humanDuration, parseGoDuration } from './duration.ts'

describe('humanDuration', () => {
  it.each([
    [-5_000, '<invalid>'],
    [-1_000, '0s'],
    [119_000, '119s'],
    [120_000, '2m'],
    [200_000, '3m20s'],
    [3_600_000, '60m'],
    [5 * 3_600_000 + 60_000, '5h1m'],
    [30 * 3_600_000, '30h'],
    [52 * 3_600_000, '2d4h'],
    [400 * 86_400_000, '400d'],
    [(3 * 365 + 5) * 86_400_000, '3y5d'],
    [9 * 365 * 86_400_000, '9y'],
  ])('prints %d ms as %s', (ms, text) => {
    expect(humanDuration(ms)).toBe(text)
  })

  it('says so when there is no time to count from', () => {
    expect(ageSince(undefined, 0)).toBe('<unknown>')
    expect(ageSince('yesterday', 0)).toBe('<invalid>')
    expect(ageSince('1970-01-01T00:00:10Z', 25_000)).toBe('15s')
  })
})

describe('parseGoDuration', () => {
  it.each([
    ['8h', 28_800_000],
    ['1h30m', 5_400_000],
    ['1.5s', 1_500],
    ['250ms', 250],
  ])('%s is %d milliseconds', (text, ms) => {
    expect(parseGoDuration(text)).toBe(ms)
  })

  it.each(['', '5', 'soon', '1d', '-1h', '1h 30m'])('%j is no duration', (text) => {
    expect(parseGoDuration(text)).toBeUndefined()
  })
})
