import { expect, it } from 'vitest'
import { cleanManifest } from './clean-manifest.ts'

it('leaves out the identity of another object, and empty times of creation at any depth', () => {
  const template = { metadata: { labels: { app: 'web' }, creationTimestamp: null }, spec: { list: [1, null] } }
  const metadata = { name: 'web', uid: 'u1', resourceVersion: '9', creationTimestamp: '2030-01-01T00:00:00Z' }
  const manifest = { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { template, items: [template] } }

  const cleanTemplate = { metadata: { labels: { app: 'web' } }, spec: { list: [1, null] } }
  expect(cleanManifest(manifest, { scope: 'Namespaced' })).toEqual({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', creationTimestamp: '2030-01-01T00:00:00Z' },
    spec: { template: cleanTemplate, items: [cleanTemplate] },
  })
})

it('leaves out a namespace where the kind has none', () => {
  const manifest = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'far', namespace: 'default' } }

  expect(cleanManifest(manifest, { scope: 'Cluster' }).metadata).toEqual({ name: 'far' })
  expect(cleanManifest(manifest, { scope: 'Namespaced' }).metadata).toEqual(manifest.metadata)
})
