import { describe, expect, it } from 'vitest'
import { kindToCrd } from './crd.ts'
import { s } from './dsl.ts'
import { defineKind } from './kind.ts'
import type { SchemaNode } from './node.ts'
import { kubeObject } from './object-meta.ts'
import { checkStructural } from './structural/structural.ts'

const Order = defineKind({
  group: 'orders.example.com',
  version: 'v1alpha1',
  kind: 'Order',
  plural: 'orders',
  scope: 'Namespaced',
  shortNames: ['o'],
  statusSubresource: true,
  custom: true,
  selectableFields: ['spec.template'],
  schema: s.object({
    ...kubeObject,
    spec: s.object({
      template: s.string({ description: 'What to make.' }),
      memory: s.optional(s.quantity({ description: 'How much.' })),
      port: s.optional(s.intOrString()),
    }),
    status: s.optional(s.object({ conditions: s.optional(s.conditions()) })),
  }),
  columns: [
    { name: 'Template', type: 'string', jsonPath: '.spec.template' },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp', priority: 1 },
    { name: 'Computed', type: 'string' },
  ],
})

const schemaOf = (crd: ReturnType<typeof kindToCrd>): SchemaNode => {
  const { versions } = crd['spec'] as unknown as { versions: { schema: { openAPIV3Schema: SchemaNode } }[] }
  return versions[0]!.schema.openAPIV3Schema
}

describe('kindToCrd', () => {
  it('names the kind and what belongs to it', () => {
    expect(kindToCrd(Order)).toMatchObject({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'orders.orders.example.com' },
      spec: {
        group: 'orders.example.com',
        scope: 'Namespaced',
        names: { plural: 'orders', singular: 'order', kind: 'Order', listKind: 'OrderList', shortNames: ['o'] },
        versions: [
          {
            name: 'v1alpha1',
            served: true,
            storage: true,
            subresources: { status: {} },
            selectableFields: [{ jsonPath: '.spec.template' }],
            additionalPrinterColumns: [
              { name: 'Template', type: 'string', jsonPath: '.spec.template' },
              { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp', priority: 1 },
            ],
          },
        ],
      },
    })
  })

  it('states the schema in the form CRDs must have', () => {
    const schema = schemaOf(kindToCrd(Order))

    expect(schema.required).toEqual(['spec'])
    expect(schema.properties?.['metadata']).toEqual({ type: 'object' })
    expect(schema.properties?.['spec']?.properties?.['memory']).toMatchObject({
      'x-kubernetes-int-or-string': true,
      anyOf: [{ type: 'integer' }, { type: 'string' }],
      description: 'How much.',
    })
    expect(checkStructural(schema, 'schema')).toEqual([])
  })

  it('serves further versions with the same fields, and keeps objects as the first', () => {
    const crd = kindToCrd({ ...Order, furtherVersions: ['v1beta1'] })

    const { versions } = crd['spec'] as unknown as { versions: { name: string; storage: boolean; schema: unknown }[] }
    expect(versions.map(({ name, storage }) => [name, storage])).toEqual([
      ['v1alpha1', true],
      ['v1beta1', false],
    ])
    expect(versions[1]?.schema).toEqual(versions[0]?.schema)
  })

  it('is plain JSON', () => {
    const crd = kindToCrd(Order)

    expect(JSON.parse(JSON.stringify(crd))).toEqual(crd)
  })
})
