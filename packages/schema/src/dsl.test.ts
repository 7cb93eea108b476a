import { describe, expect, expectTypeOf, it } from 'vitest'
import { type Condition, s, type TypeOf } from './dsl.ts'
import { defineKind, type ObjectMeta, type ObjectOf } from './kind.ts'
import { COMPONENT } from './node.ts'
import { kubeObject } from './object-meta.ts'

describe('types of schemas', () => {
  it('follow from the schema', () => {
    const schema = s.object({
      name: s.string(),
      size: s.optional(s.int32()),
      mode: s.enum(['Fast', 'Slow']),
      tags: s.optional(s.array(s.string())),
      limits: s.map(s.quantity()),
      port: s.intOrString(),
      nested: s.object({ since: s.time(), on: s.optional(s.bool()) }),
    })

    expectTypeOf<TypeOf<typeof schema>>().toEqualTypeOf<{
      name: string
      size?: number
      mode: 'Fast' | 'Slow'
      tags?: string[]
      limits: Record<string, string>
      port: number | string
      nested: { since: string; on?: boolean }
    }>()
    expect(schema.node.required).toEqual(['name', 'mode', 'limits', 'port', 'nested'])
  })

  it('make the type of a kind', () => {
    const Widget = defineKind({
      group: 'example.com',
      version: 'v1',
      kind: 'Widget',
      plural: 'widgets',
      scope: 'Cluster',
      schema: s.object({
        ...kubeObject,
        spec: s.object({ n: s.int64() }),
        status: s.optional(s.object({ conditions: s.optional(s.conditions()) })),
      }),
    })

    expectTypeOf<ObjectOf<typeof Widget>>().toEqualTypeOf<{
      apiVersion: string
      kind: string
      metadata: ObjectMeta
      spec: { n: number }
      status?: { conditions?: Condition[] }
    }>()
    expectTypeOf<Condition['status']>().toEqualTypeOf<'True' | 'False' | 'Unknown'>()
  })
})

describe('options', () => {
  it('become the keywords of Kubernetes', () => {
    expect(s.array(s.string(), { listType: 'set', maxItems: 3, patchStrategy: 'merge' }).node).toEqual({
      type: 'array',
      items: { type: 'string' },
      maxItems: 3,
      'x-kubernetes-list-type': 'set',
      'x-kubernetes-patch-strategy': 'merge',
    })
    expect(s.anyObject({ mapType: 'atomic' }).node).toEqual({
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      'x-kubernetes-map-type': 'atomic',
    })
  })

  it('of a use leave the shared schema alone', () => {
    const Shared = s.object({ a: s.string() }, { component: 'io.example.Shared', description: 'Shared.' })

    const used = s.with(Shared, { description: 'Used here.' })

    expect(used.node.description).toBe('Used here.')
    expect(used.node[COMPONENT]).toBe('io.example.Shared')
    expect(Shared.node.description).toBe('Shared.')
  })

  it('of conditions keep one of each type', () => {
    expect(s.conditions().node).toMatchObject({
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: { required: ['type', 'status', 'lastTransitionTime', 'reason', 'message'] },
    })
  })
})
