import { ClusterDeployment } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { findHiveCondition } from '../conditions.ts'
import { startShard } from './test/shard.ts'

const step = (atSeconds: number, state: string, more: object = {}) => ({ atSeconds, state, ...more })
const condition = (type: string, status: string, reason: string) => ({ type, status, reason, message: `${reason}.` })

const READY = [
  step(10, 'Pending', { conditions: [condition('Ready', 'Unknown', 'Initialized')] }),
  step(20, 'Provisioning', { sets: ['provisionRef'], conditions: [condition('Provisioned', 'False', 'Provisioning')] }),
  step(30, 'Provisioning', { sets: ['apiURL'], removes: ['Ready'] }),
  step(40, 'Provisioned', { conditions: [condition('Provisioned', 'True', 'ReallyProvisioned')] }),
]

const recordingOf = (...objects: object[]) => ({
  apiVersion: 'sim.skep.dev/v1',
  kind: 'Recording',
  objects: objects.map((object) => ({
    kind: 'ClusterDeployment',
    namespace: 'prod',
    name: 'recorded',
    platform: 'aws',
    outcome: 'ready',
    steps: READY,
    ...object,
  })),
})

const FAILED = {
  outcome: 'failed',
  steps: [step(5, 'Pending')],
  failure: { atSeconds: 15, condition: 'ProvisionStopped', reason: 'AttemptsLimit', message: 'too often' },
}

