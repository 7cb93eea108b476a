import { compileSchema, deepFreeze, type JsonObject, type SchemaNode } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import type { ServedResource } from '../contracts.ts'
import { completeChanged, completeObject } from './decode.ts'

const node: SchemaNode = {
  type: 'object',
  properties: {
    spec: { type: 'object', default: {}, properties: { size: { type: 'integer', default: 3 } } },
    status: { type: 'object', properties: { phase: { type: 'string', default: 'New' } } },
  },
}
const resource = { compiled: compileSchema(node, { custom: true }) } as unknown as ServedResource

const stored: JsonObject = deepFreeze({
  apiVersion: 'example.com/v1',
  kind: 'Thing',
  metadata: { name: 'a' },
  spec: { size: 1 },
  status: { phase: 'Ready' },
})

/** The stored object with other members, completed; and what was unknown of them. */
function complete(members: JsonObject): { object: object; unknown: string[] } {
  const unknown: string[] = []
  const value = { ...stored, metadata: { name: 'a' }, ...members }
  const object = completeChanged(completeObject, resource, value, stored, (path) => unknown.push(path))
  return { object, unknown }
}

describe('completing an object that shares members with a complete one', () => {
  it('completes those that it does not share, and keeps the others', () => {
    const { object, unknown } = complete({ status: { extra: 1 } })

    expect(object).toEqual({ ...stored, status: { phase: 'New' } })
    expect((object as typeof stored)['spec']).toBe(stored['spec'])
    expect(unknown).toEqual(['status.extra'])
  })

  it('gives a member that was taken away its default again', () => {
    const { spec: _, ...others } = stored
    const object = completeChanged(completeObject, resource, { ...others, metadata: { name: 'a' } }, stored)

    expect(object).toEqual({ ...stored, spec: { size: 3 } })
  })

  it('drops members that are unknown', () => {
    const { object, unknown } = complete({ other: {}, constructor: {} })

    expect(object).toEqual(stored)
    expect(unknown).toEqual(['constructor', 'other'])
  })
})
