import { expect, it } from 'vitest'
import { Budget } from './budget.ts'

it('allows a burst, and later as much as has come in since', () => {
  let time = 0
  const budget = new Budget({ burst: 3, perSecond: 2 }, () => time)
  const spend = (times: number) => Array.from({ length: times }, () => budget.spend())

  expect(spend(4)).toEqual([true, true, true, false])
  time = 1_000
  expect(spend(3)).toEqual([true, true, false])
  time = 100_000
  expect(spend(4)).toEqual([true, true, true, false])
})
