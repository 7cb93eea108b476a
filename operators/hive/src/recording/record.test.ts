import { ClusterDeployment } from '@skep/api'
import { type Recording, renderRecording } from '@skep/sim'
import { describe, expect, it } from 'vitest'
import { startShard, type TestShard } from '../simulator/test/shard.ts'
import { recordShard } from './record.ts'

const ID = 'api.openshift.com/id'

const CONFIG = {
  clusterDeployment: {
    failureScenarios: [
      {
        objects: ['default/bad'],
        state: 'Installing',
        condition: 'ProvisionFailed',
        reason: 'VpcLimit',
        message: 'full',
      },
      { objects: ['default/worse'], condition: 'InstallLaunchError', reason: 'NoImage', message: 'gone' },
    ],
  },
  projectClaim: {
    failureScenarios: [{ objects: ['default/poor'], state: 'Ready', condition: 'Broke', reason: 'NoMoney' }],
  },
}

/** Records what a shard does while things are ordered there. */
async function recordWhile(shard: TestShard, order: () => Promise<void>, past = false): Promise<Recording> {
  const stopping = new AbortController()
  const { client, clock } = shard
  const recording = recordShard({ client, clock }, { signal: stopping.signal, past })
  await clock.settle()
  await order()
  await clock.advance(30_000)
  stopping.abort()
  return recording
}

async function orderAll(shard: TestShard): Promise<void> {
  await shard.order('good', { labels: { [ID]: 'c1' } })
  await shard.order('bad')
  await shard.clock.advance(2_000)
  await shard.order('worse')
  await shard.claimAccount('good', { [ID]: 'c1' })
  await shard.claimProject('poor')
}

const withoutTime = (recording: Recording) => renderRecording({ objects: recording.objects })

describe('a recording', () => {
  it('has what happened to each object, and when', async () => {
    const shard = await startShard(CONFIG)

    const { objects } = await recordWhile(shard, () => orderAll(shard))

    const summary = objects.map(({ kind, name, outcome, steps }) => [
      kind,
      name,
      outcome,
      steps.map(({ atSeconds, state }) => `${atSeconds} ${state}`).join(', '),
    ])
    expect(summary).toEqual([
      ['ClusterDeployment', 'good', 'ready', '4 Pending, 5 Provisioning, 7 Installing, 8 Running'],
      ['ClusterDeployment', 'bad', 'failed', '0 Pending, 1 Provisioning'],
      ['ClusterDeployment', 'worse', 'failed', ''],
      ['AccountClaim', 'good', 'ready', '0 Pending, 2 Ready'],
      ['ProjectClaim', 'poor', 'failed', '0 Pending, 1 PendingProject'],
    ])
    expect(objects[1]).toMatchObject({
      namespace: 'default',
      platform: 'aws',
      region: 'us-east-1',
      failure: { atSeconds: 3, condition: 'ProvisionFailed', reason: 'VpcLimit', message: 'full' },
    })
    expect(objects[0]?.steps[2]).toEqual({
      atSeconds: 7,
      state: 'Installing',
      conditions: [{ type: 'DNSNotReady', status: 'False', reason: 'DNSReady', message: 'DNS is ready' }],
      removes: [],
      sets: ['apiURL'],
    })
    expect(JSON.stringify(objects)).not.toMatch(/kubeconfig|secret|password/i)
  })

  it('is the same of those who replay it', async () => {
    const first = await startShard(CONFIG)
    const recorded = await recordWhile(first, () => orderAll(first))
    const second = await startShard({}, {}, renderRecording(recorded))

    const again = await recordWhile(second, () => orderAll(second))

    expect(withoutTime(again)).toEqual(withoutTime(recorded))
  })

  it('leaves out what was over before, but not what was under way', async () => {
    const shard = await startShard(CONFIG)
    await shard.order('old')
    await shard.order('bad')
    await shard.clock.advance(30_000)
    await shard.order('blue')

    const { objects } = await recordWhile(shard, async () => {
      shard.behaviours.setSuccess('ClusterDeployment', { namespace: 'default', name: 'bad' })
    })

    expect(objects.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual(['bad ready', 'blue ready'])
  })

  it('knows of those that were there before by the times of their conditions', async () => {
    const shard = await startShard(CONFIG)
    await orderAll(shard)
    await shard.clock.advance(30_000)

    const { objects } = await recordWhile(shard, async () => {}, true)

    const summary = objects.map(({ kind, name, outcome, steps }) => [
      `${kind} ${name} ${outcome}`,
      steps.map(({ atSeconds, state }) => `${atSeconds} ${state}`).join(', '),
    ])
    expect(summary).toEqual(
      expect.arrayContaining([
        ['ClusterDeployment good ready', '5 Pending, 7 Pending, 8 Running'],
        ['ClusterDeployment bad failed', '1 Provisioning'],
        ['AccountClaim good ready', '0 Pending, 2 Ready'],
      ]),
    )
  })

  it('says of what is not done yet that it is not', async () => {
    const shard = await startShard()

    const { objects } = await recordWhile(shard, async () => {
      shard.behaviours.setDelay('ClusterDeployment', { namespace: 'default', name: 'slow' }, { delaySeconds: 60 })
      await shard.order('slow')
    })

    expect(objects).toMatchObject([
      { name: 'slow', outcome: 'unfinished', steps: [{ atSeconds: 0, state: 'Pending' }] },
    ])
  })

  it('ends when as many clusters as were asked for are ready or failed', async () => {
    const shard = await startShard(CONFIG)
    const { client, clock } = shard
    await shard.order('old')
    await clock.advance(10_000)
    let isOver = false
    const { signal } = new AbortController()
    const recording = recordShard({ client, clock }, { signal, untilSettled: 2 }).finally(() => {
      isOver = true
    })
    await clock.settle()
    await shard.order('blue')
    await shard.order('gone', { labels: { [ID]: 'c9' } })
    await clock.advance(10_000)
    await client.delete(ClusterDeployment, { namespace: 'default', name: 'gone' })
    await clock.advance(10_000)
    expect(isOver).toBe(false)

    await shard.order('bad')
    await clock.advance(10_000)

    expect((await recording).objects.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      'blue ready',
      'gone unfinished',
      'bad failed',
    ])
  })

  it('is of one namespace, if asked to', async () => {
    const shard = await startShard()
    const { client, clock } = shard
    const stopping = new AbortController()
    const recording = recordShard({ client, clock }, { signal: stopping.signal, namespace: 'other' })
    await clock.settle()
    await shard.order('blue')
    stopping.abort()

    expect((await recording).objects).toEqual([])
    expect((await client.list(ClusterDeployment)).items).toHaveLength(1)
  })
})
