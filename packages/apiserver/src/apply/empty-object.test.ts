import { kubeObject, s } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { emptyObjectOf } from './empty-object.ts'

const podSpec = s.object(
  {
    containers: s.array(s.object({ name: s.string({ default: '' }) }), { listType: 'map', listMapKeys: ['name'] }),
    volumes: s.optional(s.array(s.object({ name: s.string() }), { patchStrategy: 'merge', patchMergeKey: 'name' })),
    securityContext: s.optional(s.object({ uid: s.optional(s.int64()) })),
    dnsPolicy: s.optional(s.string({ default: 'ClusterFirst' })),
  },
  { component: 'io.k8s.api.core.v1.PodSpec' },
)
const members = {
  ...kubeObject,
  spec: s.with(podSpec, { default: {} }),
  podSelector: s.with(s.object({ list: s.optional(s.array(s.string())) }, { mapType: 'atomic' }), { default: {} }),
  rules: s.optional(s.array(s.string(), { listType: 'atomic' })),
  eventTime: s.optional(s.microTime()),
  count: s.optional(s.int32({ default: 0 })),
}

describe('the empty object', () => {
  it('of a built-in kind has the zero values of the fields that are never absent', () => {
    const { metadata: _, ...rest } = emptyObjectOf(s.object(members, { component: 'io.k8s.api.core.v1.Pod' }).node)

    expect(rest).toEqual({ spec: { containers: null }, podSelector: {}, rules: null, eventTime: null, count: 0 })
  })

  it('of a custom resource is empty', () => {
    expect(emptyObjectOf(s.object(members).node)).toEqual({})
  })
})
