import { describe, expect, it } from 'vitest'
import { countIndexes, firstCommonIndex, parseIndexes } from './indexes.ts'

describe('indexes of a Job', () => {
  it('counts numbers and ranges', () => {
    expect(countIndexes(parseIndexes('0,2-4', 5))).toBe(4)
    expect(parseIndexes('', 5)).toEqual([])
  })

  it.each([
    [
      '1-2-3',
      `the fragment "1-2-3" violates the requirement that an index interval can have at most two parts separated by '-'`,
    ],
    ['a', 'cannot convert string to integer for index: "a"'],
    ['5', 'too large index: "5"'],
    ['3-2', 'non-increasing order, previous: 3, current: 2'],
    ['2,1', 'non-increasing order, previous: 2, current: 1'],
  ])('refuses %s', (text, message) => {
    expect(() => parseIndexes(text, 5)).toThrow(message)
  })

  it('finds where two lists overlap', () => {
    expect(firstCommonIndex(parseIndexes('0-3', 9), parseIndexes('3-5', 9))).toBe(3)
    expect(firstCommonIndex(parseIndexes('0,2', 9), parseIndexes('1,3', 9))).toBeUndefined()
  })
})
