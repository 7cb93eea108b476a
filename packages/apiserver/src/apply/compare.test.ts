import { type JsonObject, s } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { compareObjects } from './compare.ts'
import { fieldTypeOf } from './field-type.ts'

const item = s.object({ name: s.string(), value: s.optional(s.string()) })
const type = fieldTypeOf(
  s.object({
    text: s.optional(s.string()),
    map: s.optional(s.map(s.string())),
    args: s.optional(s.array(s.string())),
    whole: s.optional(s.object({ a: s.optional(s.string()) }, { mapType: 'atomic' })),
    tags: s.optional(s.array(s.string(), { listType: 'set' })),
    items: s.optional(s.array(item, { listType: 'map', listMapKeys: ['name'] })),
    any: s.optional(s.any()),
  }).node,
)

describe('comparing two objects', () => {
  const cases: { name: string; before: JsonObject; after: JsonObject; changed?: object; removed?: object }[] = [
    {
      name: 'finds nothing in equal objects',
      before: { text: 'a', items: [{ name: 'x' }] },
      after: { items: [{ name: 'x' }], text: 'a' },
    },
    { name: 'finds a changed value', before: { text: 'a' }, after: { text: 'b' }, changed: { 'f:text': {} } },
    { name: 'finds a new value', before: {}, after: { text: 'b' }, changed: { 'f:text': {} } },
    { name: 'finds a removed value', before: { text: 'a' }, after: {}, removed: { 'f:text': {} } },
    {
      name: 'finds what happened inside a map',
      before: { map: { keep: '1', change: '2', drop: '3' } },
      after: { map: { keep: '1', change: '9', fresh: '4' } },
      changed: { 'f:map': { 'f:change': {}, 'f:fresh': {} } },
      removed: { 'f:map': { 'f:drop': {} } },
    },
    {
      name: 'counts a new map and all in it',
      before: {},
      after: { map: { a: '1' } },
      changed: { 'f:map': { '.': {}, 'f:a': {} } },
    },
    {
      name: 'counts a removed map and all that was in it',
      before: { map: { a: '1' } },
      after: {},
      removed: { 'f:map': { '.': {}, 'f:a': {} } },
    },
    {
      name: 'does not count a map that loses its last member as removed',
      before: { map: { a: '1' } },
      after: { map: {} },
      removed: { 'f:map': { 'f:a': {} } },
    },
    {
      name: 'takes atomic lists and maps as one',
      before: { args: ['a'], whole: { a: '1' } },
      after: { args: ['a', 'b'], whole: { a: '2' } },
      changed: { 'f:args': {}, 'f:whole': {} },
    },
    {
      name: 'does not mind the order of items with keys',
      before: { items: [{ name: 'x', value: '1' }, { name: 'y' }], tags: ['a', 'b'] },
      after: { items: [{ name: 'y' }, { name: 'x', value: '1' }], tags: ['b', 'a'] },
    },
    {
      name: 'finds what happened to items',
      before: { items: [{ name: 'x', value: '1' }, { name: 'y' }] },
      after: { items: [{ name: 'z' }, { name: 'x', value: '2' }] },
      changed: { 'f:items': { 'k:{"name":"x"}': { 'f:value': {} }, 'k:{"name":"z"}': { '.': {}, 'f:name': {} } } },
      removed: { 'f:items': { 'k:{"name":"y"}': { '.': {}, 'f:name': {} } } },
    },
    {
      name: 'finds what happened to a set',
      before: { tags: ['a', 'b'] },
      after: { tags: ['b', 'c'] },
      changed: { 'f:tags': { 'v:"c"': {} } },
      removed: { 'f:tags': { 'v:"a"': {} } },
    },
    {
      name: 'takes items that cannot be told apart as one',
      before: {
        items: [
          { name: 'x', value: '1' },
          { name: 'x', value: '2' },
        ],
      },
      after: {
        items: [
          { name: 'x', value: '1' },
          { name: 'x', value: '3' },
        ],
      },
      changed: { 'f:items': { 'k:{"name":"x"}': {} } },
    },
    {
      name: 'tells when such items come to be',
      before: { items: [{ name: 'x', value: '1' }] },
      after: { items: [{ name: 'x' }, { name: 'x' }] },
      changed: { 'f:items': { 'k:{"name":"x"}': {} } },
      removed: { 'f:items': { 'k:{"name":"x"}': { '.': {}, 'f:name': {}, 'f:value': {} } } },
    },
    {
      name: 'tells when such items become one',
      before: { items: [{ name: 'x' }, { name: 'x' }] },
      after: { items: [{ name: 'x', value: '1' }] },
      changed: { 'f:items': { 'k:{"name":"x"}': { '.': {}, 'f:name': {}, 'f:value': {} } } },
      removed: { 'f:items': { 'k:{"name":"x"}': {} } },
    },
    {
      name: 'tells null from empty',
      before: { map: null, items: null },
      after: { map: {}, items: [] },
      changed: { 'f:items': {}, 'f:map': {} },
    },
    {
      name: 'counts what fills a null, but not the container',
      before: { map: null, items: null },
      after: { map: { a: '1' }, items: [{ name: 'x' }] },
      changed: { 'f:items': { 'k:{"name":"x"}': { '.': {}, 'f:name': {} } }, 'f:map': { 'f:a': {} } },
    },
    {
      name: 'counts both what was and what is when an untyped value changes its shape',
      before: { any: { a: 1 } },
      after: { any: 'text' },
      changed: { 'f:any': {} },
      removed: { 'f:any': { 'f:a': {} } },
    },
    {
      name: 'counts a value that becomes an object, and what is in it',
      before: { any: 'text' },
      after: { any: { a: 1 } },
      changed: { 'f:any': { '.': {}, 'f:a': {} } },
    },
    {
      name: 'does not take inherited members for members',
      before: { map: {} },
      after: { map: { constructor: 'x', toString: 'y' } },
      changed: { 'f:map': { 'f:constructor': {}, 'f:toString': {} } },
    },
  ]
  it.each(cases)('$name', ({ before, after, changed, removed }) => {
    expect(compareObjects(type, before, after)).toEqual({ changed: changed ?? {}, removed: removed ?? {} })
  })

  it('does not look into parts that both share', () => {
    const shared = Object.defineProperty({}, 'a', {
      enumerable: true,
      get: () => {
        throw new Error('looked at')
      },
    })

    expect(compareObjects(type, { map: shared, text: 'a' }, { map: shared, text: 'b' }).changed).toEqual({
      'f:text': {},
    })
  })
})
