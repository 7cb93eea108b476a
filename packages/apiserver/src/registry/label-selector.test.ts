import { describe, expect, it } from 'vitest'
import { matchesLabels, parseLabelSelector } from './label-selector.ts'

const select = (text: string, labels: Record<string, string>) => matchesLabels(parseLabelSelector(text), labels)

describe('label selectors', () => {
  it.each([
    ['app=x', { app: 'x' }, true],
    ['app==x', { app: 'y' }, false],
    ['app!=x', {}, true],
    ['app', { app: '' }, true],
    ['!app', { app: 'x' }, false],
    ['app in (x,y)', { app: 'y' }, true],
    ['app in ()', { app: '' }, true],
    ['app notin (x)', { app: 'y' }, true],
    ['app in (x, )', { app: '' }, true],
    [' app = x , tier', { app: 'x', tier: 'web' }, true],
    ['n>9', { n: '10' }, true],
    ['n<9', { n: 'many' }, false],
    ['in=notin', { in: 'notin' }, true],
    ['', { any: 'thing' }, true],
  ])('%s on %j is %s', (text, labels, expected) => {
    expect(select(text, labels)).toBe(expected)
  })

  it.each([
    ['a=b=c', "found '=', expected: ',' or 'end of string'"],
    ['a b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
    ['=x', "found '=', expected: !, identifier, or 'end of string'"],
    ['a,', "found '', expected: identifier after ','"],
    ['a in x', "unable to parse requirement: found 'x' expected: '('"],
    ['a in (x', "unable to parse requirement: found '', expected: ',' or ')'"],
    ['!', "unable to parse requirement: found '', expected: identifier"],
    ['a>>1', "unable to parse requirement: found '>', expected: identifier"],
    [
      'n>x',
      "unable to parse requirement: values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer",
    ],
  ])('refuses %s', (text, message) => {
    expect(() => parseLabelSelector(text)).toThrow(message)
  })
})
