import { describe, expect, it } from 'vitest'
import { matchesFields, parseFieldSelector, requiredValue } from './field-selector.ts'

const pod = { namespace: 'shop', name: 'web', fields: { 'status.phase': 'Running' } }

describe('field selectors', () => {
  it.each([
    ['metadata.name=web', true],
    ['metadata.name==web,metadata.namespace=shop', true],
    ['metadata.name!=web', false],
    ['status.phase=Running', true],
    ['status.phase=', false],
    ['spec.nodeName=', true],
    ['metadata.name=web,,', true],
    ['=', true],
    ['', true],
  ])('%s is %s', (text, expected) => {
    expect(matchesFields(parseFieldSelector(text), pod)).toBe(expected)
  })

  it('lets a backslash protect commas and equal signs', () => {
    expect(parseFieldSelector('a=b\\,c\\=d')).toEqual([{ field: 'a', value: 'b,c=d', negated: false }])
  })

  it.each([
    ['metadata.name', "invalid selector: 'metadata.name'; can't understand 'metadata.name'"],
    ['a=b=c', 'invalid field selector: unescaped character in value: 61'],
  ])('refuses %s', (text, message) => {
    expect(() => parseFieldSelector(text)).toThrow(message)
  })

  it('knows the one value that a field must have', () => {
    expect(requiredValue(parseFieldSelector('metadata.name=web,a!=b'), 'metadata.name')).toBe('web')
    expect(requiredValue(parseFieldSelector('metadata.name!=web'), 'metadata.name')).toBeUndefined()
  })
})
