import { describe, expect, it } from 'vitest'
import { checkListOptions, type ListOptions, listMoment, parseVersion } from './list-options.ts'

describe('which state a list shows', () => {
  it.each([
    [{}, { at: 'any' }],
    [{ resourceVersion: '0' }, { at: 'any' }],
    [{ resourceVersion: '7' }, { at: 'least', revision: 7 }],
    [
      { resourceVersion: '7', resourceVersionMatch: 'NotOlderThan', limit: 2 },
      { at: 'least', revision: 7 },
    ],
    [
      { resourceVersion: '7', resourceVersionMatch: 'Exact' },
      { at: 'exact', revision: 7 },
    ],
    [
      { resourceVersion: '7', limit: 2 },
      { at: 'exact', revision: 7 },
    ],
  ] as [ListOptions, object][])('%j', (options, expected) => {
    expect(listMoment(options)).toEqual(expected)
  })

  it('is refused when the version is none', () => {
    expect(() => listMoment({ resourceVersion: '-1' })).toThrow(
      'invalid resource version: resourceVersion: Invalid value: "-1": strconv.ParseUint: parsing "-1": invalid syntax',
    )
    expect(() => parseVersion('abc')).toThrow('resourceVersion: Invalid value: "abc"')
  })
})

describe('options that contradict each other', () => {
  it.each([
    [{ resourceVersionMatch: 'Exact' }, false, 'resourceVersionMatch is forbidden unless resourceVersion is provided'],
    [
      { resourceVersion: '0', resourceVersionMatch: 'Exact' },
      false,
      'resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
    ],
    [{ sendInitialEvents: true }, false, 'sendInitialEvents is forbidden for list'],
    [{ sendInitialEvents: true }, true, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'],
    [
      { resourceVersionMatch: 'NotOlderThan' },
      true,
      'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
    ],
  ] as [ListOptions, boolean, string][])('%j', (options, watch, message) => {
    expect(() => checkListOptions(options, watch)).toThrow(message)
  })
})
