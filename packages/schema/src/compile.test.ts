import { describe, expect, it } from 'vitest'
import { compileSchema } from './compile.ts'
import { type Schema, s } from './dsl.ts'
import type { JsonObject } from './json.ts'
import type { SchemaNode } from './node.ts'
import { kubeObject } from './object-meta.ts'

/** Decodes, prunes and defaults a value as the server does with what a client sends. */
function shape(node: SchemaNode, value: JsonObject, options: { custom?: boolean } = {}) {
  const compiled = compileSchema(node, options)
  const unknown: string[] = []
  const problem = compiled.decode(value)
  compiled.prune(value, (path) => unknown.push(path))
  compiled.applyDefaults(value)
  return { value, unknown, problem }
}

const custom = (spec: SchemaNode): SchemaNode => ({ type: 'object', properties: { spec } })

describe('custom resources', () => {
  it('lose fields that their CRD does not know, which are reported in order', () => {
    const spec: SchemaNode = {
      type: 'object',
      properties: {
        a: { type: 'string' },
        list: { type: 'array', items: { type: 'object', properties: { b: { type: 'string' } } } },
        map: { type: 'object', additionalProperties: { type: 'object', properties: { c: { type: 'string' } } } },
        empty: { type: 'object' },
      },
    }
    const value = {
      apiVersion: 'x/v1',
      kind: 'W',
      metadata: { name: 'w' },
      top: 5,
      spec: {
        a: '1',
        gone: 1,
        list: [{ b: '2', gone: 2 }],
        map: { k: { c: '3', gone: 3 } },
        empty: { gone: 4 },
      },
      extra: {},
    }

    const shaped = shape(custom(spec), value, { custom: true })

    expect(shaped.unknown).toEqual([
      'extra',
      'spec.empty.gone',
      'spec.gone',
      'spec.list[0].gone',
      'spec.map.k.gone',
      'top',
    ])
    expect(shaped.value).toEqual({
      apiVersion: 'x/v1',
      kind: 'W',
      metadata: { name: 'w' },
      spec: { a: '1', list: [{ b: '2' }], map: { k: { c: '3' } }, empty: {} },
    })
  })

  it('keep unknown fields where the CRD says so, but not below fields it declares', () => {
    const spec: SchemaNode = {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      properties: { typed: { type: 'object', properties: { a: { type: 'string' } } } },
    }

    const { value, unknown } = shape(custom(spec), { spec: { x: { y: 1 }, typed: { a: 'b', c: 1 } } }, { custom: true })

    expect(value).toEqual({ spec: { x: { y: 1 }, typed: { a: 'b' } } })
    expect(unknown).toEqual(['spec.typed.c'])
  })

  it('keep the keys of a map whose values are not described, but nothing inside', () => {
    const { value } = shape(
      custom({ type: 'object', additionalProperties: true }),
      { spec: { a: 1, b: { c: 2 } } },
      { custom: true },
    )

    expect(value).toEqual({ spec: { a: 1, b: {} } })
  })

  it('have typed metadata, theirs and that of resources inside them', () => {
    const spec: SchemaNode = {
      type: 'object',
      properties: {
        e: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
      },
    }
    const value = {
      metadata: { name: 'w', nope: 1 },
      spec: {
        e: { apiVersion: 'v1', kind: 'X', any: [1], metadata: { name: 'ok', extra: 1, creationTimestamp: null } },
      },
    }

    const shaped = shape(custom(spec), value, { custom: true })

    expect(shaped.unknown).toEqual(['metadata.nope', 'spec.e.metadata.extra'])
    expect(shaped.value).toEqual({
      metadata: { name: 'w' },
      spec: { e: { apiVersion: 'v1', kind: 'X', any: [1], metadata: { name: 'ok' } } },
    })
    expect(shape(custom(spec), { metadata: { labels: [] } }, { custom: true }).problem).toBe(
      'metadata.labels: must be an object, not a list',
    )
  })

  it('get defaults where their parent exists, also for nulls that are not allowed', () => {
    const spec: SchemaNode = {
      type: 'object',
      properties: {
        s: { type: 'string', default: 'x' },
        o: { type: 'object', default: {}, properties: { p: { type: 'string', default: 'q' } } },
        noParent: { type: 'object', properties: { p: { type: 'string', default: 'q' } } },
        list: { type: 'array', items: { type: 'object', properties: { d: { type: 'string', default: 'item' } } } },
        map: {
          type: 'object',
          additionalProperties: { type: 'object', properties: { d: { type: 'string', default: 'value' } } },
        },
      },
    }

    expect(shape(custom(spec), { metadata: {} }, { custom: true }).value).toEqual({ metadata: {} })
    expect(shape(custom(spec), { spec: { s: null } }, { custom: true }).value).toEqual({
      spec: { s: 'x', o: { p: 'q' } },
    })
    expect(
      shape(custom(spec), { spec: { o: { p: 'given' }, noParent: {}, list: [{}], map: { k: {} } } }, { custom: true })
        .value,
    ).toEqual({
      spec: { s: 'x', o: { p: 'given' }, noParent: { p: 'q' }, list: [{ d: 'item' }], map: { k: { d: 'value' } } },
    })
  })

  it('do not share their defaults', () => {
    const node = custom({ type: 'object', properties: { l: { type: 'array', items: {}, default: [{ a: 1 }] } } })
    const first = shape(node, { spec: {} }, { custom: true }).value as { spec: { l: unknown[] } }
    first.spec.l.push('mine')

    expect(shape(node, { spec: {} }, { custom: true }).value).toEqual({ spec: { l: [{ a: 1 }] } })
  })

  it('keep nulls that are allowed and drop the others', () => {
    const spec: SchemaNode = {
      type: 'object',
      properties: {
        yes: { type: 'string', nullable: true },
        no: { type: 'string' },
        yesDefault: { type: 'string', nullable: true, default: 'd' },
        list: { type: 'array', items: { type: 'string', nullable: true } },
      },
    }

    const { value } = shape(
      custom(spec),
      { spec: { yes: null, no: null, yesDefault: null, list: [null] } },
      { custom: true },
    )

    expect(value).toEqual({ spec: { yes: null, yesDefault: null, list: [null] } })
  })

  it('may have fields named like members of every JavaScript object', () => {
    const spec: SchemaNode = {
      type: 'object',
      properties: JSON.parse(
        '{"__proto__":{"type":"string","default":"p"},"constructor":{"type":"string","default":"c"},"toString":{"type":"string"}}',
      ),
    }
    const value = JSON.parse('{"spec":{"hasOwnProperty":1}}')

    const { unknown } = shape(custom(spec), value, { custom: true })

    expect(JSON.stringify(value)).toBe('{"spec":{"__proto__":"p","constructor":"c"}}')
    expect(unknown).toEqual(['spec.hasOwnProperty'])
    expect(compileSchema(custom(spec), { custom: true }).validate(value)).toEqual([])
  })

  it('share one compiled schema when their CRDs are equal', () => {
    const node = (): SchemaNode => custom({ type: 'object', properties: { a: { type: 'string' } } })

    expect(compileSchema(node(), { custom: true })).toBe(compileSchema(node(), { custom: true }))
    expect(compileSchema(node(), { custom: true })).not.toBe(
      compileSchema(custom({ type: 'string' }), { custom: true }),
    )
  })
})

