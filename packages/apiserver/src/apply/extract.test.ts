import { type Json, type SchemaNode, s } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { everyField, mentionedFields } from './extract.ts'
import { fieldTypeOf } from './field-type.ts'

const port = s.object({
  port: s.int32(),
  protocol: s.optional(s.string({ default: 'TCP' })),
  name: s.optional(s.string()),
})
const widget = s.object({
  text: s.optional(s.string()),
  labels: s.optional(s.map(s.string())),
  selector: s.optional(s.object({ app: s.string() }, { mapType: 'atomic' })),
  args: s.optional(s.array(s.string())),
  tags: s.optional(s.array(s.string(), { listType: 'set' })),
  ports: s.optional(s.array(port, { listType: 'map', listMapKeys: ['protocol', 'port'] })),
  merged: s.optional(s.array(s.object({ id: s.int32() }), { patchStrategy: 'merge', patchMergeKey: 'id' })),
  deep: s.optional(s.object({ a: s.optional(s.object({ b: s.optional(s.string()) })) })),
  free: s.optional(s.anyObject()),
  raw: s.optional(
    s.raw<Json>({
      type: 'object',
      properties: { a: { type: 'string' } },
      'x-kubernetes-preserve-unknown-fields': true,
    }),
  ),
  amount: s.optional(s.quantity()),
}).node
const type = fieldTypeOf(widget)

describe('the fields of a value', () => {
  const cases: { name: string; value: Json; every: object; mentioned: object | undefined }[] = [
    {
      name: 'members of a map are owned one by one, and the map by whoever makes it',
      value: { labels: { b: '1', a: '2' } },
      every: { '.': {}, 'f:labels': { '.': {}, 'f:a': {}, 'f:b': {} } },
      mentioned: { 'f:labels': { 'f:a': {}, 'f:b': {} } },
    },
    {
      name: 'named fields on the way are not mentioned',
      value: { deep: { a: { b: 'x' } } },
      every: { '.': {}, 'f:deep': { '.': {}, 'f:a': { '.': {}, 'f:b': {} } } },
      mentioned: { 'f:deep': { 'f:a': { 'f:b': {} } } },
    },
    {
      name: 'atomic maps and lists are leaves',
      value: { selector: { app: 'a' }, args: ['x', 'y'] },
      every: { '.': {}, 'f:args': {}, 'f:selector': {} },
      mentioned: { 'f:args': {}, 'f:selector': {} },
    },
    {
      name: 'sets are owned value by value',
      value: { tags: ['b', 'a'] },
      every: { '.': {}, 'f:tags': { '.': {}, 'v:"a"': {}, 'v:"b"': {} } },
      mentioned: { 'f:tags': { 'v:"a"': {}, 'v:"b"': {} } },
    },
    {
      name: 'list items go by their keys, sorted, with defaults for absent ones',
      value: { ports: [{ port: 80 }, { port: 443, protocol: 'UDP', name: 'x' }] },
      every: {
        '.': {},
        'f:ports': {
          '.': {},
          'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {} },
          'k:{"port":443,"protocol":"UDP"}': { '.': {}, 'f:name': {}, 'f:port': {}, 'f:protocol': {} },
        },
      },
      mentioned: {
        'f:ports': {
          'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {} },
          'k:{"port":443,"protocol":"UDP"}': { '.': {}, 'f:name': {}, 'f:port': {}, 'f:protocol': {} },
        },
      },
    },
    {
      name: 'lists merged by patches are lists with keys',
      value: { merged: [{ id: 1 }] },
      every: { '.': {}, 'f:merged': { '.': {}, 'k:{"id":1}': { '.': {}, 'f:id': {} } } },
      mentioned: { 'f:merged': { 'k:{"id":1}': { '.': {}, 'f:id': {} } } },
    },
    {
      name: 'items that cannot be told apart are owned as a whole',
      value: { ports: [{ port: 80 }, { port: 80, name: 'again' }], tags: ['a', 'a', 'a'] },
      every: {
        '.': {},
        'f:ports': { '.': {}, 'k:{"port":80,"protocol":"TCP"}': {} },
        'f:tags': { '.': {}, 'v:"a"': {} },
      },
      mentioned: { 'f:ports': { 'k:{"port":80,"protocol":"TCP"}': {} }, 'f:tags': { 'v:"a"': {} } },
    },
    {
      name: 'what schemas do not describe is owned member by member, its lists as a whole',
      value: { free: { any: { thing: [1, 2] } } },
      every: { '.': {}, 'f:free': { '.': {}, 'f:any': { '.': {}, 'f:thing': {} } } },
      mentioned: { 'f:free': { 'f:any': { '.': {}, 'f:thing': {} } } },
    },
    {
      name: 'unknown members beside known ones are map members',
      value: { raw: { a: 'x', unknown: { b: 1 } } },
      every: { '.': {}, 'f:raw': { '.': {}, 'f:a': {}, 'f:unknown': { '.': {}, 'f:b': {} } } },
      mentioned: { 'f:raw': { 'f:a': {}, 'f:unknown': { '.': {}, 'f:b': {} } } },
    },
    {
      name: 'empty objects are leaves; an empty list with items is mentioned by nobody',
      value: { deep: {}, ports: [], args: [] },
      every: { '.': {}, 'f:args': {}, 'f:deep': {}, 'f:ports': {} },
      mentioned: { 'f:args': {}, 'f:deep': {} },
    },
    {
      name: 'null is owned like a value',
      value: { text: null, deep: null, ports: null },
      every: { '.': {}, 'f:deep': {}, 'f:ports': {}, 'f:text': {} },
      mentioned: { 'f:deep': {}, 'f:ports': {}, 'f:text': {} },
    },
    { name: 'an empty object mentions nothing', value: {}, every: {}, mentioned: undefined },
  ]
  it.each(cases)('$name', ({ value, every, mentioned }) => {
    expect(everyField(type, value)).toEqual(every)
    expect(mentionedFields(type, value)).toEqual(mentioned)
  })

  it('come in order, whatever the order of the value', () => {
    const value = { text: 'x', labels: { b: '1', a: '2' }, amount: 1 }

    expect(JSON.stringify(mentionedFields(type, value))).toBe(
      '{"f:amount":{},"f:labels":{"f:a":{},"f:b":{}},"f:text":{}}',
    )
    expect(JSON.stringify(everyField(type, { ports: [{ port: 443 }, { port: 80 }] }))).toBe(
      '{".":{},"f:ports":{".":{},"k:{\\"port\\":80,\\"protocol\\":\\"TCP\\"}":{".":{},"f:port":{}},' +
        '"k:{\\"port\\":443,\\"protocol\\":\\"TCP\\"}":{".":{},"f:port":{}}}}',
    )
  })

  it.each<[string, Json]>([
    ['an item without any key', { merged: [{}] }],
    ['a null item', { merged: [null] }],
    ['a plain value where an object belongs', { merged: ['x'] }],
    ['an object in a set', { tags: [{}] }],
    ['a list in a set', { tags: [[]] }],
    ['null in a set', { tags: [null] }],
  ])('cannot be told of %s', (_, value) => {
    expect(() => everyField(type, value)).toThrow(expect.objectContaining({ name: 'TypedValueError' }))
  })
})

