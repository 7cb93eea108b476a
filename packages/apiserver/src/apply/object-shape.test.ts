import { type Json, type JsonObject, s } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { everyField } from './extract.ts'
import { fieldTypeOf } from './field-type.ts'
import { hasShape, shapeOf } from './object-shape.ts'

const item = s.object({ name: s.string(), size: s.optional(s.int32()) })
const type = fieldTypeOf(
  s.object({
    text: s.optional(s.string()),
    labels: s.optional(s.map(s.string())),
    items: s.optional(s.array(item, { listType: 'map', listMapKeys: ['name'] })),
    names: s.optional(s.array(s.string(), { listType: 'set' })),
    whole: s.optional(s.array(s.string())),
  }).node,
)

const object: JsonObject = {
  text: 'a',
  labels: { app: 'web' },
  items: [{ name: 'first', size: 1 }],
  names: ['x'],
  whole: ['anything'],
}

describe('hasShape', () => {
  const shape = shapeOf(type, object)!

  it.each<[string, JsonObject]>([
    ['the object itself', object],
    ['another text', { ...object, text: 'b' }],
    ['a null for a text', { ...object, text: null }],
    ['another value in a map', { ...object, labels: { app: 'db' } }],
    ['another value in an item', { ...object, items: [{ name: 'first', size: 2 }] }],
    ['another list that is owned as a whole', { ...object, whole: ['a', 'b'] }],
  ])('holds for %s, which has the same fields', (_, other) => {
    expect(hasShape(shape, other)).toBe(true)
    expect(everyField(type, other)).toEqual(everyField(type, object))
  })

  it.each<[string, Json]>([
    ['one key more', { ...object, more: 1 }],
    ['one key less', { text: 'a' }],
    ['another key in a map', { ...object, labels: { tier: 'web' } }],
    ['an empty map', { ...object, labels: {} }],
    ['an item with another key', { ...object, items: [{ name: 'second', size: 1 }] }],
    ['an item with fewer fields', { ...object, items: [{ name: 'first' }] }],
    ['one item more', { ...object, items: [{ name: 'first', size: 1 }, { name: 'second' }] }],
    ['no items', { ...object, items: [] }],
    ['another plain item', { ...object, names: ['y'] }],
    ['a map where a text was', { ...object, text: {} }],
    ['no object', 'text'],
  ])('does not hold for %s', (_, other) => {
    expect(hasShape(shape, other)).toBe(false)
  })
})

describe('shapeOf', () => {
  it('has none for items that cannot be told apart by plain values', () => {
    expect(shapeOf(type, { items: [{ name: { odd: true } }] })).toBeUndefined()
  })
})
