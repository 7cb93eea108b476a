import { type KubeObject, kubeObject, objectMeta, s } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { compileFieldManager } from './field-manager.ts'

const container = s.object({
  name: s.string({ default: '' }),
  image: s.optional(s.string()),
  resources: s.optional(s.with(s.object({ limits: s.optional(s.map(s.quantity())) }), { default: {} })),
})
const podSpec = s.object(
  {
    containers: s.array(container, { listType: 'map', listMapKeys: ['name'] }),
    securityContext: s.optional(s.object({ runAsUser: s.optional(s.int64()) })),
    volumes: s.optional(s.array(s.object({ name: s.string() }), { patchStrategy: 'merge', patchMergeKey: 'name' })),
  },
  { component: 'io.k8s.api.core.v1.PodSpec' },
)
const template = s.object({ metadata: s.with(objectMeta, { default: {} }), spec: s.with(podSpec, { default: {} }) })
const schema = s.object(
  {
    ...kubeObject,
    template: s.with(template, { default: {} }),
    lastSeen: s.optional(s.time()),
  },
  { component: 'io.k8s.api.core.v1.PodTemplate' },
).node

describe('creating an object of a built-in kind', () => {
  it('does not own the structures that are always there, only what is in them', () => {
    const next = {
      apiVersion: 'v1',
      kind: 'PodTemplate',
      metadata: { name: 'a' },
      template: {
        metadata: { labels: { app: 'a' } },
        spec: {
          containers: [
            { name: 'one', image: 'i:1', resources: { limits: { cpu: '1' } } },
            { name: 'two', resources: {} },
          ],
          securityContext: { runAsUser: 1 },
          volumes: [{ name: 'v' }],
        },
      },
      lastSeen: null,
    } as unknown as KubeObject

    const [entry] = compileFieldManager(schema).update({
      live: undefined,
      next,
      manager: 'm',
      apiVersion: 'v1',
      subresource: '',
      now: '2026-01-01T00:00:00Z',
    })

    expect(entry?.fieldsV1).toEqual({
      'f:template': {
        'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } },
        'f:spec': {
          'f:containers': {
            'k:{"name":"one"}': {
              '.': {},
              'f:image': {},
              'f:name': {},
              'f:resources': { '.': {}, 'f:limits': { '.': {}, 'f:cpu': {} } },
            },
            'k:{"name":"two"}': { '.': {}, 'f:name': {}, 'f:resources': {} },
          },
          'f:securityContext': { '.': {}, 'f:runAsUser': {} },
          'f:volumes': { '.': {}, 'k:{"name":"v"}': { '.': {}, 'f:name': {} } },
        },
      },
    })
  })
})
