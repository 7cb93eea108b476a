import { expect, it } from 'vitest'
import { pollAfter } from './poll.ts'

it.each([
  ['at first as often as may be', 0, 30_000],
  ['while a tenth of the time is less', 300_000, 30_000],
  ['then after a tenth of the time that it has lasted', 3_600_000, 360_000],
  ['and every two hours in the end', 864_000_000, 7_200_000],
])('looks again %s', (_when, lastedMs, expected) => {
  expect(pollAfter(1_000, 1_000 + lastedMs, 30_000)).toBe(expected)
})
