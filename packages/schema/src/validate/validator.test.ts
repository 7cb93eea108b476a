import { describe, expect, it } from 'vitest'
import { compileSchema } from '../compile.ts'
import { fieldError } from '../field-error.ts'
import type { Json, JsonObject } from '../json.ts'
import type { SchemaNode } from '../node.ts'

/** What a user sees of the errors: `field: message`. */
const errorsOf = (spec: SchemaNode, value: Json, old?: Json): string[] => {
  const schema: SchemaNode = { type: 'object', properties: { spec } }
  const options = old === undefined ? {} : { old: { spec: old } }
  return compileSchema(schema, { custom: true })
    .validate({ spec: value }, options)
    .map(({ field, message }) => `${field}: ${message}`)
}

const member = (node: SchemaNode): SchemaNode => ({ type: 'object', properties: { x: node } })

describe('types', () => {
  it.each<[SchemaNode, Json, string]>([
    [{ type: 'string' }, 1, 'Invalid value: "integer": spec.x in body must be of type string: "integer"'],
    [{ type: 'integer' }, '1', 'Invalid value: "string": spec.x in body must be of type integer: "string"'],
    [{ type: 'number' }, 'x', 'Invalid value: "string": spec.x in body must be of type number: "string"'],
    [{ type: 'boolean' }, 'true', 'Invalid value: "string": spec.x in body must be of type boolean: "string"'],
    [{ type: 'array', items: {} }, {}, 'Invalid value: "object": spec.x in body must be of type array: "object"'],
    [{ type: 'object' }, [], 'Invalid value: "array": spec.x in body must be of type object: "array"'],
    [{ type: 'string' }, null, 'Invalid value: "null": spec.x in body must be of type string: "null"'],
    [
      { 'x-kubernetes-int-or-string': true },
      1.5,
      'Invalid value: "number": spec.x in body must be of type integer,string: "number"',
    ],
    [
      { type: 'string', format: 'date-time' },
      5,
      'Invalid value: "int64": spec.x in body must be of type date-time: "int64"',
    ],
  ])('%j refuses %j', (node, value, message) => {
    expect(errorsOf(member(node), { x: value })).toEqual([`spec.x: ${message}`])
  })

  it.each<[SchemaNode, Json]>([
    [{ type: 'integer' }, 3],
    [{ type: 'number' }, 3],
    [{ type: 'string', nullable: true }, null],
    [{ 'x-kubernetes-int-or-string': true }, 'x'],
    [{ 'x-kubernetes-int-or-string': true }, 1],
    [{ 'x-kubernetes-preserve-unknown-fields': true }, [1, { two: 3 }]],
    [{ type: 'integer', format: 'int64' }, 2 ** 63],
  ])('%j accepts %j', (node, value) => {
    expect(errorsOf(member(node), { x: value })).toEqual([])
  })

  it('reports a fraction where an integer should be, once for the type and once for the range', () => {
    expect(errorsOf(member({ type: 'integer' }), { x: 1.5 })).toEqual([
      'spec.x: Invalid value: "number": spec.x in body must be of type integer: "number"',
      '<nil>: Invalid value: "": Checked value must be of type integer (default format) in spec.x',
    ])
    expect(errorsOf(member({ type: 'integer', format: 'int32' }), { x: 1.5 })).toEqual([
      'spec.x: Invalid value: "float64": spec.x in body must be of type int32: "float64"',
      '<nil>: Invalid value: "": Checked value must be of type integer with format int32 in spec.x',
    ])
  })
})

