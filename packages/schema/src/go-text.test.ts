import { describe, expect, it } from 'vitest'
import { fieldError, toCause } from './field-error.ts'
import { goErrors, goJson, goNumber, goQuote, goQuoteList, goValue } from './go-text.ts'
import { cloneJson, jsonEqual } from './json.ts'

describe('texts as Go prints them', () => {
  it.each([
    ['plain', '"plain"'],
    ['say "hi" \\', '"say \\"hi\\" \\\\"'],
    ['a\tb\nc', '"a\\tb\\nc"'],
    ['\x01\x7f', '"\\x01\\x7f"'],
    ['äö😀', '"äö😀"'],
    ['\u200b\u00a0', '"\\u200b\\u00a0"'],
  ])('quotes %j', (text, quoted) => {
    expect(goQuote(text)).toBe(quoted)
  })

  it.each([
    [7, '7'],
    [0.7, '0.7'],
    [-0.00001, '-1e-05'],
    [1e21, '1e+21'],
    [123456789012, '123456789012'],
  ])('prints the number %d', (value, text) => {
    expect(goNumber(value)).toBe(text)
  })

  it('quotes each string of a list', () => {
    expect(goQuoteList(['a', 'b "c"'])).toBe('["a" "b \\"c\\""]')
    expect(goQuoteList([])).toBe('[]')
  })

  it('puts errors in brackets when there are several, each once', () => {
    expect(goErrors(['a is wrong'])).toBe('a is wrong')
    expect(goErrors(['a is wrong', 'b is wrong', 'a is wrong'])).toBe('[a is wrong, b is wrong]')
    expect(goErrors(['a is wrong', 'a is wrong'])).toBe('a is wrong')
  })

  it('sorts keys and escapes what HTML would take for its own', () => {
    expect(goJson({ b: '<&>', a: [{ d: 1, c: 2 }] })).toBe('{"a":[{"c":2,"d":1}],"b":"\\u003c\\u0026\\u003e"}')
  })

  it('shows values in errors', () => {
    expect([goValue('x'), goValue(true), goValue(null), goValue({ k: 1 })]).toEqual(['"x"', 'true', 'null', '{"k":1}'])
  })
})

describe('field errors', () => {
  it('become causes of a Status', () => {
    expect(toCause(fieldError.notSupported('spec.x', 'c', ['a', 'b']))).toEqual({
      reason: 'FieldValueNotSupported',
      message: 'Unsupported value: "c": supported values: "a", "b"',
      field: 'spec.x',
    })
    expect(toCause(fieldError.required('spec.y'))).toEqual({
      reason: 'FieldValueRequired',
      message: 'Required value',
      field: 'spec.y',
    })
  })
})

describe('JSON values', () => {
  it('are equal whatever the order of their keys', () => {
    expect(jsonEqual({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true)
    expect(jsonEqual({ a: 1, b: undefined }, { a: 1 })).toBe(true)
    expect(jsonEqual({ a: 1 }, { a: 1, b: 2 })).toBe(false)
    expect(jsonEqual([1], { 0: 1 })).toBe(false)
    expect(jsonEqual([1, 2], [2, 1])).toBe(false)
    expect(jsonEqual({ toString: 1 }, { other: 1 })).toBe(false)
  })

  it('are copied to the last item', () => {
    const original = { a: [{ b: 1 }] }

    const copy = cloneJson(original)
    copy.a[0]!.b = 2

    expect(original).toEqual({ a: [{ b: 1 }] })
  })
})
