import { StatusError } from '@skep/base'
import type { Json, JsonObject } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { applyJsonPatch } from './json-patch.ts'

const configMap = (): JsonObject => ({ metadata: { name: 'a', labels: { l: 'm' } }, data: { x: '1', y: '2' } })

function failure(patch: Json, document: JsonObject = configMap()): StatusError {
  try {
    applyJsonPatch(document, patch)
  } catch (thrown) {
    if (thrown instanceof StatusError) return thrown
    throw thrown
  }
  throw new Error('the patch applied')
}

describe('applyJsonPatch', () => {
  const cases: { name: string; document: JsonObject; patch: Json; expected: Json }[] = [
    {
      name: 'adds and replaces members',
      document: { data: { x: '1', y: '2' } },
      patch: [
        { op: 'add', path: '/data/z', value: '3' },
        { op: 'replace', path: '/data/x', value: '10' },
      ],
      expected: { data: { x: '10', y: '2', z: '3' } },
    },
    {
      name: 'removes and copies members',
      document: { data: { x: '10', y: '2' } },
      patch: [
        { op: 'remove', path: '/data/y' },
        { op: 'copy', from: '/data/x', path: '/data/copy' },
      ],
      expected: { data: { x: '10', copy: '10' } },
    },
    {
      name: 'moves a member and tests the result',
      document: { data: { copy: '10' } },
      patch: [
        { op: 'move', from: '/data/copy', path: '/data/moved' },
        { op: 'test', path: '/data/moved', value: '10' },
      ],
      expected: { data: { moved: '10' } },
    },
    {
      name: 'appends with - and inserts before an index',
      document: { items: [{ name: 'y' }] },
      patch: [
        { op: 'add', path: '/items/-', value: { name: 'z' } },
        { op: 'add', path: '/items/0', value: { name: 'first' } },
      ],
      expected: { items: [{ name: 'first' }, { name: 'y' }, { name: 'z' }] },
    },
    {
      name: 'counts negative indexes from the end',
      document: { items: [1, 2, 3] },
      patch: [
        { op: 'replace', path: '/items/-1', value: 9 },
        { op: 'remove', path: '/items/-3' },
        { op: 'add', path: '/items/-1', value: 7 },
      ],
      expected: { items: [2, 9, 7] },
    },
    {
      name: 'takes replace of a missing member for add',
      document: { data: {} },
      patch: [{ op: 'replace', path: '/data/none', value: '1' }],
      expected: { data: { none: '1' } },
    },
    {
      name: 'copies a missing member as null',
      document: { data: {} },
      patch: [{ op: 'copy', from: '/none', path: '/data/q' }],
      expected: { data: { q: null } },
    },
    {
      name: 'unescapes ~1 and ~0 in one pass',
      document: { annotations: { 'example.com/a~b': 'c', '~1': 'd' } },
      patch: [
        { op: 'replace', path: '/annotations/example.com~1a~0b', value: 'e' },
        { op: 'remove', path: '/annotations/~01' },
      ],
      expected: { annotations: { 'example.com/a~b': 'e' } },
    },
    {
      name: 'compares whole values in test, whatever the order of keys',
      document: { items: [{ name: 'y', value: '9' }] },
      patch: [{ op: 'test', path: '/items/0', value: { value: '9', name: 'y' } }],
      expected: { items: [{ name: 'y', value: '9' }] },
    },
    {
      name: 'lets a test for null pass where nothing is',
      document: { data: {} },
      patch: [{ op: 'test', path: '/data/none', value: null }],
      expected: { data: {} },
    },
    {
      name: 'replaces the whole document',
      document: { data: {} },
      patch: [{ op: 'replace', path: '', value: { other: 1 } }],
      expected: { other: 1 },
    },
    {
      name: 'reaches only members of the document itself',
      document: { data: {} },
      patch: [{ op: 'add', path: '/data/constructor', value: 'x' }],
      expected: { data: { constructor: 'x' } },
    },
  ]
  it.each(cases)('$name', ({ document, patch, expected }) => {
    expect(applyJsonPatch(document, patch)).toEqual(expected)
  })

  it('leaves document and patch as they were', () => {
    const document = configMap()
    const patch = [
      { op: 'add', path: '/list', value: [1] },
      { op: 'add', path: '/list/-', value: 2 },
      { op: 'remove', path: '/metadata/labels/l' },
    ]

    applyJsonPatch(document, patch)

    expect(document).toEqual(configMap())
    expect(patch[0]).toEqual({ op: 'add', path: '/list', value: [1] })
  })

  it('keeps a copy apart from what it was copied from', () => {
    const patched = applyJsonPatch({ a: { n: 1 } }, [
      { op: 'copy', from: '/a', path: '/b' },
      { op: 'replace', path: '/b/n', value: 2 },
    ])

    expect(patched).toEqual({ a: { n: 1 }, b: { n: 2 } })
  })

  it('stores a member named __proto__ instead of changing what objects inherit', () => {
    const patched = applyJsonPatch({ data: {} }, [{ op: 'add', path: '/data/__proto__', value: { polluted: true } }])

    expect(JSON.stringify(patched)).toBe('{"data":{"__proto__":{"polluted":true}}}')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it.each<[string, Json]>([
    ['a test that fails', [{ op: 'test', path: '/data/x', value: 'no' }]],
    ['removing what is not there', [{ op: 'remove', path: '/data/none' }]],
    ['adding below what is not there', [{ op: 'add', path: '/none/deeper', value: '1' }]],
    ['adding below a plain value', [{ op: 'add', path: '/data/x/deeper', value: '1' }]],
    ['an unknown operation', [{ op: 'unknown', path: '/data/x', value: 1 }]],
    ['an operation without a path', [{ op: 'add', value: 1 }]],
    ['an operation that is null', [null]],
    ['an inherited member', [{ op: 'remove', path: '/data/constructor' }]],
    ['replacing the document by a plain value', [{ op: 'replace', path: '', value: 1 }]],
  ])('rejects %s with 422 and no detail', (_, patch) => {
    expect(failure(patch).toStatus()).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'the server rejected our request due to an error in our request',
      reason: 'Invalid',
      details: {},
      code: 422,
    })
  })

  it.each([
    ['/items/7', 'remove'],
    ['/items/7', 'replace'],
    ['/items/3', 'add'],
    ['/items/-4', 'add'],
    ['/items/x', 'add'],
  ])('rejects index %s in %s', (path, op) => {
    expect(failure([{ op, path, value: 1 }], { items: [1, 2] }).code).toBe(422)
  })

  it.each<[Json, string]>([
    [{ op: 'add' }, 'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp'],
    [['x'], 'error decoding patch: json: cannot unmarshal string into Go value of type handlers.jsonPatchOp'],
    [
      [{ op: 1 }],
      'error decoding patch: json: cannot unmarshal number into Go struct field jsonPatchOp.op of type string',
    ],
  ])('answers 400 to %j', (patch, message) => {
    expect(failure(patch)).toMatchObject({ reason: 'BadRequest', code: 400, message })
  })

  it('takes 10,000 operations and no more', () => {
    const tests = (count: number) => Array.from({ length: count }, () => ({ op: 'test', path: '/data/x', value: '1' }))

    expect(applyJsonPatch(configMap(), tests(10_000))).toEqual(configMap())
    expect(failure(tests(10_001))).toMatchObject({
      reason: 'RequestEntityTooLarge',
      code: 413,
      message: 'Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001',
    })
  })

  it('stops copies that double the document again and again', () => {
    const doubling = Array.from({ length: 40 }, () => ({ op: 'copy', from: '/list', path: '/list/-' }))

    expect(failure(doubling, { list: ['x'] }).code).toBe(422)
  })
})
