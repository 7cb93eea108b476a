import { describe, expect, it } from 'vitest'
import { union } from './field-set.ts'
import { remembered, sharedSet, textOfSet } from './shared-sets.ts'

describe('sharedSet', () => {
  it('is the same for equal sets, and another for others', () => {
    const set = sharedSet({ 'f:spec': { 'f:size': {} } })

    expect(sharedSet({ 'f:spec': { 'f:size': {} } })).toBe(set)
    expect(sharedSet(set)).toBe(set)
    expect(sharedSet({ 'f:spec': { 'f:color': {} } })).toEqual({ 'f:spec': { 'f:color': {} } })
  })

  it('has the text that it would have on its own', () => {
    const set = { 'f:spec': { '.': {}, 'k:{"name":"web"}': {} } }
    const text = '{"f:spec":{".":{},"k:{\\"name\\":\\"web\\"}":{}}}'

    expect(textOfSet(set)).toBe(text)
    expect(textOfSet(sharedSet(set))).toBe(text)
  })
})

describe('remembered', () => {
  it('does the work once for equal sets', () => {
    let count = 0
    const unite = remembered((left, right) => {
      count++
      return union(left, right)
    })

    const first = unite({ 'f:a': {} }, { 'f:b': {} })

    expect(first).toEqual({ 'f:a': {}, 'f:b': {} })
    expect(unite({ 'f:a': {} }, { 'f:b': {} })).toBe(first)
    expect(unite({ 'f:b': {} }, { 'f:a': {} })).toEqual(first)
    expect(count).toBe(2)
  })
})
