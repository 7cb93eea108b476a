import { createRandom, VirtualClock } from '@skep/base'
import { describe, expect, it } from 'vitest'
import { clusterType } from './cluster/cluster-type.ts'
import { newId } from './ids.ts'
import { mergeAttributes } from './merge.ts'
import { setAt, takeAt, withValueAt } from './paths.ts'
import { searchAttributes } from './search-attributes.ts'

describe('ids', () => {
  it('have 32 characters and sort by the time they were made', () => {
    const random = createRandom(1)
    const ids = [0, 1, 2].map((second) => newId(new VirtualClock({ start: 1_767_000_000_000 + second * 1000 }), random))

    expect(ids.every((id) => /^[0-9a-v]{32}$/.test(id))).toBe(true)
    expect([...ids].sort()).toEqual(ids)
  })
})

describe('changes', () => {
  it('merge structures, and replace maps and lists', () => {
    const current = { nodes: { compute: 1, master: 3 }, properties: { a: '1' }, aws: { subnet_ids: ['a', 'b'] } }
    const patch = { nodes: { compute: 2 }, properties: { b: '2' }, aws: { subnet_ids: ['c'] }, unknown: 1 }

    expect(mergeAttributes(clusterType.schema.node, current, patch)).toEqual({
      nodes: { compute: 2, master: 3 },
      properties: { b: '2' },
      aws: { subnet_ids: ['c'] },
    })
  })

  it('take and set attributes by their paths', () => {
    const object = { a: { b: { c: 1 } } }

    expect(takeAt(object, 'a.b.c')).toBe(1)
    expect(object).toEqual({})
    setAt(object, 'x.y', 2)
    expect(object).toEqual({ x: { y: 2 } })
  })

  it('change attributes by their paths in a copy, if at all', () => {
    const object = { a: { b: { c: 1 } }, d: { e: 2 } }

    expect(withValueAt(object, 'a.b.c', 1)).toBe(object)
    expect(withValueAt(object, 'x.y', undefined)).toBe(object)
    const changed = withValueAt(object, 'a.b.f', { g: 3 })
    expect(changed).toEqual({ a: { b: { c: 1, f: { g: 3 } } }, d: { e: 2 } })
    expect(changed['d']).toBe(object.d)
    expect(withValueAt(object, 'a.b.c', undefined)).toEqual({ d: { e: 2 } })
    expect(object).toEqual({ a: { b: { c: 1 } }, d: { e: 2 } })
  })
})

describe('attributes to search by', () => {
  it('are every plain value of a cluster but its secrets', () => {
    const attributes = searchAttributes(clusterType)

    expect(attributes).toMatchObject({
      name: 'string',
      'azure.resource_name': 'string',
      'properties.*': 'string',
      'aws.sts.operator_iam_roles[].role_arn': 'string',
      creation_timestamp: 'timestamp',
      'nodes.compute': 'number',
      multi_az: 'boolean',
    })
    expect(attributes).not.toHaveProperty(['aws.secret_access_key'])
  })
})
