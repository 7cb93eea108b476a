import { describe, expect, it } from 'vitest'
import type { SchemaNode } from '../node.ts'
import { findField } from './field-path.ts'
import { checkStructural } from './structural.ts'

const errorsOf = (root: object): string[] =>
  checkStructural(root as SchemaNode, 'schema').map(({ field, message }) => `${field}: ${message}`)

/** Errors of a schema for one field, as paths below that field. */
const errorsOfField = (x: object): string[] =>
  errorsOf({ type: 'object', properties: { x } }).map((text) => text.replace('schema.properties[x]', 'x'))

describe('checkStructural', () => {
  it.each([
    [{ properties: {} }, ['schema.type: Required value: must not be empty at the root']],
    [{ type: 'string' }, ['schema.type: Invalid value: "string": must be object at the root']],
    [{ type: 'object', nullable: true }, ['schema.nullable: Forbidden: nullable cannot be true at the root']],
    [
      { type: 'object', additionalProperties: { type: 'string' } },
      ['schema.additionalProperties: Forbidden: must not be used at the root'],
    ],
    [
      { type: 'object', anyOf: [{ properties: { y: { minLength: 1 } } }] },
      ['schema.properties[y]: Required value: because it is defined in schema.anyOf[0].properties[y]'],
    ],
    [{ type: 'object', $schema: 'x' }, ['schema: Invalid value: "": OpenAPIV3Schema \'schema\' is not supported']],
  ])('refuses %j', (schema, errors) => {
    expect(errorsOf(schema)).toEqual(errors)
  })

  it.each([
    [{}, ['x.type: Required value: must not be empty for specified object fields']],
    [{ type: 'array' }, ['x.items: Required value: must be specified']],
    [{ type: 'array', items: {} }, ['x.items.type: Required value: must not be empty for specified array items']],
    [
      { type: 'unknown' },
      [
        'x.type: Unsupported value: "unknown": supported values: "array", "boolean", "integer", "number", "object", "string"',
      ],
    ],
    [
      { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: { type: 'string' } },
      ['x.additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive'],
    ],
    [
      { type: 'object', allOf: [{ properties: { a: { type: 'string' } } }] },
      ['x.allOf[0].properties[a].type: Forbidden: must be empty to be structural'],
    ],
    [
      { type: 'string', anyOf: [{ description: 'x' }] },
      ['x.anyOf[0].description: Forbidden: must be empty to be structural'],
    ],
    [{ type: 'object', not: { default: 1 } }, ['x.not.default: Forbidden: must be undefined to be structural']],
    [{ $ref: '#/definitions/x' }, ['x.$ref: Forbidden: $ref is not supported']],
    [
      { type: 'object', patternProperties: { a: { type: 'string' } } },
      ['x.patternProperties: Forbidden: patternProperties is not supported'],
    ],
    [
      { type: 'array', uniqueItems: true, items: { type: 'string' } },
      ['x.uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic'],
    ],
    [
      { type: 'string', pattern: '([' },
      [
        'x.pattern: Invalid value: "([": must be a valid regular expression, but isn\'t: error parsing regexp: missing closing ]: `[`',
      ],
    ],
    [
      { type: 'object', 'x-kubernetes-preserve-unknown-fields': false },
      ['x.x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined'],
    ],
    [
      { type: 'string', 'x-kubernetes-embedded-resource': true },
      [
        'x.properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
        'x.type: Invalid value: "string": must be object if x-kubernetes-embedded-resource is true',
      ],
    ],
    [
      { 'x-kubernetes-int-or-string': true, 'x-kubernetes-preserve-unknown-fields': true },
      [
        'x.x-kubernetes-preserve-unknown-fields: Invalid value: true: must be false if x-kubernetes-int-or-string is true',
      ],
    ],
  ])('refuses a field with %j', (schema, errors) => {
    expect(errorsOfField(schema)).toEqual(errors)
  })

  it.each([
    { type: 'object', additionalProperties: false },
    { type: 'string', 'x-kubernetes-int-or-string': true },
    { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
    {
      'x-kubernetes-int-or-string': true,
      allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { pattern: '^a' }],
    },
    { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    { type: 'string', default: null },
    { type: 'string', default: 'a', enum: ['a'] },
  ])('accepts a field with %j', (schema) => {
    expect(errorsOfField(schema)).toEqual([])
  })

  it('lets the root say nothing of metadata but its names', () => {
    const withMetadata = (metadata: object) => errorsOf({ type: 'object', properties: { metadata } })
    const forbidden =
      'schema.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified'

    expect(withMetadata({ type: 'object', properties: { name: { type: 'string', maxLength: 5 } } })).toEqual([])
    expect(withMetadata({ type: 'object', properties: { labels: { type: 'object' } } })).toEqual([forbidden])
    expect(withMetadata({ type: 'object', minProperties: 1 })).toEqual([forbidden])
    expect(withMetadata({ type: 'object', default: {} })).toEqual([
      'schema.properties[metadata].default: Forbidden: must not be set in top-level metadata',
    ])
  })
})

describe('defaults', () => {
  it.each([
    [{ type: 'string', default: 1 }, 'Invalid value: "integer":  in body must be of type string: "integer"'],
    [{ type: 'integer', minimum: 5, default: 3 }, 'Invalid value: 3:  in body should be greater than or equal to 5'],
    [{ type: 'string', enum: ['a'], default: 'b' }, 'Unsupported value: "b": supported values: "a"'],
    [
      { type: 'object', properties: { a: { type: 'string' } }, default: { b: 'x' } },
      'Invalid value: {"b":"x"}: must not have unknown fields',
    ],
  ])('of %j are refused', (schema, message) => {
    expect(errorsOfField(schema)).toEqual([`x.default: ${message}`])
  })
})

describe('rules', () => {
  it('must compile', () => {
    const [error] = errorsOfField({ type: 'integer', 'x-kubernetes-validations': [{ rule: 'self' }] })

    expect(error).toMatch(/^x.x-kubernetes-validations\[0\].rule: .*: cel expression must evaluate to a bool$/)
  })

  it('hold for defaults, too', () => {
    const node = { type: 'integer', default: 1, 'x-kubernetes-validations': [{ rule: 'self > 3' }] }

    expect(errorsOfField(node)).toEqual(['x.default: Invalid value: 1: failed rule: self > 3'])
  })
})

describe('list types', () => {
  const object = { type: 'object', properties: { a: { type: 'string' } } }
  const keys = { 'x-kubernetes-list-map-keys': ['a'] }

  it.each([
    [
      { type: 'array', 'x-kubernetes-list-type': 'other', items: { type: 'string' } },
      'x.x-kubernetes-list-type: Unsupported value: "other": supported values: "atomic", "set", "map"',
    ],
    [
      { type: 'array', 'x-kubernetes-list-type': 'set', items: object },
      'x.items.x-kubernetes-map-type: Invalid value: null: must be atomic as item of a list with x-kubernetes-list-type=set',
    ],
    [
      { type: 'array', 'x-kubernetes-list-type': 'map', items: object },
      'x.x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map',
    ],
    [
      { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['b'], items: object },
      'x.x-kubernetes-list-map-keys: Invalid value: ["b"]: entries must all be names of item properties',
    ],
    [
      { type: 'array', 'x-kubernetes-list-type': 'map', ...keys, items: object },
      'x.items.properties[a].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
    ],
    [
      { type: 'array', ...keys, items: { ...object, required: ['a'] } },
      'x.x-kubernetes-list-type: Required value: must be map if x-kubernetes-list-map-keys is non-empty',
    ],
    [
      { type: 'string', 'x-kubernetes-list-type': 'set' },
      'x.type: Invalid value: "string": must be array if x-kubernetes-list-type is specified',
    ],
    [
      { type: 'array', 'x-kubernetes-map-type': 'atomic', items: { type: 'string' } },
      'x.type: Invalid value: "array": must be object if x-kubernetes-map-type is specified',
    ],
  ])('of %j are refused', (schema, error) => {
    expect(errorsOfField(schema)).toEqual([error])
  })
})

describe('texts of rules', () => {
  const withRule = (rule: object) =>
    errorsOfField({
      type: 'object',
      properties: { a: { type: 'string' } },
      'x-kubernetes-validations': [{ rule: 'true', ...rule }],
    })
  const at = 'x.x-kubernetes-validations[0]'

  it('are checked', () => {
    expect(withRule({ rule: '' })).toEqual([`${at}.rule: Required value: rule is not specified`])
    expect(withRule({ message: ' ' })).toEqual([`${at}.message: Invalid value: " ": must be non-empty if specified`])
    expect(withRule({ message: 'two\nlines' })).toEqual([
      `${at}.message: Invalid value: "two\\nlines": must not contain line breaks`,
    ])
    expect(withRule({ reason: 'Other' })).toEqual([
      `${at}.reason: Unsupported value: "Other": supported values: "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"`,
    ])
    expect(withRule({ fieldPath: '.b' })).toEqual([`${at}.fieldPath: Invalid value: ".b": must be a valid path`])
    expect(withRule({ fieldPath: '.a' })).toEqual([])
  })
})

describe('findField', () => {
  const schema: SchemaNode = {
    type: 'object',
    properties: {
      'a.b': { type: 'object', additionalProperties: { type: 'integer' } },
      c: { type: 'string' },
    },
  }

  it('follows names and keys', () => {
    expect(findField('.c', schema)).toMatchObject({ path: 'c', schema: { type: 'string' } })
    expect(findField("['a.b']['it\\'s']", schema)).toMatchObject({ path: "a.b[it's]", schema: { type: 'integer' } })
  })

  it.each([
    ['.d', 'does not refer to a valid field'],
    ['c', 'expected [ or . but got: c'],
    ['.', 'unexpected end of JSON path'],
    ['[c]', 'expected single quoted string but got c'],
    ["['c'", 'unexpected end of JSON path'],
  ])('explains why %s leads nowhere', (path, problem) => {
    expect(findField(path, schema)).toEqual({ problem })
  })

  it('can be told to do without brackets', () => {
    expect(findField("['c']", schema, { brackets: false })).toEqual({ problem: 'array notation is not allowed' })
  })
})
