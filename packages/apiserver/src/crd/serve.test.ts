import { describe, expect, it } from 'vitest'
import { serveDefinition } from './serve.ts'
import { aDefinition, aVersion } from './test/fixture.ts'

const serve = (definition = aDefinition()) => serveDefinition({ spec: definition.spec, names: definition.spec.names })

describe('serving a definition', () => {
  it('orders versions by how stable they are', () => {
    const versions = ['v1alpha1', 'v1', 'v2beta1', 'v10'].map((name) => aVersion(name))

    expect(serve(aDefinition({ versions })).resources.map(({ version }) => version)).toEqual([
      'v10',
      'v1',
      'v2beta1',
      'v1alpha1',
    ])
  })

  it('knows the storage version even when that is not served', () => {
    const versions = [aVersion('v1', {}, { served: false }), aVersion('v2')]

    const { resources, stored } = serve(aDefinition({ versions }))

    expect(resources.map(({ version }) => version)).toEqual(['v2'])
    expect(stored.version).toBe('v1')
  })

  it('shares one result between equal definitions, and not between different ones', () => {
    expect(serve()).toBe(serve())
    expect(serve(aDefinition({ scope: 'Cluster' }))).not.toBe(serve())
  })

  it('takes columns, selectable fields and subresources from the version', () => {
    const version = aVersion('v1', undefined, {
      additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
      selectableFields: [{ jsonPath: '.spec.size' }],
      subresources: { status: {}, scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' } },
    })

    expect(serve(aDefinition({ versions: [version] })).stored).toMatchObject({
      columns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
      selectableFields: ['spec.size'],
      statusSubresource: true,
      scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' },
    })
  })

  it.each([
    [{ deprecated: true }, 'example.com/v1beta1 Widget is deprecated; use example.com/v1 Widget'],
    [{ deprecated: true, deprecationWarning: 'stop' }, 'stop'],
    [{}, undefined],
  ])('warns of a version with %j: %s', (rest, warning) => {
    const versions = [aVersion('v1'), aVersion('v1beta1', undefined, rest)]

    expect(serve(aDefinition({ versions })).resources[1]?.deprecation).toBe(warning)
  })
})
