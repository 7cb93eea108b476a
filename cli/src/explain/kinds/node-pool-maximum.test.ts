import type { NodePool } from '@skep/api'
import type { Stored } from '@skep/client'
import { describe, expect, it } from 'vitest'
import type { Reader } from '../reader.ts'
import { part, type Sample, sample, summed } from '../test/judged.ts'
import { podsBeyondMaximum } from './node-pool-maximum.ts'

const pool = (name: string, replicas: number, given: Sample = {}) =>
  sample('hypershift.openshift.io/v1beta1', 'NodePool', {
    metadata: { name },
    spec: { clusterName: 'demo', autoScaling: { min: 1, max: 4 }, platform: { type: 'Azure' } },
    status: { replicas },
    ...given,
  }) as unknown as Stored<NodePool>

const node = (ofPool: string, cpu: string) =>
  sample('v1', 'Node', {
    metadata: { name: ofPool, labels: { 'hypershift.openshift.io/nodePool': ofPool } },
    status: { allocatable: { cpu, memory: '16Gi', pods: '100' } },
  })

const pod = (name: string, cpu: string, conditions = ['PodScheduled=False/Unschedulable no room']) =>
  sample('v1', 'Pod', {
    metadata: { name },
    spec: { containers: [{ name: 'web', resources: { requests: { cpu } } }] },
    conditions,
  })

const PODS = [pod('small', '2'), pod('large', '6'), pod('placed', '2', ['PodScheduled=True'])]

/** Names of the pods that a pool has no room for, given all pools of its cluster. */
async function beyond(asked: Stored<NodePool>, pools: readonly Stored<NodePool>[] = [asked]): Promise<string[]> {
  const tenant = {
    cluster: 'demo',
    list: async ({ kind }: { kind: string }) => (kind === 'Node' ? [node('blue', '4'), node('green', '8')] : PODS),
  }
  const cluster = sample('hypershift.openshift.io/v1beta1', 'HostedCluster', {
    metadata: { name: 'demo' },
    status: { kubeconfig: { name: 'demo-admin-kubeconfig' } },
  })
  // Nothing else is asked of it.
  const read = {
    get: async ({ kind }: { kind: string }) => (kind === 'Secret' ? { data: { kubeconfig: '' } } : cluster),
    list: async () => pools,
    open: async () => tenant,
  } as unknown as Reader
  const parts = await podsBeyondMaximum(asked, read)
  return parts.flatMap((found) => ('object' in found ? [found.object.metadata.name] : []))
}

describe('pods beyond the maximum of a pool', () => {
  it('are those that wait, and would run on another node of it', async () => {
    expect(await beyond(pool('blue', 4))).toEqual(['small'])
    expect(await beyond(pool('green', 4))).toEqual(['small', 'large'])
  })

  it('are none as long as it may grow', async () => {
    expect(await beyond(pool('blue', 3))).toEqual([])
  })

  it('are none for which another pool grows', async () => {
    const blue = pool('blue', 4)

    expect(await beyond(blue, [blue, pool('green', 2)])).toEqual([])
    expect(await beyond(blue, [blue, pool('green', 4)])).toEqual(['small'])
  })

  it('are what a pool says that is fine otherwise', () => {
    const full = pool('blue', 4, { status: { replicas: 4 }, conditions: ['Ready=True'] })

    expect(summed(full, [part('Pod', 'small', { health: 'failing' })])).toBe(
      'failing AtMaximum: room for 1 pod of the tenant; it has all 4 nodes that it may have -> user: raise spec.autoScaling.max of NodePool clusters/blue, or let pods ask for less',
    )
  })
})