describe('keywords', () => {
  it.each<[SchemaNode, Json, string]>([
    [{ type: 'integer', minimum: 3 }, 2, 'Invalid value: 2: spec.x in body should be greater than or equal to 3'],
    [{ type: 'integer', maximum: 3 }, 4, 'Invalid value: 4: spec.x in body should be less than or equal to 3'],
    [
      { type: 'number', minimum: 3, exclusiveMinimum: true },
      3,
      'Invalid value: 3: spec.x in body should be greater than 3',
    ],
    [
      { type: 'number', maximum: 3, exclusiveMaximum: true },
      3,
      'Invalid value: 3: spec.x in body should be less than 3',
    ],
    [{ type: 'integer', multipleOf: 5 }, 7, 'Invalid value: 7: spec.x in body should be a multiple of 5'],
    [{ type: 'number', multipleOf: 0.5 }, 0.7, 'Invalid value: 0.7: spec.x in body should be a multiple of 0.5'],
    [
      { type: 'number', multipleOf: 0.5 },
      -2,
      'Invalid value: 0: factor MultipleOf declared for spec.x must be positive: 0',
    ],
    [{ type: 'string', minLength: 3 }, 'äö', 'Invalid value: "äö": spec.x in body should be at least 3 chars long'],
    [{ type: 'string', maxLength: 3 }, 'abcd', 'Too long: may not be more than 3 bytes'],
    [{ type: 'string', maxLength: 1 }, 'ab', 'Too long: may not be more than 1 byte'],
    [{ type: 'string', pattern: '^a+$' }, 'b', `Invalid value: "b": spec.x in body should match '^a+$'`],
    [{ type: 'string', enum: ['one', 'two'] }, 'three', 'Unsupported value: "three": supported values: "one", "two"'],
    [{ type: 'integer', enum: [1, 2] }, 3, 'Unsupported value: 3: supported values: "1", "2"'],
    [
      { type: 'string', format: 'ipv4' },
      '1.2.3',
      'Invalid value: "1.2.3": spec.x in body must be of type ipv4: "1.2.3"',
    ],
    [{ type: 'array', items: {}, minItems: 2 }, ['a'], 'Invalid value: 1: spec.x in body should have at least 2 items'],
    [{ type: 'array', items: {}, maxItems: 1 }, ['a', 'b'], 'Too many: 2: must have at most 1 item'],
    [
      { type: 'array', items: {}, uniqueItems: true },
      [{ a: 1 }, { a: 1 }],
      `Invalid value: "": spec.x in body shouldn't contain duplicates`,
    ],
    [
      { type: 'object', minProperties: 2 },
      { a: 1 },
      'Invalid value: 1: spec.x in body should have at least 2 properties',
    ],
    [{ type: 'object', maxProperties: 1 }, { a: 1, b: 1 }, 'Too many: 2: must have at most 1 item'],
    [
      { type: 'object', additionalProperties: false },
      { a: 1 },
      'Invalid value: "a": spec.x.a in body is a forbidden property',
    ],
    [
      { type: 'string', pattern: '([' },
      'x',
      'Invalid value: "x": spec.x in body should match \'([, but pattern is invalid: error parsing regexp: missing closing ]: `[`\'',
    ],
  ])('%j refuses %j', (node, value, message) => {
    expect(errorsOf(member(node), { x: value })).toEqual([`spec.x: ${message}`])
  })

  it('counts characters, not bytes', () => {
    expect(errorsOf(member({ type: 'string', minLength: 3, maxLength: 3 }), { x: 'äöü' })).toEqual([])
    expect(errorsOf(member({ type: 'string', maxLength: 2 }), { x: '😀😀' })).toEqual([])
  })

  it('checks a number that may also be text only by what both are asked for', () => {
    const node: SchemaNode = { 'x-kubernetes-int-or-string': true, pattern: '^[0-9]+%$' }

    expect(errorsOf(member(node), { x: 5 })).toEqual([])
    expect(errorsOf(member(node), { x: 'x' })).toEqual([
      `spec.x: Invalid value: "x": spec.x in body should match '^[0-9]+%$'`,
    ])
  })

  it('reports what is missing, in lists and maps too', () => {
    const item: SchemaNode = { type: 'object', required: ['a', 'b'], properties: { a: { type: 'string' } } }

    expect(errorsOf({ type: 'array', items: item }, [{}])).toEqual([
      'spec[0].a: Required value',
      'spec[0].b: Required value',
    ])
    expect(errorsOf({ type: 'object', additionalProperties: item }, { key: { a: 'x' } })).toEqual([
      'spec.key.b: Required value',
    ])
  })

  it('reports a required field named like a method of every object', () => {
    expect(errorsOf({ type: 'object', required: ['constructor'] }, {})).toEqual(['spec.constructor: Required value'])
  })
})

