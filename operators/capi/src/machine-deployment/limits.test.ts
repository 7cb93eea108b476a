import { describe, expect, it } from 'vitest'
import type { Deployment } from '../objects.ts'
import { limitsOf } from './limits.ts'

const deployment = (replicas: number, strategy?: object): Deployment => ({
  apiVersion: 'cluster.x-k8s.io/v1beta1',
  kind: 'MachineDeployment',
  metadata: { name: 'workers', uid: '1', resourceVersion: '1' },
  spec: { clusterName: 'demo', replicas, selector: {}, template: {}, ...(strategy ? { strategy } : {}) },
})

describe('limitsOf', () => {
  it.each([
    [3, undefined, { desired: 3, maxSurge: 1, maxUnavailable: 0 }],
    [4, { rollingUpdate: { maxSurge: '30%', maxUnavailable: '30%' } }, { desired: 4, maxSurge: 2, maxUnavailable: 1 }],
    [2, { rollingUpdate: { maxSurge: 0, maxUnavailable: '10%' } }, { desired: 2, maxSurge: 0, maxUnavailable: 1 }],
    [2, { rollingUpdate: { maxSurge: 0, maxUnavailable: 5 } }, { desired: 2, maxSurge: 0, maxUnavailable: 2 }],
    [2, { type: 'OnDelete' }, { desired: 2, maxSurge: 0, maxUnavailable: 0 }],
  ])('makes machines of shares: %d machines, %j', (replicas, strategy, expected) => {
    expect(limitsOf(deployment(replicas, strategy))).toEqual(expected)
  })

  it('refuses what is neither a number nor a share', () => {
    expect(() => limitsOf(deployment(2, { rollingUpdate: { maxSurge: 'some' } }))).toThrow(
      '"some" is neither a number nor a percentage',
    )
  })
})