describe('a ClusterDeployment that lives the life of a recorded one', () => {
  it('shows the same at the same time, without waiting for what that one has waited for', async () => {
    const shard = await startShard({}, {}, recordingOf({}))
    await shard.order('blue', { labels: { 'api.openshift.com/id': 'c1' } })
    const seen: unknown[] = []
    for (let second = 0; second <= 40; second += 10) {
      const { spec, status } = await shard.deployment('blue')
      const conditions = status?.conditions?.map(({ type, status: is, reason }) => `${type} ${is} ${reason}`)
      seen.push([second, conditions ?? [], status?.provisionRef?.name, status?.apiURL, spec.installed ?? false])
      await shard.clock.advance(10_000)
    }

    const url = 'https://api.blue.sim.example.com:6443'
    expect(seen).toEqual([
      [0, [], undefined, undefined, false],
      [10, ['Ready Unknown Initialized'], undefined, undefined, false],
      [20, ['Provisioned False Provisioning', 'Ready Unknown Initialized'], 'blue-provision', undefined, false],
      [30, ['Provisioned False Provisioning'], 'blue-provision', url, false],
      [40, ['Provisioned True ReallyProvisioned'], 'blue-provision', url, true],
    ])
  })

  it('ends as one that failed, whatever chance would say', async () => {
    const shard = await startShard({}, {}, recordingOf(FAILED))
    await shard.order('blue')
    await shard.clock.advance(14_000)
    expect((await shard.deployment('blue')).status?.provisionRef).toBeUndefined()
    await shard.clock.advance(60_000)

    const { spec, status } = await shard.deployment('blue')
    expect(findHiveCondition(status?.conditions, 'ProvisionStopped')).toMatchObject({
      status: 'True',
      reason: 'AttemptsLimit',
      message: 'too often',
    })
    expect(spec.installed ?? false).toBe(false)
    expect(shard.metrics.text()).toContain(
      'skep_simulation_failures_injected_total{kind="ClusterDeployment",cause="recording",condition="ProvisionStopped",reason="AttemptsLimit"} 1\n',
    )
  })

  it('is counted in the states that were recorded', async () => {
    const shard = await startShard({}, {}, recordingOf({}))
    await shard.order('blue')
    await shard.clock.advance(30_000)

    expect(shard.metrics.text()).toContain('skep_simulation_objects{kind="ClusterDeployment",state="Provisioning"} 1\n')
  })

  it('stays where one that was not recorded to its end was last', async () => {
    const shard = await startShard({}, {}, recordingOf({ outcome: 'unfinished', steps: READY.slice(0, 2) }))
    await shard.order('blue')
    await shard.clock.advance(86_400_000)

    const { spec, status } = await shard.deployment('blue')
    expect([spec.installed ?? false, status?.provisionRef?.name]).toEqual([false, 'blue-provision'])
  })

  it('is the one of the same name, or else the next of the same platform, and none when they are used up', async () => {
    const recording = recordingOf({ name: 'first' }, { namespace: 'default', name: 'bad', ...FAILED })
    const shard = await startShard({}, {}, recording)
    await shard.order('green')
    await shard.order('bad')
    await shard.order('red')
    await shard.clock.advance(6_000)
    expect((await shard.deployment('red')).spec.installed).toBe(true)
    await shard.clock.advance(60_000)

    expect((await shard.deployment('green')).spec.installed).toBe(true)
    expect((await shard.deployment('bad')).spec.installed ?? false).toBe(false)
    expect(shard.behaviours.actions().filter(({ action }) => action === 'replays')).toMatchObject([
      { object: 'ClusterDeployment/default/green', detail: { recorded: 'prod/first', outcome: 'ready' } },
      { object: 'ClusterDeployment/default/bad', detail: { recorded: 'default/bad', outcome: 'failed' } },
    ])
  })

  it('goes on where it was after a restart, and shares its life with nobody', async () => {
    const shard = await startShard({}, {}, recordingOf({}))
    await shard.order('blue')
    await shard.clock.advance(15_000)
    await shard.restart()
    await shard.order('green')
    await shard.clock.advance(6_000)
    expect((await shard.deployment('blue')).status?.provisionRef?.name).toBe('blue-provision')
    expect((await shard.deployment('green')).spec.installed).toBe(true)
    await shard.clock.advance(20_000)

    expect((await shard.deployment('blue')).spec.installed).toBe(true)
  })

  it('leaves its life to the next one when it is deleted', async () => {
    const shard = await startShard({}, {}, recordingOf(FAILED))
    await shard.order('blue')
    await shard.clock.advance(60_000)
    await shard.client.delete(ClusterDeployment, { namespace: 'default', name: 'blue' })
    await shard.clock.settle()
    await shard.order('green')
    await shard.clock.advance(60_000)

    expect(findHiveCondition((await shard.deployment('green')).status?.conditions, 'ProvisionStopped')).toBeDefined()
  })

  it('does what somebody decided for it instead', async () => {
    const shard = await startShard({}, {}, recordingOf(FAILED))
    shard.behaviours.setSuccess('ClusterDeployment', { namespace: 'default', name: 'blue' })
    await shard.order('blue')
    await shard.clock.advance(10_000)

    expect((await shard.deployment('blue')).spec.installed).toBe(true)
  })

  it('gets its life also when it is there before the recording, unless it is on its way', async () => {
    const shard = await startShard()
    await shard.order('waiting', { labels: { 'api.openshift.com/id': 'c1' } })
    await shard.order('moving')
    await shard.clock.advance(3_600_000)
    await shard.order('begun')
    await shard.clock.advance(2_000)

    shard.behaviours.replaying.load(recordingOf({}, FAILED))
    await shard.clock.advance(39_000)

    expect((await shard.deployment('waiting')).spec.installed ?? false).toBe(false)
    expect((await shard.deployment('begun')).spec.installed).toBe(true)
    await shard.clock.advance(2_000)
    expect((await shard.deployment('waiting')).spec.installed).toBe(true)
  })

  it('behaves as configured once nothing is replayed any more', async () => {
    const shard = await startShard({}, {}, recordingOf(FAILED))
    await shard.order('blue')
    await shard.clock.advance(60_000)

    shard.behaviours.replaying.stop()
    await shard.clock.advance(10_000)

    const { spec, status } = await shard.deployment('blue')
    expect(spec.installed).toBe(true)
    expect(findHiveCondition(status?.conditions, 'ProvisionStopped')).toBeUndefined()
  })
})

describe('a claim that lives the life of a recorded one', () => {
  it('is in the states that were recorded, and has its credentials when it is ready', async () => {
    const recording = recordingOf({
      kind: 'AccountClaim',
      steps: [
        step(0, 'Pending'),
        step(60, 'Pending', { conditions: [condition('Claimed', 'False', 'Late')] }),
        step(90, 'Ready'),
      ],
    })
    const shard = await startShard({}, {}, recording)
    await shard.claimAccount('blue')
    const states: (string | undefined)[] = []
    for (const seconds of [0, 60, 30]) {
      await shard.clock.advance(seconds * 1_000)
      states.push((await shard.accountClaim('blue')).status?.state)
    }

    expect(states).toEqual(['Pending', 'Pending', 'Ready'])
    expect((await shard.accountClaim('blue')).spec.byocAWSAccountID).toMatch(/^123456789\d{3}$/)
  })
})
