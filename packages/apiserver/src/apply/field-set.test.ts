import { describe, expect, it } from 'vitest'
import {
  asMember,
  childrenOf,
  difference,
  type FieldSet,
  forEachMember,
  inOrder,
  intersection,
  isDisjoint,
  isEmptySet,
  isMember,
  isSubset,
  LEAF,
  recursiveDifference,
  union,
} from './field-set.ts'
import { printPath } from './path-element.ts'

const set: FieldSet = {
  'f:data': { '.': {}, 'f:a': {}, 'f:b': {} },
  'f:spec': { 'f:list': { 'k:{"name":"x"}': { '.': {}, 'f:name': {} } } },
}

describe('a field set', () => {
  const operations: { name: string; result: FieldSet; expected: FieldSet }[] = [
    {
      name: 'unites members and what is below them',
      result: union(set, { 'f:data': { 'f:c': {} }, 'f:more': {}, 'f:spec': {} }),
      expected: {
        'f:data': { '.': {}, 'f:a': {}, 'f:b': {}, 'f:c': {} },
        'f:more': {},
        'f:spec': { '.': {}, 'f:list': { 'k:{"name":"x"}': { '.': {}, 'f:name': {} } } },
      },
    },
    { name: 'unites with nothing', result: union(set, {}), expected: set },
    {
      name: 'keeps what both have',
      result: intersection(set, { 'f:data': { '.': {}, 'f:b': {} }, 'f:spec': {} }),
      expected: { 'f:data': { '.': {}, 'f:b': {} } },
    },
    {
      name: 'has no trace of a container that only one of both owns',
      result: intersection({ 'f:data': { '.': {}, 'f:a': {} } }, { 'f:data': { 'f:b': {} } }),
      expected: {},
    },
    {
      name: 'takes members away, and leaves those below them',
      result: difference(set, {
        'f:data': {},
        'f:spec': { 'f:list': { 'k:{"name":"x"}': { '.': {}, 'f:name': {} } } },
      }),
      expected: { 'f:data': { 'f:a': {}, 'f:b': {} } },
    },
    {
      name: 'takes away what is below a member, and leaves the member',
      result: difference(set, { 'f:data': { 'f:a': {}, 'f:b': {} } }),
      expected: { 'f:data': {}, 'f:spec': set['f:spec']! },
    },
    {
      name: 'takes a whole branch away recursively',
      result: recursiveDifference(set, { 'f:spec': {} }),
      expected: { 'f:data': set['f:data']! },
    },
    {
      name: 'takes only the named branch away recursively',
      result: recursiveDifference(set, { 'f:data': { 'f:a': {} }, 'f:spec': { 'f:list': {} } }),
      expected: { 'f:data': { '.': {}, 'f:b': {} } },
    },
  ]
  it.each(operations)('$name', ({ result, expected }) => {
    expect(result).toEqual(expected)
  })

  it('does not change when it is combined with others', () => {
    const before = structuredClone(set)

    union(set, { 'f:x': {} })
    difference(set, set)

    expect(set).toEqual(before)
  })

  it('loses everything when it is taken from itself', () => {
    expect(isEmptySet(difference(set, set))).toBe(true)
    expect(isEmptySet(recursiveDifference(set, set))).toBe(true)
  })

  it.each<[boolean, FieldSet]>([
    [true, { 'f:data': { 'f:a': {} } }],
    [true, { 'f:spec': { 'f:list': { 'k:{"name":"x"}': {} } } }],
    [true, {}],
    [false, { 'f:data': { 'f:c': {} } }],
    [false, { 'f:spec': {} }],
    [false, { 'f:other': {} }],
  ])('says %s when asked whether it contains %j', (expected, part) => {
    expect(isSubset(part, set)).toBe(expected)
  })

  it.each<[boolean, FieldSet]>([
    [true, { 'f:data': { 'f:c': {} } }],
    [true, { 'f:spec': {} }],
    [true, { 'f:data': { 'f:a': { 'f:below': {} } } }],
    [true, {}],
    [false, { 'f:data': {} }],
    [false, { 'f:data': { 'f:b': {}, 'f:c': {} } }],
    [false, { 'f:spec': { 'f:list': { 'k:{"name":"x"}': { 'f:name': {} } } } }],
  ])('says %s when asked whether it has nothing of %j', (expected, other) => {
    expect(isDisjoint(set, other)).toBe(expected)
    expect(isEmptySet(intersection(set, other))).toBe(expected)
  })

  it('tells members from containers of members', () => {
    expect(isMember(LEAF)).toBe(true)
    expect(isMember({ '.': {}, 'f:a': {} })).toBe(true)
    expect(isMember({ 'f:a': {} })).toBe(false)
    expect(asMember(undefined)).toEqual({})
    expect(asMember({ 'f:a': {} })).toEqual({ '.': {}, 'f:a': {} })
    expect(childrenOf({ '.': {}, 'f:a': {} })).toEqual({ 'f:a': {} })
  })

  it('is put in order only when it is not', () => {
    const ordered: FieldSet = { '.': {}, 'f:a': {}, 'f:b': {} }

    expect(inOrder(ordered)).toBe(ordered)
    expect(Object.keys(inOrder({ 'f:b': {}, 'f:a': {}, '.': {} }))).toEqual(['.', 'f:a', 'f:b'])
    expect(Object.keys(union({ 'f:b': {} }, { 'f:a': {} }))).toEqual(['f:a', 'f:b'])
  })

  it('lists the members of one level before those further down', () => {
    const paths: string[] = []

    forEachMember({ 'f:a': { 'f:deep': {} }, 'f:b': {}, 'f:c': { '.': {}, 'v:1': {} } }, (path) =>
      paths.push(printPath(path)),
    )

    expect(paths).toEqual(['.b', '.c', '.a.deep', '.c[=1]'])
  })
})
