import { type JsonObject, s } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { fieldTypeOf } from './field-type.ts'
import { fieldsLastApplied, withLastApplied } from './last-applied.ts'

const ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration'
const type = fieldTypeOf({
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: s.object({ name: s.string(), annotations: s.optional(s.map(s.string())) }).node,
    data: s.map(s.string()).node,
  },
})
const live = (lastApplied: string, data: JsonObject): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', annotations: { [ANNOTATION]: lastApplied } },
  data,
})

describe('what client-side apply left behind', () => {
  it('is the fields it set that still have their value', () => {
    const config = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a' },
      data: { k: 'v', changed: '1', gone: '2' },
    }

    expect(fieldsLastApplied(type, live(JSON.stringify(config), { k: 'v', changed: '9' }), 'v1')).toEqual({
      'f:apiVersion': {},
      'f:data': { 'f:k': {} },
      'f:kind': {},
      'f:metadata': { 'f:name': {} },
    })
  })

  it.each([
    ['there is no annotation', ''],
    ['it is no JSON', '{'],
    ['it is no object', '[]'],
    ['it is of another version', '{"apiVersion":"v2","data":{"k":"v"}}'],
    ['it does not fit the schema', '{"apiVersion":"v1","bogus":{"k":"v"}}'],
  ])('is nothing when %s', (_, text) => {
    expect(fieldsLastApplied(type, live(text, { k: 'v' }), 'v1')).toEqual({})
  })
})

describe('the annotation of client-side apply', () => {
  const config: JsonObject = {
    metadata: { name: 'a' },
    kind: 'ConfigMap',
    data: { z: '<1>', a: '2' },
    apiVersion: 'v1',
  }

  it('follows server-side apply, with sorted keys and a line end', () => {
    const object = withLastApplied(live('{}', { k: 'v' }), config)

    expect(object).toEqual(
      live('{"apiVersion":"v1","data":{"a":"2","z":"\\u003c1\\u003e"},"kind":"ConfigMap","metadata":{"name":"a"}}\n', {
        k: 'v',
      }),
    )
  })

  it('does not contain itself', () => {
    const annotated = { ...config, data: {}, metadata: { name: 'a', annotations: { [ANNOTATION]: 'old', other: 'x' } } }

    const object = withLastApplied(live('{}', {}), annotated) as { metadata: { annotations: Record<string, string> } }

    expect(object.metadata.annotations[ANNOTATION]).toBe(
      '{"apiVersion":"v1","data":{},"kind":"ConfigMap","metadata":{"annotations":{"other":"x"},"name":"a"}}\n',
    )
  })

  it('is not added where it was not', () => {
    const plain = { metadata: { name: 'a' } }

    expect(withLastApplied(plain, config)).toBe(plain)
  })

  it('goes when it would make the annotations too large', () => {
    const huge = { ...config, data: { k: 'x'.repeat(256 * 1024) } }

    expect(withLastApplied(live('{}', {}), huge)).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a', annotations: {} },
      data: {},
    })
  })
})
