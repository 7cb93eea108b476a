import { type JsonObject, s } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { fieldTypeOf } from './field-type.ts'
import { checkTyped } from './validate.ts'

const item = s.object({ name: s.optional(s.string()), port: s.optional(s.int32({ default: 80 })) })
const type = fieldTypeOf(
  s.object({
    text: s.optional(s.string()),
    n: s.optional(s.int32()),
    flag: s.optional(s.bool()),
    amount: s.optional(s.quantity()),
    map: s.optional(s.map(s.string())),
    tags: s.optional(s.array(s.string(), { listType: 'set' })),
    items: s.optional(s.array(item, { listType: 'map', listMapKeys: ['name', 'port'] })),
    keyed: s.optional(s.array(s.object({ id: s.optional(s.string()) }), { listType: 'map', listMapKeys: ['id'] })),
    atomic: s.optional(s.array(item)),
    free: s.optional(s.anyObject()),
  }).node,
)

describe('checking a configuration', () => {
  it('accepts what fits, and null anywhere', () => {
    const config = {
      text: 'a',
      n: 1.5,
      flag: true,
      amount: 3,
      map: { a: null },
      tags: ['a'],
      items: null,
      free: { x: [{}] },
    }

    expect(() => checkTyped(type, config)).not.toThrow()
  })

  it.each<[string, JsonObject, string]>([
    ['an unknown field', { bogus: 1 }, '.bogus: field not declared in schema'],
    [
      'an unknown field further down',
      { atomic: [{ name: 'a' }, { odd: 1 }] },
      '.atomic[1].odd: field not declared in schema',
    ],
    ['a number for a text', { map: { k: 1 } }, '.map.k: expected string, got &value.valueUnstructured{Value:1}'],
    [
      'an object for a text',
      { text: { b: [true], a: null } },
      '.text: expected string, got &value.valueUnstructured{Value:map[string]interface {}{"a":interface {}(nil), "b":[]interface {}{true}}}',
    ],
    ['a text for a number', { n: 'x' }, '.n: expected numeric (int or float), got string'],
    ['a list for a number', { n: [] }, '.n: expected numeric (int or float), got []interface {}'],
    ['a number for a flag', { flag: 1 }, '.flag: expected boolean, got &{1}'],
    ['an object for a quantity', { amount: { a: 1 } }, '.amount: expected any scalar, got &{map[a:1]}'],
    ['a text for a map', { map: 'x' }, '.map: expected map, got &{x}'],
    ['an object for a list', { tags: { a: 1 } }, '.tags: expected list, got &{map[a:1]}'],
    ['a value twice in a set', { tags: ['a', 'a'] }, '.tags: duplicate entries for key [="a"]'],
    [
      'an item twice, once by default',
      { items: [{ name: 'm', port: 80 }, { name: 'm' }] },
      '.items: duplicate entries for key [name="m",port=80]',
    ],
    [
      'an item without keys',
      { keyed: [{}] },
      '.keyed: element 0: associative list with keys has an element that omits all key fields ["id"] (and doesn\'t have default values for any key fields)',
    ],
    [
      'an item that is no object',
      { keyed: ['x'] },
      '.keyed: element 0: associative list with keys may not have non-map elements',
    ],
    [
      'a wrong value in an item',
      { items: [{ name: 1 }] },
      '.items[name=1,port=80].name: expected string, got &value.valueUnstructured{Value:1}',
    ],
  ])('refuses %s', (_, config, message) => {
    expect(() => checkTyped(type, config)).toThrow(expect.objectContaining({ name: 'TypedValueError', message }))
  })

  it('lists all that is wrong', () => {
    expect(() => checkTyped(type, { n: 'x', flag: 'y' })).toThrow(
      'errors:\n  .n: expected numeric (int or float), got string\n  .flag: expected boolean, got &{y}',
    )
  })
})
