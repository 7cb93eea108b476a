import { type JsonObject, s } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import type { FieldSet } from './field-set.ts'
import { fieldTypeOf } from './field-type.ts'
import { type Ownership, pruneDropped } from './prune.ts'
import { removeFields } from './remove.ts'

const item = s.object({ name: s.string(), value: s.optional(s.string()), default: s.optional(s.string()) })
const type = fieldTypeOf(
  s.object({
    text: s.optional(s.string()),
    map: s.optional(s.map(s.string())),
    deep: s.optional(s.object({ a: s.optional(s.string()), b: s.optional(s.string()) })),
    whole: s.optional(s.array(s.string())),
    tags: s.optional(s.array(s.string(), { listType: 'set' })),
    items: s.optional(s.array(item, { listType: 'map', listMapKeys: ['name'] })),
  }).node,
)

describe('removing fields', () => {
  it.each<[string, JsonObject, FieldSet, JsonObject]>([
    ['members and what is in them', { text: 'a', deep: { a: '1' } }, { 'f:deep': {} }, { text: 'a' }],
    ['members of members', { deep: { a: '1', b: '2' } }, { 'f:deep': { 'f:a': {} } }, { deep: { b: '2' } }],
    [
      'items by key',
      { items: [{ name: 'x' }, { name: 'y' }] },
      { 'f:items': { 'k:{"name":"x"}': {} } },
      { items: [{ name: 'y' }] },
    ],
    ['values of a set', { tags: ['a', 'b'] }, { 'f:tags': { 'v:"a"': {} } }, { tags: ['b'] }],
    ['the last of a container, which is null then', { map: { a: '1' } }, { 'f:map': { 'f:a': {} } }, { map: null }],
    ['all of a list that is owned as a whole', { whole: ['a'] }, { 'f:whole': { 'i:0': {} } }, { whole: null }],
    ['nothing', { text: 'a' }, {}, { text: 'a' }],
    ['everything', { text: 'a' }, { 'f:text': {} }, {}],
  ])('removes %s', (_, object, set, rest) => {
    expect(removeFields(type, object, set)).toEqual(rest)
  })
})

describe('pruning what an applier dropped', () => {
  const cases: { name: string; merged: JsonObject; ownership: Ownership; pruned: JsonObject }[] = [
    {
      name: 'removes a field that nobody else owns',
      merged: { map: { mine: '1', kept: '2' } },
      ownership: {
        last: { 'f:map': { 'f:mine': {}, 'f:kept': {} } },
        applied: { 'f:map': { 'f:kept': {} } },
        owned: () => ({ 'f:map': { 'f:kept': {} } }),
      },
      pruned: { map: { kept: '2' } },
    },
    {
      name: 'keeps a field that others own',
      merged: { map: { mine: '1' } },
      ownership: { last: { 'f:map': { 'f:mine': {} } }, applied: {}, owned: () => ({ 'f:map': { 'f:mine': {} } }) },
      pruned: { map: { mine: '1' } },
    },
    {
      name: 'removes the containers with their last field',
      merged: { text: 'a', deep: { a: '1' } },
      ownership: { last: { 'f:deep': { 'f:a': {} } }, applied: {}, owned: () => ({}) },
      pruned: { text: 'a' },
    },
    {
      name: 'removes an item with what nobody set in it',
      merged: { items: [{ name: 'x', value: '1', default: 'd' }, { name: 'y' }] },
      ownership: {
        last: { 'f:items': { 'k:{"name":"x"}': { '.': {}, 'f:name': {}, 'f:value': {} } } },
        applied: {},
        owned: () => ({ 'f:items': { 'k:{"name":"y"}': { '.': {}, 'f:name': {} } } }),
      },
      pruned: { items: [{ name: 'y' }] },
    },
    {
      name: 'keeps an item that others own a part of, without the part that was dropped',
      merged: { items: [{ name: 'x', value: '1', default: 'd' }] },
      ownership: {
        last: { 'f:items': { 'k:{"name":"x"}': { '.': {}, 'f:name': {}, 'f:value': {} } } },
        applied: {},
        owned: () => ({ 'f:items': { 'k:{"name":"x"}': { '.': {}, 'f:default': {}, 'f:name': {} } } }),
      },
      pruned: { items: [{ name: 'x', default: 'd' }] },
    },
    {
      name: 'keeps fields that the applier never owned',
      merged: { deep: { a: '1', b: '2' } },
      ownership: { last: { 'f:deep': { 'f:a': {} } }, applied: {}, owned: () => ({ 'f:deep': { 'f:b': {} } }) },
      pruned: { deep: { b: '2' } },
    },
  ]
  it.each(cases)('$name', ({ merged, ownership, pruned }) => {
    expect(pruneDropped(type, merged, ownership)).toEqual(pruned)
  })

  it('leaves the object alone when nothing was dropped', () => {
    const merged = { map: { a: '1' } }
    const last = { 'f:map': { 'f:a': {} } }

    expect(
      pruneDropped(type, merged, { last, applied: { 'f:map': { 'f:a': {}, 'f:b': {} } }, owned: () => ({}) }),
    ).toBe(merged)
  })
})