describe('logic', () => {
  it.each<[SchemaNode, Json, string[]]>([
    [
      { type: 'integer', allOf: [{ minimum: 2 }, { maximum: 4 }] },
      1,
      [
        'spec: Invalid value: 1: spec in body should be greater than or equal to 2',
        '<nil>: Invalid value: "": "spec" must validate all the schemas (allOf)',
      ],
    ],
    [
      { type: 'integer', anyOf: [{ maximum: 2 }, { minimum: 8 }] },
      5,
      [
        '<nil>: Invalid value: "": "spec" must validate at least one schema (anyOf)',
        'spec: Invalid value: 5: spec in body should be less than or equal to 2',
      ],
    ],
    [
      { type: 'integer', oneOf: [{ minimum: 2 }, { maximum: 4 }] },
      3,
      ['<nil>: Invalid value: "": "spec" must validate one and only one schema (oneOf). Found 2 valid alternatives'],
    ],
    [
      { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] },
      {},
      [
        '<nil>: Invalid value: "": "spec" must validate one and only one schema (oneOf). Found none valid',
        'spec.a: Required value',
      ],
    ],
    [
      { type: 'string', not: { enum: ['bad'] } },
      'bad',
      ['<nil>: Invalid value: "": "spec" must not validate the schema (not)'],
    ],
  ])('%j refuses %j', (node, value, errors) => {
    expect(errorsOf(node, value)).toEqual(errors)
  })

  it('shows the errors of the alternative that comes closest', () => {
    const node: SchemaNode = {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'integer' } },
      anyOf: [{ required: ['z'] }, { properties: { b: { minimum: 5 } } }],
    }

    expect(errorsOf(node, { a: 'x', b: 1 })).toEqual([
      '<nil>: Invalid value: "": "spec" must validate at least one schema (anyOf)',
      'spec.b: Invalid value: 1: spec.b in body should be greater than or equal to 5',
    ])
  })
})

