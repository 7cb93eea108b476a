import { describe, expect, it } from 'vitest'
import { type Schema, s } from '../dsl.ts'
import { kubeObject } from '../object-meta.ts'
import { customComponentName, publishCustomV2, publishCustomV3 } from './custom.ts'
import type { Components } from './references.ts'
import { publishV2, publishV3 } from './typed.ts'

const Port = s.object(
  { number: s.int32({ description: 'Its number.', default: 0 }), name: s.optional(s.string()) },
  { component: 'io.example.v1.Port', description: 'A port.' },
)
const Thing = s.object(
  {
    ...kubeObject,
    main: s.optional(s.with(Port, { description: 'The first port.', default: {} })),
    ports: s.optional(s.array(Port, { listType: 'map', listMapKeys: ['number'] })),
    limits: s.optional(s.map(s.quantity())),
    target: s.optional(s.intOrString({ description: 'Where to.' })),
    raw: s.optional(s.any()),
  },
  { component: 'io.example.v1.Thing', description: 'A thing.' },
)
const REF = '#/components/schemas/'

describe('publishV3', () => {
  it('refers to components, with what a field says of its own beside', () => {
    const components: Components = {}

    const reference = publishV3(Thing.node, components)

    expect(reference).toEqual({ $ref: `${REF}io.example.v1.Thing` })
    expect(components['io.example.v1.Thing']).toMatchObject({
      type: 'object',
      description: 'A thing.',
      properties: {
        metadata: { allOf: [{ $ref: `${REF}io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta` }], default: {} },
        main: { allOf: [{ $ref: `${REF}io.example.v1.Port` }], description: 'The first port.', default: {} },
        ports: {
          type: 'array',
          items: { $ref: `${REF}io.example.v1.Port` },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['number'],
        },
        limits: {
          type: 'object',
          additionalProperties: { $ref: `${REF}io.k8s.apimachinery.pkg.api.resource.Quantity` },
        },
      },
    })
    expect(components['io.example.v1.Port']).toEqual({
      type: 'object',
      description: 'A port.',
      required: ['number'],
      properties: {
        number: { type: 'integer', format: 'int32', default: 0, description: 'Its number.' },
        name: { type: 'string' },
      },
    })
  })

  it('publishes quantities and int-or-strings as clients know them', () => {
    const components: Components = {}
    publishV3(Thing.node, components)

    expect(components['io.k8s.apimachinery.pkg.api.resource.Quantity']).toMatchObject({
      oneOf: [{ type: 'string' }, { type: 'number' }],
    })
    expect(components['io.k8s.apimachinery.pkg.util.intstr.IntOrString']).toMatchObject({
      format: 'int-or-string',
      oneOf: [{ type: 'integer' }, { type: 'string' }],
    })
  })

  it('requires neither apiVersion nor kind nor metadata, and keeps its own extensions to itself', () => {
    const components: Components = {}
    publishV3(Thing.node, components)
    const text = JSON.stringify(components['io.example.v1.Thing'])

    expect(components['io.example.v1.Thing']).not.toHaveProperty('required')
    expect(text).not.toContain('x-kubernetes-preserve-unknown-fields')
  })

  it('publishes a component that contains itself', () => {
    interface Tree {
      children?: Tree[]
    }
    const tree: Schema<Tree> = s.object(
      { children: s.optional(s.array(s.lazy(() => tree))) },
      { component: 'io.example.v1.Tree' },
    )
    const components: Components = {}
    publishV3(tree.node, components)

    expect(components['io.example.v1.Tree']).toMatchObject({
      properties: { children: { items: { $ref: `${REF}io.example.v1.Tree` } } },
    })
  })
})

describe('publishV2', () => {
  it('says what v2 can say', () => {
    const definitions: Components = {}
    publishV2(Thing.node, definitions)

    expect(definitions['io.example.v1.Thing']).toMatchObject({
      properties: { main: { $ref: '#/definitions/io.example.v1.Port', description: 'The first port.' } },
    })
    expect(definitions['io.k8s.apimachinery.pkg.api.resource.Quantity']).toMatchObject({ type: 'string' })
    expect(JSON.stringify(definitions)).not.toContain('"default"')
  })
})

describe('custom kinds', () => {
  it('are published in v3 as their CRD has them, with metadata', () => {
    const components: Components = {}

    const published = publishCustomV3(
      {
        type: 'object',
        properties: {
          spec: {
            type: 'object',
            properties: {
              n: { type: 'integer', minimum: 1, description: 'How many' },
              p: { 'x-kubernetes-int-or-string': true },
              e: {
                type: 'object',
                'x-kubernetes-embedded-resource': true,
                'x-kubernetes-preserve-unknown-fields': true,
              },
            },
          },
        },
      },
      components,
    )

    expect(published).toMatchObject({
      properties: {
        apiVersion: { type: 'string' },
        metadata: { allOf: [{ $ref: `${REF}io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta` }] },
        spec: {
          properties: {
            n: { type: 'integer', minimum: 1, description: 'How many' },
            p: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
            e: { required: ['kind', 'apiVersion'], properties: { kind: { type: 'string' } } },
          },
        },
      },
    })
    expect(components).toHaveProperty(['io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'])
  })

  it('are published in v2 without what kubectl cannot bear', () => {
    const published = publishCustomV2(
      {
        type: 'object',
        required: ['maybe', 'sure'],
        properties: {
          maybe: { type: 'object', nullable: true, properties: { a: { type: 'string' } } },
          sure: { type: 'string', anyOf: [{ minLength: 1 }] },
          open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        },
      },
      {},
    )

    expect(published).toMatchObject({
      required: ['sure'],
      properties: { maybe: {}, sure: { type: 'string' }, open: { 'x-kubernetes-preserve-unknown-fields': true } },
    })
    expect(published).not.toHaveProperty('properties.maybe.type')
    expect(published).not.toHaveProperty('properties.sure.anyOf')
    expect(published).not.toHaveProperty('properties.open.type')
    expect(publishCustomV2({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }, {})).toEqual({
      type: 'object',
    })
  })

  it('have names in reverse, as Java packages do', () => {
    expect(customComponentName('stable.example.com', 'v1', 'Widget')).toBe('com.example.stable.v1.Widget')
  })
})