describe('the type of a schema', () => {
  it('is made once, also when the schema refers to itself', () => {
    const tree: SchemaNode = s.object({
      name: s.string(),
      children: s.optional(s.map(s.lazy<unknown>(() => ({ node: tree })))),
    }).node

    const treeType = fieldTypeOf(tree)

    expect(fieldTypeOf(tree)).toBe(treeType)
    expect(mentionedFields(treeType, { children: { a: { children: { b: { name: 'x' } } } } })).toEqual({
      'f:children': { 'f:a': { '.': {}, 'f:children': { 'f:b': { '.': {}, 'f:name': {} } } } },
    })
  })

  it('knows the metadata of embedded objects', () => {
    const holder = fieldTypeOf({
      type: 'object',
      properties: { inner: { type: 'object', 'x-kubernetes-embedded-resource': true, properties: {} } },
    })
    const value = { inner: { kind: 'X', metadata: { finalizers: ['a'], ownerReferences: [{ uid: 'u', name: 'n' }] } } }

    expect(mentionedFields(holder, value)).toEqual({
      'f:inner': {
        'f:kind': {},
        'f:metadata': { 'f:finalizers': { 'v:"a"': {} }, 'f:ownerReferences': { 'k:{"uid":"u"}': {} } },
      },
    })
  })

  it('passes the preservation of unknown fields down, but not to where it does not apply', () => {
    const inner: SchemaNode = { type: 'object', properties: { a: { type: 'string' } } }
    const preserving = fieldTypeOf({
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      properties: { inner },
    })
    const strict = fieldTypeOf({ type: 'object', properties: { inner } })

    expect(preserving.map?.fields.get('inner')?.type.map?.element).toBeDefined()
    expect(strict.map?.fields.get('inner')?.type.map?.element).toBeUndefined()
  })

  it('treats a whole embedded object of any kind as one value', () => {
    const raw = fieldTypeOf({
      type: 'object',
      properties: { object: s.anyObject({ component: 'io.k8s.apimachinery.pkg.runtime.RawExtension' }).node },
    })

    expect(mentionedFields(raw, { object: { kind: 'X', spec: { a: 1 } } })).toEqual({ 'f:object': {} })
  })

  it('deduces what has no type, and lets additionalProperties decide otherwise', () => {
    const open = fieldTypeOf({ type: 'object', properties: { a: {} }, additionalProperties: true })
    const closed = fieldTypeOf({ type: 'object', properties: { a: {} }, additionalProperties: false })

    expect(mentionedFields(open, { a: { b: 1 }, c: { d: 1 } })).toEqual({
      'f:a': { 'f:b': {} },
      'f:c': { '.': {}, 'f:d': {} },
    })
    expect(closed.map?.element).toBeUndefined()
  })
})
