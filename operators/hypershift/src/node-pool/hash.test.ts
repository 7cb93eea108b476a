import { describe, expect, it } from 'vitest'
import { hash8 } from './hash.ts'

describe('hash8', () => {
  it.each([
    ['', '811c9dc5'],
    ['a', 'e40c292c'],
    ['foobar', 'bf9cf968'],
  ])('of %j is %s, as everybody computes it', (text, hash) => {
    expect(hash8(text)).toBe(hash)
  })
})
