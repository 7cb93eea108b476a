import { compileSchema } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { PersistentVolumeClaim } from './persistent-volume-claim.ts'
import { Pod } from './pod.ts'

describe('decoding', () => {
  it('leaves out what clients written in Go never send, so that theirs and hand-written objects are the same', () => {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'a', labels: {} },
      spec: {
        hostname: '',
        hostNetwork: false,
        terminationGracePeriodSeconds: 0,
        containers: [{ name: 'c', image: 'i', command: [], env: [{ name: 'A', value: '' }], stdin: false }],
        tolerations: [{ operator: 'Exists', key: '' }],
      },
    }

    compileSchema(Pod.schema.node).decode(pod)

    expect(pod).toEqual({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'a' },
      spec: {
        terminationGracePeriodSeconds: 0,
        containers: [{ name: 'c', image: 'i', env: [{ name: 'A' }] }],
        tolerations: [{ operator: 'Exists' }],
      },
    })
  })

  it('keeps empty text where it means something', () => {
    const claim = {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: {},
      spec: { storageClassName: '', volumeName: '' },
    }

    compileSchema(PersistentVolumeClaim.schema.node).decode(claim)

    expect(claim.spec).toEqual({ storageClassName: '' })
  })
})
