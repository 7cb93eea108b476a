import type { HostedCluster, NodePool } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { pictureOf } from './picture.ts'
import type { Progress } from './progress.ts'

const hostedCluster = (message: string) =>
  ({
    metadata: { name: 'demo' },
    status: {
      version: { history: [{ version: '4.18.9', state: 'Partial' }] },
      conditions: [{ type: 'Available', status: 'False', message }],
    },
    // Nothing else of it is looked at.
  }) as unknown as HostedCluster

const nodePool = (status: object, metadata: object = {}) =>
  ({ metadata: { name: 'small', ...metadata }, spec: { replicas: 2 }, status }) as unknown as NodePool

const progressWith = (facts: Partial<Progress>): Progress => ({
  title: 'A cluster',
  steps: [
    { title: 'order it', startedMs: 0, realMs: 400, simulatedMs: 24_000 },
    { title: 'wait', startedMs: 400 },
  ],
  components: new Map(),
  pools: new Map(),
  ...facts,
})

const linesOf = (facts: Partial<Progress>) => pictureOf(progressWith(facts), 1_500).lines

describe('the picture of a demonstration', () => {
  it('has the steps with their times, and all of them together', () => {
    expect(linesOf({})).toEqual([
      'A cluster',
      '  STEP        TIME    SIMULATED',
      '✓ order it    0.4 s   24s',
      '> wait        1.1 s',
      '  all of it   1.5 s   24s',
    ])
  })

  it('has the objects, and what they say of themselves', () => {
    const pools = new Map([['small', nodePool({ replicas: 1, version: '4.18.9' })]])

    expect(linesOf({ hostedCluster: hostedCluster('Waiting for etcd\nto reach quorum'), pools }).slice(-2)).toEqual([
      'hostedcluster/demo   4.18.9 Partial: Waiting for etcd, to reach quorum',
      'nodepool/small       1 of 2 nodes, 4.18.9',
    ])
  })

  it('says how far the upgrade of a control plane is', () => {
    const history = [
      { version: '4.19.3', state: 'Partial' },
      { version: '4.18.9', state: 'Completed' },
    ]
    const { metadata, status } = hostedCluster('')
    const conditions = [{ type: 'Available', status: 'True', message: 'It is available' }]
    const upgraded = { metadata, status: { ...status, conditions, controlPlaneVersion: { history } } }
    const componentAt = (version: string) => ({ status: { version } })
    const components = new Map([
      ['etcd', componentAt('4.19.3')],
      ['router', componentAt('4.18.9')],
    ])

    // Nothing else of them is looked at.
    const facts = { hostedCluster: upgraded, components } as unknown as Partial<Progress>
    expect(linesOf(facts).at(-1)).toBe(
      'hostedcluster/demo   4.18.9 Partial: 1 of 2 components of the control plane have become 4.19.3',
    )
  })

  it('says what keeps a pool from being as it should', () => {
    const conditions = [{ type: 'UpdatingVersion', status: 'True', message: 'Target version: 4.19.3' }]
    const pools = new Map([['small', nodePool({ replicas: 2, conditions })]])
    expect(linesOf({ pools }).at(-1)).toBe('nodepool/small   2 of 2 nodes: Target version: 4.19.3')

    pools.set('small', nodePool({ replicas: 2, conditions }, { deletionTimestamp: '2030-01-01T00:00:00Z' }))
    expect(linesOf({ pools }).at(-1)).toBe('nodepool/small   2 of 2 nodes, deleting')
  })

  it('has the kubeconfig of the tenant until there is something to see with it', () => {
    expect(linesOf({ kubeconfig: '/x' }).at(-1)).toBe('kubeconfig of the tenant: /x')

    const shown = { command: 'kubectl get nodes', output: 'NAME\nsmall-1' }
    expect(linesOf({ kubeconfig: '/x', shown }).slice(-3)).toEqual(['$ kubectl get nodes', 'NAME', 'small-1'])
  })

  it('ends with a summary in a pipe', () => {
    const { news } = pictureOf(progressWith({}), 1_500)
    expect([news.get('step 0'), news.get('step 1'), news.get('summary')]).toEqual([
      '✓ order it (0.4 s, 24s simulated)',
      '> wait',
      '',
    ])

    const steps = [{ title: 'order it', startedMs: 0, realMs: 400 }]
    expect(pictureOf(progressWith({ steps }), 400).news.get('summary')).toBe(
      'done\n  STEP        TIME    SIMULATED\n✓ order it    0.4 s\n  all of it   0.4 s',
    )
  })
})
