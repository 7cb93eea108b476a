import { expect, it } from 'vitest'
import { parseHiveDuration } from './durations.ts'

it.each([
  ['8h', 28_800_000],
  ['1h30m', 5_400_000],
  ['1.5s', 1_500],
  ['250ms', 250],
])('%s is %d milliseconds', (text, ms) => {
  expect(parseHiveDuration(text)).toBe(ms)
})

it.each(['', '5', 'soon', '1d', '-1h', '1h 30m'])('%j is no duration', (text) => {
  expect(parseHiveDuration(text)).toBeUndefined()
})
