import { describe, expect, it } from 'vitest'
import { compareAmounts, isNegative, isWhole, isZero } from './amounts.ts'

describe('amounts', () => {
  it.each([
    ['2', true],
    ['1Gi', true],
    ['500m', false],
    ['1000m', true],
    ['1e3', true],
  ])('%s is whole: %s', (amount, whole) => {
    expect(isWhole(amount)).toBe(whole)
  })

  it('knows nothing and less than nothing', () => {
    expect([isZero(undefined), isZero('0'), isZero('0m'), isZero('10'), isZero('1')]).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    expect([isNegative('-1'), isNegative('1'), isNegative('-0')]).toEqual([true, false, false])
  })

  it('compares by value, whatever the notation', () => {
    expect(compareAmounts('1Gi', '1073741824')).toBe(0)
    expect(compareAmounts('999m', '1')).toBeLessThan(0)
    expect(compareAmounts('1', undefined)).toBeGreaterThan(0)
  })
})
