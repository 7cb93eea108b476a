import { describe, expect, it } from 'vitest'
import { mergePatch } from './merge-patch.ts'

describe('mergePatch', () => {
  it('is nothing when nothing changed, whatever the order of keys', () => {
    expect(mergePatch({ a: 1, b: { c: [1] } }, { b: { c: [1] }, a: 1 })).toBeUndefined()
  })

  it('has what was added and changed, and null for what was removed', () => {
    const before = { same: 1, changed: 'a', removed: true, deep: { same: 1, changed: 1 } }
    const after = { same: 1, changed: 'b', added: [1], deep: { same: 1, changed: 2 } }

    expect(mergePatch(before, after)).toEqual({ changed: 'b', removed: null, added: [1], deep: { changed: 2 } })
  })

  it('takes a list as a whole', () => {
    expect(mergePatch({ list: [{ a: 1 }, { b: 2 }] }, { list: [{ a: 1 }, { b: 3 }] })).toEqual({
      list: [{ a: 1 }, { b: 3 }],
    })
  })

  it('replaces what becomes something else', () => {
    expect(mergePatch({ a: 1 }, { a: { b: 1 } })).toEqual({ a: { b: 1 } })
    expect(mergePatch({ a: { b: 1 } }, { a: 'text' })).toEqual({ a: 'text' })
    expect(mergePatch(undefined, { a: 1 })).toEqual({ a: 1 })
    expect(mergePatch({ a: 1 }, undefined)).toBeNull()
  })

  it('carries a key that would pass for the prototype', () => {
    const after = JSON.parse('{"__proto__":{"a":1}}')

    expect(JSON.stringify(mergePatch({}, after))).toBe('{"__proto__":{"a":1}}')
  })
})
