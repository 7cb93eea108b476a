import { type JsonObject, s } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { fieldTypeOf } from './field-type.ts'
import { mergeObjects } from './merge.ts'

const item = s.object({ name: s.string(), value: s.optional(s.string()), more: s.optional(s.string()) })
const type = fieldTypeOf(
  s.object({
    text: s.optional(s.string()),
    map: s.optional(s.map(s.string())),
    args: s.optional(s.array(s.string())),
    whole: s.optional(s.object({ a: s.optional(s.string()), b: s.optional(s.string()) }, { mapType: 'atomic' })),
    tags: s.optional(s.array(s.string(), { listType: 'set' })),
    items: s.optional(s.array(item, { listType: 'map', listMapKeys: ['name'] })),
    any: s.optional(s.any()),
  }).node,
)

describe('merging a configuration', () => {
  const cases: { name: string; object: JsonObject; config: JsonObject; merged: JsonObject }[] = [
    {
      name: 'takes its values and keeps all else',
      object: { text: 'a', map: { x: '1', y: '2' } },
      config: { map: { y: '3', z: '4' } },
      merged: { text: 'a', map: { x: '1', y: '3', z: '4' } },
    },
    {
      name: 'replaces atomic lists and maps',
      object: { args: ['a', 'b'], whole: { a: '1', b: '2' } },
      config: { args: ['c'], whole: { b: '3' } },
      merged: { args: ['c'], whole: { b: '3' } },
    },
    {
      name: 'merges items by their key and adds new ones after those they follow',
      object: {
        items: [
          { name: 'x', value: '1' },
          { name: 'y', value: '2' },
        ],
      },
      config: { items: [{ name: 'y', more: 'm' }, { name: 'z' }] },
      merged: { items: [{ name: 'x', value: '1' }, { name: 'y', value: '2', more: 'm' }, { name: 'z' }] },
    },
    {
      name: 'adds values to a set where they stand in the configuration',
      object: { tags: ['a', 'b'] },
      config: { tags: ['c', 'b'] },
      merged: { tags: ['a', 'c', 'b'] },
    },
    {
      name: 'orders shared items as the configuration does',
      object: { tags: ['a', 'b', 'c'] },
      config: { tags: ['c', 'a'] },
      merged: { tags: ['b', 'c', 'a'] },
    },
    {
      name: 'keeps the place of items between shared ones',
      object: { tags: ['1', 'a', '2', 'b', '3'] },
      config: { tags: ['a', 'new', 'b'] },
      merged: { tags: ['1', 'a', '2', 'new', 'b', '3'] },
    },
    {
      name: 'leaves a list alone that it empties',
      object: { tags: ['a'] },
      config: { tags: [] },
      merged: { tags: ['a'] },
    },
    {
      name: 'leaves containers alone that it nulls',
      object: { tags: ['a'], map: { x: '1' } },
      config: { tags: null, map: null },
      merged: { tags: ['a'], map: { x: '1' } },
    },
    { name: 'nulls values', object: { text: 'a' }, config: { text: null }, merged: { text: null } },
    {
      name: 'fills what was empty',
      object: { map: {}, tags: [] },
      config: { map: { a: '1' }, tags: ['x'] },
      merged: { map: { a: '1' }, tags: ['x'] },
    },
    {
      name: 'changes the shape of untyped values',
      object: { any: { a: 1 } },
      config: { any: [1] },
      merged: { any: [1] },
    },
    {
      name: 'replaces items that cannot be told apart by its one',
      object: { items: [{ name: 'x', value: '1' }, { name: 'y' }, { name: 'x', value: '2' }] },
      config: { items: [{ name: 'x', more: 'm' }] },
      merged: { items: [{ name: 'x', more: 'm' }, { name: 'y' }] },
    },
    {
      name: 'keeps members named like what objects inherit',
      object: { map: {} },
      config: { map: { constructor: 'x' } },
      merged: { map: { constructor: 'x' } },
    },
  ]
  it.each(cases)('$name', ({ object, config, merged }) => {
    const before = structuredClone({ object, config })

    expect(mergeObjects(type, object, config)).toEqual(merged)
    expect({ object, config }).toEqual(before)
  })

  it('gives the object itself back when nothing is new', () => {
    const object = { text: 'a', map: { x: '1' }, items: [{ name: 'x', value: '1' }], args: ['a'], tags: ['a', 'b'] }

    expect(mergeObjects(type, object, structuredClone(object))).toBe(object)
    expect(mergeObjects(type, object, { items: [{ name: 'x' }], tags: ['b'] })).toBe(object)
  })
})
