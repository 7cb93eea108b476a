import type { NodePool } from '@skep/api'
import type { Stored } from '@skep/client'
import { describe, expect, it } from 'vitest'
import { describeActor } from '../answer.ts'
import type { Reader } from '../reader.ts'
import { type Sample, sample } from '../test/judged.ts'
import { clusterPart } from './node-pool-cluster.ts'

const HYPERSHIFT = 'hypershift.openshift.io/v1beta1'
const image = (version: string) => `registry.example.com/ocp-release:${version}-multi`

const pool = (version: string, platform = 'Azure', others: Sample = {}) => {
  const spec = { clusterName: 'demo', platform: { type: platform }, release: { image: image(version) } }
  return sample(HYPERSHIFT, 'NodePool', {
    metadata: { name: 'workers' },
    spec,
    ...others,
  }) as unknown as Stored<NodePool>
}

/** What is said of the cluster of a pool: `state: what it waits for -> who`. */
async function said(of: Stored<NodePool>, cluster: Sample | undefined): Promise<string | undefined> {
  const found = cluster && sample(HYPERSHIFT, 'HostedCluster', { metadata: { name: 'demo' }, ...cluster })
  // Nothing else is asked of it.
  const read = { cluster: '', get: async () => found } as unknown as Reader
  const [part] = await clusterPart(of, read)
  if (!part || !('verdict' in part)) return undefined
  const { state, waitsFor, nextActor } = part.verdict
  return `${state}: ${waitsFor} -> ${describeActor(nextActor)}`
}

const clusterAt = (version: string, history: readonly object[]): Sample => ({
  spec: { platform: { type: 'Azure' }, release: { image: image(version) } },
  status: { kubeconfig: { name: 'kubeconfig' }, version: { history } },
  conditions: ['Available=True'],
})

const UPGRADING = [{ state: 'Partial' }, { state: 'Completed' }]
const WAITS = 'Upgrading: its control plane to be upgraded; pools follow it -> operator cluster version operator'

describe('the cluster of a node pool', () => {
  it('is not there', async () => {
    expect(await said(pool('4.19.3'), undefined)).toBe(
      'Missing: it is not there -> user: create HostedCluster clusters/demo, or correct spec.clusterName',
    )
  })

  it.each([
    ['4.20.0', WAITS],
    ['4.19.10', WAITS],
    ['4.20.1', undefined],
    ['5.0.0', undefined],
  ])('is on its way to 4.20.0, for which a pool waits that may not have %s yet: %s', async (version, expected) => {
    const refused = pool(version, 'Azure', { conditions: ['ValidReleaseImage=False'] })

    expect(await said(refused, clusterAt('4.20.0', UPGRADING))).toBe(expected)
  })

  it.each([
    [['SupportedVersionSkew=False', 'AllMachinesReady=True'], WAITS],
    [['SupportedVersionSkew=False', 'AllMachinesReady=False'], undefined],
    [['SupportedVersionSkew=True', 'AllMachinesReady=True'], undefined],
  ])('is on its way, and not what a pool with %j waits for otherwise: %s', async (conditions, expected) => {
    expect(await said(pool('4.19.10', 'Azure', { conditions }), clusterAt('4.20.0', UPGRADING))).toBe(expected)
  })

  it('is waited for by a pool of the same release, whatever that says', async () => {
    expect(await said(pool('4.20.0'), clusterAt('4.20.0', UPGRADING))).toBe(WAITS)
  })

  it('is waited for by nobody once it is where it should be', async () => {
    expect(await said(pool('4.20.0'), clusterAt('4.20.0', [{ state: 'Completed' }]))).toBeUndefined()
  })

  it('is of another platform', async () => {
    expect(await said(pool('4.19.3', 'KubeVirt'), clusterAt('4.19.3', []))).toBe(
      'OtherPlatform: HostedCluster demo is on Azure, but NodePool workers on KubeVirt -> user: make NodePool clusters/workers anew: spec.platform.type must be that of its HostedCluster',
    )
  })

  it('may be of any platform if somebody else brings the machines', async () => {
    expect(await said(pool('4.19.3', 'None'), clusterAt('4.19.3', []))).toBeUndefined()
  })

  it('may be of another platform if nodes join nevertheless', async () => {
    const ready = pool('4.19.3', 'KubeVirt', { conditions: ['Ready=True'] })

    expect(await said(ready, clusterAt('4.19.3', []))).toBeUndefined()
  })
})
