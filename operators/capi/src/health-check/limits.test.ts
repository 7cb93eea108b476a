import { describe, expect, it } from 'vitest'
import type { HealthCheck } from '../objects.ts'
import { goDuration } from './go-duration.ts'
import { remediationOf } from './limits.ts'

const check = (spec: Partial<HealthCheck['spec']>): HealthCheck => ({
  apiVersion: 'cluster.x-k8s.io/v1beta1',
  kind: 'MachineHealthCheck',
  metadata: { name: 'workers', uid: '1', resourceVersion: '1' },
  spec: { clusterName: 'demo', selector: {}, ...spec },
})

describe('remediationOf', () => {
  it.each([
    [{}, 3, 0, true, 0],
    [{ maxUnhealthy: 2 }, 3, 1, true, 0],
    [{ maxUnhealthy: 2 }, 3, 0, false, -1],
    [{ maxUnhealthy: '40%' }, 5, 3, true, 0],
    [{ maxUnhealthy: '40%' }, 4, 2, false, -1],
    [{ unhealthyRange: '[2-3]' }, 5, 4, false, 2],
    [{ unhealthyRange: '[2-3]' }, 5, 2, true, 0],
  ])('decides for %j, %d machines, %d of them healthy', (spec, total, healthy, isAllowed, left) => {
    expect(remediationOf(check(spec), total, healthy)).toMatchObject({ isAllowed, left })
  })
})

describe('goDuration', () => {
  it.each([
    [480_000, '8m0s'],
    [1_200_000, '20m0s'],
    [3_600_000, '1h0m0s'],
    [30_000, '30s'],
    [1_500, '1.5s'],
  ])('prints %d as %s', (ms, text) => {
    expect(goDuration(ms)).toBe(text)
  })
})
