import { describe, expect, it } from 'vitest'
import { canonicalElement, compareElements, elementText, printPath, valueElement } from './path-element.ts'

describe('a path element', () => {
  it.each([
    ['f:spec', '.spec'],
    ['k:{"name":"web"}', '[name="web"]'],
    ['k:{"port":80,"protocol":"TCP"}', '[port=80,protocol="TCP"]'],
    ['v:"example.com/a"', '[="example.com/a"]'],
    ['v:3', '[=3]'],
    ['i:2', '[2]'],
  ])('%s prints as %s', (element, printed) => {
    expect(printPath([element])).toBe(printed)
  })

  it('prints a path without separators of its own', () => {
    expect(printPath(['f:spec', 'f:ports', 'k:{"port":80}', 'f:name'])).toBe('.spec.ports[port=80].name')
  })

  it('escapes in values what HTML would read', () => {
    expect(valueElement('a<b>&c\u2028')).toBe('v:"a\\u003cb\\u003e\\u0026c\\u2028"')
    expect(elementText(80)).toBe('80')
    expect(elementText(true)).toBe('true')
  })

  it.each([
    ['k:{"protocol": "TCP", "port": 80}', 'k:{"port":80,"protocol":"TCP"}'],
    ['v: "a"', 'v:"a"'],
    ['v:"<"', 'v:"\\u003c"'],
    ['f:any thing', 'f:any thing'],
    ['i:3', 'i:3'],
  ])('%s is canonically %s', (element, canonical) => {
    expect(canonicalElement(element)).toBe(canonical)
  })

  it('is ignored when its kind is not known yet', () => {
    expect(canonicalElement('z:future')).toBeUndefined()
  })

  it.each(['f', 'spec', 'k:{', 'k:["a"]', 'v:', 'i:x'])('%s is malformed', (element) => {
    expect(() => canonicalElement(element)).toThrow()
  })

  it('comes in the order of kinds, names and values, with numbers by size', () => {
    const elements = [
      'v:"b"',
      'k:{"port":443,"protocol":"TCP"}',
      'k:{"port":80,"protocol":"UDP"}',
      'k:{"port":80,"protocol":"TCP"}',
      'k:{"port":80}',
      'f:b',
      'v:10',
      'v:9',
      'f:a',
      'v:-1',
      '.',
      'v:"a"',
    ]

    expect(elements.sort(compareElements)).toEqual([
      '.',
      'f:a',
      'f:b',
      'k:{"port":80}',
      'k:{"port":80,"protocol":"TCP"}',
      'k:{"port":80,"protocol":"UDP"}',
      'k:{"port":443,"protocol":"TCP"}',
      'v:"a"',
      'v:"b"',
      'v:-1',
      'v:9',
      'v:10',
    ])
  })
})