describe('typed kinds', () => {
  const kind = s.object({
    ...kubeObject,
    count: s.optional(s.int32()),
    limits: s.optional(s.map(s.quantity())),
    seenAt: s.optional(s.time()),
    renewedAt: s.optional(s.microTime()),
    port: s.optional(s.intOrString()),
    names: s.optional(s.array(s.string())),
    secret: s.optional(s.bytes()),
    ready: s.optional(s.bool()),
    raw: s.optional(s.any()),
  }).node
  const meta = { metadata: {} }

  it('take canonical times, quantities and data', () => {
    const { value, problem } = shape(kind, {
      ...meta,
      limits: { cpu: 0.5, memory: '1024Mi' },
      seenAt: '2024-05-06T07:08:09.5+02:00',
      renewedAt: '2024-05-06T07:08:09.123456Z',
      secret: 'YW\nJj',
    })

    expect(problem).toBeUndefined()
    expect(value).toEqual({
      ...meta,
      limits: { cpu: '500m', memory: '1Gi' },
      seenAt: '2024-05-06T05:08:09Z',
      renewedAt: '2024-05-06T07:08:09.123456Z',
      secret: 'YWJj',
    })
  })

  it('take null for absent, and nothing for empty', () => {
    const { value } = shape(kind, {
      metadata: { creationTimestamp: null, labels: {} },
      count: null,
      names: [],
      limits: {},
      raw: { kept: null },
    })

    expect(value).toEqual({ metadata: {}, raw: { kept: null } })
  })

  it('take a zero value for absent where Go does', () => {
    expect(shape(kind, { metadata: { name: 'x', namespace: '', generation: 0 }, ready: false }).value).toEqual({
      metadata: { name: 'x' },
      ready: false,
    })
  })

  it('take null inside lists and maps for the zero value', () => {
    expect(shape(kind, { metadata: { labels: { a: null } }, names: ['x', null] }).value).toEqual({
      metadata: { labels: { a: '' } },
      names: ['x', ''],
    })
  })

  it.each([
    [{ count: '1' }, 'count: must be an integer of 32 bits, not "1"'],
    [{ count: 2147483648 }, 'count: must be an integer of 32 bits, not 2147483648'],
    [{ count: 1.5 }, 'count: must be an integer of 32 bits, not 1.5'],
    [{ limits: { cpu: 'much' } }, 'limits.cpu: must be a quantity such as 500m or 2Gi, not "much"'],
    [{ limits: [] }, 'limits: must be an object, not a list'],
    [{ names: ['a', 1] }, 'names[1]: must be a string, not 1'],
    [{ names: {} }, 'names: must be a list, not an object'],
    [{ seenAt: 'soon' }, 'seenAt: must be a time such as 2006-01-02T15:04:05Z, not "soon"'],
    [{ port: 1.5 }, 'port: must be an integer or a string, not 1.5'],
    [{ secret: '%' }, 'secret: must be data in base64, not "%"'],
    [{ ready: 'yes' }, 'ready: must be true or false, not "yes"'],
    [{ metadata: { name: 5 } }, 'metadata.name: must be a string, not 5'],
  ])('refuse %j', (fields, problem) => {
    expect(shape(kind, { ...meta, ...fields }).problem).toBe(problem)
  })

  it('report unknown fields in the order of the text, metadata included', () => {
    const { unknown } = shape(kind, { zeta: 1, metadata: { nope: true, name: 'x' }, alpha: 1 })

    expect(unknown).toEqual(['zeta', 'metadata.nope', 'alpha'])
  })

  it('may contain themselves', () => {
    interface Tree {
      name: string
      children?: Tree[]
    }
    const tree: Schema<Tree> = s.object({
      name: s.string({ default: 'leaf' }),
      children: s.optional(s.array(s.lazy(() => tree))),
    })

    const { value, unknown, problem } = shape(tree.node, { children: [{ children: [{ odd: 1, name: 'x' }] }] })

    expect(problem).toBeUndefined()
    expect(unknown).toEqual(['children[0].children[0].odd'])
    expect(value).toEqual({ name: 'leaf', children: [{ name: 'leaf', children: [{ name: 'x' }] }] })
    expect(compileSchema(tree.node).validate({ name: 'a', children: [{ name: 1 }] })).toHaveLength(1)
  })
})
