import { describe, expect, it } from 'vitest'
import { deepFreeze } from './json.ts'
import { sharedText } from './shared-texts.ts'

describe('sharedText', () => {
  it('says the same, however many others it has seen', () => {
    for (let i = 0; i < 30_000; i++) expect(sharedText(`the text number ${i}`)).toBe(`the text number ${i}`)
    expect(sharedText('the text number 7')).toBe('the text number 7')
    expect(sharedText('short')).toBe('short')
    for (let i = 0; i < 3_000; i++) expect(sharedText('x'.repeat(1_000) + i)).toBe('x'.repeat(1_000) + i)
    expect(sharedText('x'.repeat(20_000))).toBe('x'.repeat(20_000))
  })
})

describe('deepFreeze', () => {
  it('changes nothing but that nothing can be changed any more', () => {
    const frozen = deepFreeze({
      a: { name: 'a rather long name', list: ['another long name', 1, null, true, { b: '' }] },
    })

    expect(frozen).toEqual({ a: { name: 'a rather long name', list: ['another long name', 1, null, true, { b: '' }] } })
    expect(Object.isFrozen(frozen.a.list[4])).toBe(true)
    expect(() => {
      frozen.a.name = 'changed'
    }).toThrow('Cannot assign to read only property')
  })
})
