import { describe, expect, it } from 'vitest'
import { spread, spreadRange } from './spread.ts'

describe('spread', () => {
  it.each([
    [3, 3, [1, 1, 1]],
    [5, 3, [2, 2, 1]],
    [0, 2, [0, 0]],
    [2, 3, [1, 1, 0]],
  ])('splits %i into %i parts, the first of which get the remainder', (total, parts, split) => {
    expect(spread(total, parts)).toEqual(split)
  })
})

describe('spreadRange', () => {
  it('spreads both bounds', () => {
    const ranges = spreadRange({ min: 5, max: 10 }, 3)

    expect(ranges.map(({ min, max }) => `${min}-${max}`)).toEqual(['2-4', '2-3', '1-3'])
  })

  it('leaves no room where the maximum is below the number of parts', () => {
    const ranges = spreadRange({ min: 0, max: 2 }, 3)

    expect(ranges.map(({ min, max }) => `${min}-${max}`)).toEqual(['0-1', '0-1', '0-0'])
  })
})