describe('list types', () => {
  const set: SchemaNode = { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' }
  const map: SchemaNode = {
    type: 'array',
    items: { type: 'object', properties: { k: { type: 'string' }, p: { type: 'integer' } } },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['k'],
  }

  it('reports the second of equal items, once', () => {
    expect(errorsOf(set, ['a', 'b', 'a', 'a'])).toEqual(['spec[2]: Duplicate value: "a"'])
    expect(errorsOf(map, [{ k: 'a' }, { k: 'b' }, { k: 'a' }])).toEqual(['spec[2]: Duplicate value: {"k":"a"}'])
  })

  it('tells items apart by all of their keys', () => {
    const byBoth = { ...map, 'x-kubernetes-list-map-keys': ['k', 'p'] }

    expect(
      errorsOf(byBoth, [
        { k: 'a', p: 1 },
        { k: 'a', p: 2 },
      ]),
    ).toEqual([])
    expect(
      errorsOf(byBoth, [
        { k: 'a', p: 1 },
        { p: 1, k: 'a' },
      ]),
    ).toEqual(['spec[1]: Duplicate value: {"k":"a","p":1}'])
  })

  it('forgives duplicates that were there before', () => {
    expect(errorsOf(set, ['a', 'a', 'b'], ['a', 'a'])).toEqual([])
    expect(errorsOf(set, ['a', 'a'], ['a'])).toEqual(['spec[1]: Duplicate value: "a"'])
  })
})

describe('updates', () => {
  const spec: SchemaNode = {
    type: 'object',
    properties: {
      a: { type: 'string', maxLength: 3 },
      b: { type: 'string', maxLength: 3 },
      l: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
        items: { type: 'object', properties: { k: { type: 'string' }, v: { type: 'string', maxLength: 3 } } },
      },
      atomic: { type: 'array', items: { type: 'string', maxLength: 3 } },
    },
  }

  it('forgive a value that was invalid before and stays as it is', () => {
    const old = { a: 'too long', b: 'x', l: [{ k: '1', v: 'too long' }] }

    expect(errorsOf(spec, { ...old, b: 'y' }, old)).toEqual([])
    expect(errorsOf(spec, { ...old, l: [{ k: '0' }, { k: '1', v: 'too long' }] }, old)).toEqual([])
  })

  it('do not forgive a value that changes', () => {
    expect(errorsOf(spec, { a: 'still too long' }, { a: 'too long' })).toEqual([
      'spec.a: Too long: may not be more than 3 bytes',
    ])
  })

  it('forgive lists without keys only as a whole', () => {
    const old = { atomic: ['too long'] }

    expect(errorsOf(spec, { atomic: ['too long'], a: 'x' }, old)).toEqual([])
    expect(errorsOf(spec, { atomic: ['too long', 'x'] }, old)).toEqual([
      'spec.atomic[0]: Too long: may not be more than 3 bytes',
    ])
  })

  it('of the status check nothing but the status', () => {
    const schema: SchemaNode = {
      type: 'object',
      properties: { spec: { type: 'string' }, status: { type: 'object', properties: { n: { type: 'integer' } } } },
    }
    const object: JsonObject = { spec: 5, status: { n: 'x' } }

    const errors = compileSchema(schema, { custom: true }).validate(object, { only: 'status' })

    expect(errors).toEqual([
      fieldError.typeInvalid('status.n', 'string', 'n in body must be of type integer: "string"'),
    ])
  })
})

describe('embedded resources', () => {
  const schema: SchemaNode = {
    type: 'object',
    properties: {
      e: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
    },
  }
  const errors = (value: JsonObject) =>
    compileSchema(schema, { custom: true })
      .validate({ e: value })
      .map(({ field, message }) => `${field}: ${message}`)

  it('must say what they are', () => {
    expect(errors({})).toEqual(['e.apiVersion: Required value', 'e.kind: Required value'])
    expect(errors({ apiVersion: 'a/b/c', kind: 'X' })).toEqual([
      'e.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
    ])
    expect(errors({ apiVersion: 'v1', kind: 'not a kind' })[0]).toMatch(
      /^e.kind: Invalid value: "not a kind": may have mixed case, but should otherwise match: a DNS-1035 label must/,
    )
  })

  it('have their metadata checked by the server', () => {
    const value = { e: { apiVersion: 'v1', kind: 'X', metadata: { labels: { 'a b': 'c' } } } }

    const found = compileSchema(schema, { custom: true }).validate(value, {
      validateMetadata: (metadata, path) =>
        Object.keys(metadata.labels ?? {}).map((key) => fieldError.invalid(`${path}.labels`, key, 'is odd')),
    })

    expect(found).toEqual([fieldError.invalid('e.metadata.labels', 'a b', 'is odd')])
  })
})

describe('rules', () => {
  const spec: SchemaNode = {
    type: 'object',
    properties: { n: { type: 'integer' }, s: { type: 'string' } },
    'x-kubernetes-validations': [{ rule: 'self.n > 3', message: 'n is too small' }],
  }

  it('are evaluated on valid objects', () => {
    expect(errorsOf(spec, { n: 4 })).toEqual([])
    expect(errorsOf(spec, { n: 1 })).toEqual(['spec: Invalid value: n is too small'])
  })

  it('are not evaluated on objects of wrong types', () => {
    expect(errorsOf(spec, { n: 1, s: 5 })).toEqual([
      'spec.s: Invalid value: "integer": spec.s in body must be of type string: "integer"',
      '<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
    ])
  })
})
