import { createRandom } from '@skep/base'
import { describe, expect, it } from 'vitest'
import { keyRange, OrderedMap } from './ordered-map.ts'

const everything = keyRange('')

describe('OrderedMap', () => {
  it('agrees with a sorted model through thousands of insertions and deletions', () => {
    const random = createRandom(1)
    const map = new OrderedMap<number>()
    const model = new Map<string, number>()
    for (let i = 0; i < 20_000; i++) {
      const key = `k${random.int(4_000)}`
      if (random.int(3) === 0) {
        map.delete(key)
        model.delete(key)
      } else {
        map.set(key, i)
        model.set(key, i)
      }
    }
    const sorted = [...model].sort(([a], [b]) => (a < b ? -1 : 1))

    expect(map.size).toBe(model.size)
    expect(map.values(everything)).toEqual(sorted.map(([, value]) => value))
    for (let i = 0; i < 4_000; i++) expect(map.get(`k${i}`)).toBe(model.get(`k${i}`))
    for (const prefix of ['k', 'k1', 'k12', 'k399', 'l', 'a']) {
      const expected = sorted.filter(([key]) => key.startsWith(prefix)).map(([, value]) => value)
      expect(map.values(keyRange(prefix))).toEqual(expected)
      expect(map.values(keyRange(prefix), 10)).toEqual(expected.slice(0, 10))
      expect(map.count(keyRange(prefix))).toBe(expected.length)
    }
    for (const after of ['', 'k1', 'k2000', 'k9999']) {
      const expected = sorted.filter(([key]) => key > after).map(([, value]) => value)
      expect(map.values(keyRange('', after))).toEqual(expected)
      expect(map.count(keyRange('', after))).toBe(expected.length)
    }
  })

  it('is empty again when it is cleared', () => {
    const map = new OrderedMap<number>()
    for (let i = 0; i < 2_000; i++) map.set(`k${i}`, i)

    map.clear()

    expect(map.size).toBe(0)
    expect(map.get('k1')).toBeUndefined()
    expect(map.values(everything)).toEqual([])
    expect(map.count(everything)).toBe(0)
  })
})

describe('keyRange', () => {
  it.each([
    ['', undefined, { from: '', to: undefined }],
    ['a/', undefined, { from: 'a/', to: 'a0' }],
    ['a\uffff', undefined, { from: 'a\uffff', to: 'b' }],
    ['\uffff', undefined, { from: '\uffff', to: undefined }],
    ['a/', 'a/x', { from: 'a/x\u0000', to: 'a0' }],
    ['b/', 'a/x', { from: 'b/', to: 'b0' }],
  ])('of prefix %j after %j', (prefix, after, expected) => {
    expect(keyRange(prefix, after)).toEqual(expected)
  })

  it('is empty after the last key with the prefix', () => {
    const map = new OrderedMap<number>()
    map.set('a/1', 1)
    map.set('b/1', 2)

    expect(map.values(keyRange('a/', 'a/1'))).toEqual([])
    expect(map.count(keyRange('a/', 'c'))).toBe(0)
  })
})
