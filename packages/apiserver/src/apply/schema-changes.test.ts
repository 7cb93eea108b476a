import { s } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { fieldTypeOf } from './field-type.ts'
import { reconciled, withNamedFields } from './schema-changes.ts'

const item = s.object({ name: s.string(), inner: s.optional(s.object({ a: s.optional(s.string()) })) })
const type = fieldTypeOf(
  s.object({
    map: s.map(s.object({ a: s.optional(s.string()) })),
    items: s.array(item, { listType: 'map', listMapKeys: ['name'] }),
    whole: s.object({ a: s.optional(s.string()) }, { mapType: 'atomic' }),
    list: s.array(s.string()),
    free: s.anyObject(),
  }).node,
)

describe('named fields', () => {
  it('are members with what is below them; members of maps are not', () => {
    expect(
      withNamedFields(type, {
        'f:items': { 'k:{"name":"x"}': { '.': {}, 'f:inner': { 'f:a': {} } } },
        'f:map': { 'f:key': { 'f:a': {} } },
        'f:unknown': { 'f:a': {} },
      }),
    ).toEqual({
      'f:items': { '.': {}, 'k:{"name":"x"}': { '.': {}, 'f:inner': { '.': {}, 'f:a': {} } } },
      'f:map': { '.': {}, 'f:key': { 'f:a': {} } },
      'f:unknown': { 'f:a': {} },
    })
  })
})

describe('a set of an older schema', () => {
  it('owns all of what has become atomic when it owned a part of it', () => {
    const old = { 'f:list': { '.': {}, 'v:"a"': {} }, 'f:map': { 'f:k': { 'f:a': {} } }, 'f:whole': { 'f:a': {} } }

    expect(reconciled(type, old)).toEqual({ 'f:list': {}, 'f:map': { 'f:k': { 'f:a': {} } }, 'f:whole': {} })
  })

  it('stays the same where the schema has', () => {
    const set = {
      'f:free': { 'f:a': { '.': {}, 'f:b': {} } },
      'f:items': { 'k:{"name":"x"}': { '.': {}, 'f:inner': { 'f:a': {} } } },
      'f:list': {},
      'f:whole': {},
    }

    expect(reconciled(type, set)).toBe(set)
  })
})
