import { describe, expect, it } from 'vitest'
import type { ManifestWork } from '../manifest-work.ts'
import { executorPermission, validateManifestWork } from './manifest-work.validate.ts'

const configMap = (metadata: object, data = {}) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data })
const work = (manifests: object[], executor?: NonNullable<ManifestWork['spec']>['executor']): ManifestWork => ({
  apiVersion: 'work.open-cluster-management.io/v1',
  kind: 'ManifestWork',
  metadata: { namespace: 'local-cluster', name: 'blue' },
  // Manifests are JSON.
  spec: { workload: { manifests: manifests as [] }, ...(executor ? { executor } : {}) },
})
const doer = {
  subject: { type: 'ServiceAccount' as const, serviceAccount: { namespace: 'default', name: 'doer' } },
}

describe('works that are refused', () => {
  it.each([
    ['no manifests', [], 'manifests should not be empty'],
    ['no name', [configMap({ namespace: 'a' })], 'name must be set in manifest'],
    ['a generated name', [configMap({ name: 'a', generateName: 'a-' })], 'generateName must not be set in manifest'],
    [
      'an object twice',
      [configMap({ namespace: 'a', name: 'b' }), configMap({ namespace: 'a', name: 'b' })],
      'duplicate manifest for resource a/b with resource type v1.ConfigMap',
    ],
  ])('have %s', (_problem, manifests, message) => {
    expect(validateManifestWork(work(manifests))).toEqual({ code: 400, reason: 'BadRequest', message })
  })

  it('are larger than allowed, and told by how much', () => {
    const large = work([configMap({ name: 'a' }, { text: 'x'.repeat(600_000) })])

    expect(validateManifestWork(large)?.message).toBe(
      'the size of manifests is 600081 bytes which exceeds the 512000 limit',
    )
    expect(validateManifestWork(large, 1_000_000)).toBeUndefined()
  })

  it('are not those whose objects have the same name in different places or kinds', () => {
    const manifests = [
      configMap({ namespace: 'a', name: 'b' }),
      configMap({ namespace: 'c', name: 'b' }),
      { ...configMap({ namespace: 'a', name: 'b' }), kind: 'Secret' },
    ]

    expect(validateManifestWork(work(manifests))).toBeUndefined()
  })
})

describe('a work with an executor', () => {
  it('needs the permission to act in its name', () => {
    expect(executorPermission(work([], doer), undefined, 'jo')).toEqual({
      attributes: {
        group: 'work.open-cluster-management.io',
        resource: 'manifestworks',
        verb: 'execute-as',
        namespace: 'local-cluster',
        name: 'system:serviceaccount:default:doer',
      },
      refusal: {
        code: 400,
        reason: 'BadRequest',
        message: 'user jo cannot manipulate the Manifestwork with executor default/doer in namespace local-cluster',
      },
    })
  })

  it('needs it again only when the executor changes', () => {
    expect(executorPermission(work([], doer), work([{}], doer), 'jo')).toBeUndefined()
    expect(executorPermission(work([], doer), work([]), 'jo')).toBeDefined()
    expect(executorPermission(work([]), work([], doer), 'jo')).toBeUndefined()
  })

  it('is refused when it does not say which', () => {
    expect(executorPermission(work([], { subject: { type: 'ServiceAccount' } }), undefined, 'jo')).toMatchObject({
      message: 'executor service account can not be nil',
    })
  })
})
