import { expect, it } from 'vitest'
import { nameHeld, nameSome } from './name-some.ts'

it('names a few of many, and counts the others', () => {
  expect(nameSome(['a', 'b'])).toBe('a, b')
  expect(nameSome(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c, d, e')
  expect(nameSome(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('a, b, c, d, e and 2 more')
  expect(nameSome(['a', 'b', 'c'], 1)).toBe('a and 2 more')
})

it('says who keeps something from going', () => {
  expect(nameHeld('a')).toBe('a')
  expect(nameHeld('a', ['example.com/one', 'example.com/two'])).toBe('a (held by example.com/one, example.com/two)')
})
