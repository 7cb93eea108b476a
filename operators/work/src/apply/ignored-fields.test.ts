import { describe, expect, it } from 'vitest'
import type { IgnoredFields } from './ignored-fields.ts'
import { withoutIgnoredFields } from './ignored-fields.ts'

const manifest = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', annotations: { 'a.b/c': '1' } },
  spec: { replicas: 2, paused: true, template: { spec: { containers: [{ name: 'a', image: 'x' }] } } },
}
const without = (fields: Partial<IgnoredFields>) =>
  withoutIgnoredFields(manifest, [{ condition: 'OnSpokePresent', ...fields }])

describe('fields that are left alone', () => {
  it('are named by path', () => {
    expect(without({ jsonPaths: ['.spec.replicas', '.spec.template.spec.containers[*].image', '.spec.none'] })).toEqual(
      {
        ...manifest,
        spec: { paused: true, template: { spec: { containers: [{ name: 'a' }] } } },
      },
    )
  })

  it('are named by pointer', () => {
    const { spec, metadata } = without({
      jsonPointers: ['/spec/replicas', '/metadata/annotations/a.b~1c', '/spec/none'],
    })

    expect(spec).toEqual({ paused: true, template: manifest.spec.template })
    expect(metadata.annotations).toEqual({})
  })

  it('stay when only changes on the cluster protect them', () => {
    expect(withoutIgnoredFields(manifest, [{ condition: 'OnSpokeChange', jsonPaths: ['.spec.replicas'] }])).toEqual(
      manifest,
    )
  })

  it.each([
    [{ jsonPaths: ['.spec[.x'] }, "JSON path error in '.spec[.x'"],
    [{ jsonPointers: ['spec'] }, "JSON Pointer error in 'spec'"],
    [{ jqPathExpressions: ['.spec.replicas'] }, "JQ expression error in '.spec.replicas'"],
  ])('cannot be %j', (fields, problem) => {
    expect(() => without(fields)).toThrow(problem)
  })

  it('are not taken from the manifest itself', () => {
    without({ jsonPaths: ['.spec.replicas'] })

    expect(manifest.spec.replicas).toBe(2)
  })
})
