import { describe, expect, it } from 'vitest'
import type { SchemaNode } from '../../node.ts'
import { formatType } from '../types/type.ts'
import { Failure } from '../values/failure.ts'
import { showValue } from '../values/text.ts'
import { declareSchema } from './declaration.ts'
import { escapeName } from './escape.ts'
import { readerOf } from './reader.ts'

describe('escapeName', () => {
  it.each([
    ['spec', 'spec'],
    ['a-b', 'a__dash__b'],
    ['a.b/c', 'a__dot__b__slash__c'],
    ['a__b', 'a__underscores__b'],
    ['namespace', '__namespace__'],
    ['in', '__in__'],
    ['$ref', undefined],
    ['1st', undefined],
    ['', undefined],
  ])('calls %j %j', (name, escaped) => {
    expect(escapeName(name)).toBe(escaped)
  })
})

const typeOf = (node: SchemaNode) => {
  const declaration = declareSchema(node, false)
  return declaration && formatType(declaration.type)
}

describe('declareSchema', () => {
  it.each<[SchemaNode, string | undefined]>([
    [{ type: 'string' }, 'string'],
    [{ type: 'string', format: 'byte' }, 'bytes'],
    [{ type: 'string', format: 'date-time' }, 'timestamp'],
    [{ type: 'string', format: 'date' }, 'timestamp'],
    [{ type: 'string', format: 'duration' }, 'duration'],
    [{ type: 'string', format: 'ipv4' }, 'string'],
    [{ type: 'integer' }, 'int'],
    [{ type: 'number' }, 'double'],
    [{ type: 'boolean' }, 'bool'],
    [{ 'x-kubernetes-int-or-string': true }, 'dyn'],
    [{ type: 'array', items: { type: 'integer' } }, 'list(int)'],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, 'map(string, int)'],
    [{ 'x-kubernetes-preserve-unknown-fields': true }, undefined],
    [{ type: 'array', items: { 'x-kubernetes-preserve-unknown-fields': true } }, undefined],
  ])('gives %j the type %s', (node, type) => {
    expect(typeOf(node)).toBe(type)
  })

  it('bounds sizes by what fits into a request', () => {
    const list = declareSchema({ type: 'array', items: { type: 'boolean' } }, false)
    const limited = declareSchema({ type: 'array', maxItems: 3, items: { type: 'boolean' } }, false)
    const text = declareSchema({ type: 'string', maxLength: 10 }, false)
    const required: SchemaNode = {
      type: 'object',
      required: ['id', 'kind'],
      properties: { id: { type: 'integer' }, kind: { type: 'string', default: 'x' } },
    }

    expect(list?.maxElements).toBe(629145)
    expect(limited?.maxElements).toBe(3)
    expect(text?.maxElements).toBe(40)
    expect(declareSchema(required, false)?.minSize).toBe(9)
  })

  it('shows rules of a resource its type and name, and nothing else of its metadata', () => {
    const metadata: SchemaNode = { type: 'object', properties: { labels: { type: 'object' } } }
    const resource = declareSchema({ type: 'object', properties: { metadata } }, true)

    const fields = resource?.fields?.get('metadata')?.fields
    expect([...(resource?.fields?.keys() ?? [])]).toEqual(['metadata', 'kind', 'apiVersion'])
    expect([...(fields?.keys() ?? [])]).toEqual(['name', 'generateName'])
    expect(fields?.get('name')?.maxElements).toBe(1012)
  })
})

function read(node: SchemaNode, raw: unknown): string {
  try {
    return showValue(readerOf(node, false)(raw))
  } catch (error) {
    return error instanceof Failure ? `error: ${error.message}` : String(error)
  }
}

describe('readerOf', () => {
  it.each<[SchemaNode, unknown, string]>([
    [{ type: 'integer' }, 3, '3'],
    [{ type: 'number' }, 3, '3'],
    [{ type: 'string', format: 'byte' }, 'QUI=', '[65 66]'],
    [{ type: 'string', format: 'duration' }, '1h', '3600s'],
    [{ type: 'string', format: 'duration' }, '2 days', '172800s'],
    [{ type: 'string', format: 'date' }, '2024-02-29', '2024-02-29T00:00:00Z'],
    [{ type: 'string', format: 'date-time' }, '2024-02-29t01:02:03z', '2024-02-29T01:02:03Z'],
    [{ 'x-kubernetes-int-or-string': true }, '25%', '25%'],
    [{ 'x-kubernetes-int-or-string': true }, 25, '25'],
    [{ type: 'string', nullable: true }, null, 'null'],
    [{ type: 'string' }, null, 'error: invalid data, got null for schema with nullable=false'],
    [{ type: 'string' }, 1, 'error: invalid data, expected string, got float64'],
    [{ type: 'array', items: { type: 'integer' } }, [1, 2], '[1, 2]'],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, { a: 1 }, '{a: 1}'],
    [{ type: 'object', properties: { 'a-b': { type: 'integer' } } }, { 'a-b': 1, unknown: 2 }, '{a__dash__b: 1}'],
  ])('reads %j from %j', (node, raw, shown) => {
    expect(read(node, raw)).toBe(shown)
  })

  it('takes a declared field that is null for absent', () => {
    const node: SchemaNode = { type: 'object', properties: { a: { type: 'string', nullable: true } } }
    const value = readerOf(node, false)({ a: null })

    expect(typeof value === 'object' && value?.celKind === 'map' ? value.find('a') : 'no map').toBeUndefined()
  })

  it('reads no more than what is looked at', () => {
    const node: SchemaNode = { type: 'object', properties: { good: { type: 'integer' }, bad: { type: 'integer' } } }
    const value = readerOf(node, false)({ good: 1, bad: 'no integer' })

    expect(typeof value === 'object' && value?.celKind === 'map' ? value.find('good') : 'no map').toBe(1n)
  })
})
