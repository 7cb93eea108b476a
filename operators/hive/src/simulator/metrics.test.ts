import { ClusterDeployment } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { startShard } from './test/shard.ts'

const figures = (text: string) => text.split('\n').filter((line) => line.startsWith('skep_simulation_'))

describe('the figures of the simulator', () => {
  it('tell how many objects are in which state, and how they got there', async () => {
    const shard = await startShard()
    await shard.order('blue')
    await shard.order('green')
    await shard.clock.advance(1_000)
    await shard.order('red')

    expect(figures(shard.metrics.text())).toEqual(
      expect.arrayContaining([
        'skep_simulation_objects{kind="ClusterDeployment",state="New"} 0',
        'skep_simulation_objects{kind="ClusterDeployment",state="Pending"} 1',
        'skep_simulation_objects{kind="ClusterDeployment",state="Provisioning"} 2',
        'skep_simulation_transitions_total{kind="ClusterDeployment",state="Pending"} 3',
        'skep_simulation_transitions_total{kind="ClusterDeployment",state="Provisioning"} 2',
      ]),
    )
  })

  it('tell how long it took from creation to ready, with the wait for an account', async () => {
    const shard = await startShard()
    await shard.order('blue', { labels: { 'api.openshift.com/id': 'c1' } })
    await shard.clock.advance(20_000)
    await shard.claimAccount('blue', { 'api.openshift.com/id': 'c1' })
    await shard.clock.advance(20_000)

    expect(figures(shard.metrics.text())).toEqual(
      expect.arrayContaining([
        'skep_simulation_ready_seconds_bucket{kind="ClusterDeployment",le="10"} 0',
        'skep_simulation_ready_seconds_bucket{kind="ClusterDeployment",le="30"} 1',
        'skep_simulation_ready_seconds_sum{kind="ClusterDeployment"} 26',
        'skep_simulation_ready_seconds_sum{kind="AccountClaim"} 2',
      ]),
    )
  })

  it('count a failure once, by who decided it', async () => {
    const shard = await startShard({
      accountClaim: { failureScenarios: [{ probability: 1, condition: 'Failed', reason: 'NoMoney' }] },
    })
    const failure = { condition: 'ProvisionFailed', reason: 'VpcLimit', message: 'x' }
    shard.behaviours.setFailure('ClusterDeployment', { namespace: 'default', name: 'bad' }, failure)
    await shard.order('bad')
    await shard.claimAccount('poor')
    await shard.clock.advance(20_000)
    shard.behaviours.changeSection('AccountClaim', { defaultDelaySeconds: 9 })
    await shard.clock.advance(20_000)

    expect(figures(shard.metrics.text()).filter((line) => /failures_|Failed/.test(line))).toEqual([
      'skep_simulation_objects{kind="ClusterDeployment",state="Failed"} 1',
      'skep_simulation_objects{kind="AccountClaim",state="Failed"} 1',
      'skep_simulation_transitions_total{kind="ClusterDeployment",state="Failed"} 1',
      'skep_simulation_transitions_total{kind="AccountClaim",state="Failed"} 1',
      'skep_simulation_failures_injected_total{kind="ClusterDeployment",cause="override",condition="ProvisionFailed",reason="VpcLimit"} 1',
      'skep_simulation_failures_injected_total{kind="AccountClaim",cause="scenario",condition="Failed",reason="NoMoney"} 1',
    ])
  })

  it('forget what is deleted', async () => {
    const shard = await startShard()
    await shard.order('blue')
    await shard.clock.advance(20_000)
    await shard.client.delete(ClusterDeployment, { namespace: 'default', name: 'blue' })
    await shard.clock.settle()

    expect(figures(shard.metrics.text())).toEqual(
      expect.arrayContaining([
        'skep_simulation_objects{kind="ClusterDeployment",state="Running"} 0',
        'skep_simulation_objects{kind="ClusterDeployment",state="Deleting"} 0',
      ]),
    )
  })
})
