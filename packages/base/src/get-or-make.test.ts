import { expect, it } from 'vitest'
import { getOrMake } from './get-or-make.ts'

it('makes what is not there, once', () => {
  const numbers = new Map<string, number>()

  expect(getOrMake(numbers, 'zero', () => 0)).toBe(0)
  expect(getOrMake(numbers, 'zero', () => 1)).toBe(0)
  expect([...numbers]).toEqual([['zero', 0]])
})
