import { describe, expect, it } from 'vitest'
import { printed } from '../test/printed.ts'
import {
  formatLabels,
  formatSelector,
  matchesSelector,
  printedSelector,
  validateLabelSelector,
} from './label-selector.ts'

describe('validateLabelSelector', () => {
  it('says what each operator needs', () => {
    const errors = validateLabelSelector(
      {
        matchLabels: { 'bad key': 'x' },
        matchExpressions: [
          { key: 'a', operator: 'In' },
          { key: 'b', operator: 'Exists', values: ['x'] },
          { key: 'c', operator: 'Near' },
        ],
      },
      'spec.selector',
    )

    expect(printed(errors).map((each) => each.slice(0, 110))).toEqual([
      expect.stringContaining('spec.selector.matchLabels: Invalid value: "bad key": name part must consist of'),
      "spec.selector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
      expect.stringContaining(
        'spec.selector.matchExpressions[1].values: Forbidden: may not be specified when `operator`',
      ),
      'spec.selector.matchExpressions[2].operator: Invalid value: "Near": not a valid selector operator',
    ])
  })
})

describe('matchesSelector', () => {
  const labels = { app: 'web', tier: 'front' }

  it.each([
    ['nothing without a selector', undefined, false],
    ['everything with an empty one', {}, true],
    ['equal labels', { matchLabels: { app: 'web' } }, true],
    ['different labels', { matchLabels: { app: 'db' } }, false],
    ['one of several values', { matchExpressions: [{ key: 'tier', operator: 'In', values: ['back', 'front'] }] }, true],
    ['absent labels with NotIn', { matchExpressions: [{ key: 'zone', operator: 'NotIn', values: ['a'] }] }, true],
    ['absent labels with Exists', { matchExpressions: [{ key: 'zone', operator: 'Exists' }] }, false],
    ['absent labels with DoesNotExist', { matchExpressions: [{ key: 'zone', operator: 'DoesNotExist' }] }, true],
  ])('matches %s: %j %s', (_what, selector, matches) => {
    expect(matchesSelector(selector, labels)).toBe(matches)
  })
})

describe('printing', () => {
  it('shows selectors as kubectl does', () => {
    expect(
      formatSelector({
        matchLabels: { b: '2', a: '1' },
        matchExpressions: [
          { key: 'tier', operator: 'In', values: ['y', 'x'] },
          { key: 'gone', operator: 'DoesNotExist' },
        ],
      }),
    ).toBe('a=1,b=2,!gone,tier in (x,y)')
    expect(formatSelector({})).toBe('<none>')
    expect(formatLabels({ b: '2', a: '1' })).toBe('a=1,b=2')
  })

  it('quotes selectors in errors with labels first', () => {
    const selector = {
      matchExpressions: [{ values: [], operator: 'Exists', key: 'a' }],
      matchLabels: { b: '1', a: '2' },
    }

    expect(JSON.stringify(printedSelector(selector))).toBe(
      '{"matchLabels":{"a":"2","b":"1"},"matchExpressions":[{"key":"a","operator":"Exists"}]}',
    )
  })
})
