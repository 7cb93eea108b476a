import { describe, expect, it } from 'vitest'
import { covers } from './ensure.ts'

describe('an object covers what is wanted', () => {
  it.each([
    [{ a: 1, defaulted: true }, { a: 1 }, true],
    [{ a: { b: 'x', c: 'y' } }, { a: { b: 'x' } }, true],
    [{ a: [{ b: 1, defaulted: 2 }] }, { a: [{ b: 1 }] }, true],
    [{ a: 1 }, { a: undefined }, true],
    [{ a: 1 }, { a: 2 }, false],
    [{ a: [1, 2] }, { a: [1] }, false],
    [{ a: 'x' }, { a: { b: 'x' } }, false],
    [{}, { a: { b: 'x' } }, false],
    [{}, { a: {} }, true],
  ])('%j, of which %j is wanted: %s', (actual, wanted, expected) => {
    expect(covers(actual, wanted)).toBe(expected)
  })
})
