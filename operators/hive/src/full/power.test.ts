import { ClusterDeployment, ClusterOperator, Node, SyncSet } from '@skep/api'
import { describe, expect, it } from 'vitest'
import type { Infrastructure } from './installer/infrastructure.ts'
import { NAMESPACE, type OrderChanges, startWorld, type World } from './test/world.ts'

const blue = { namespace: NAMESPACE, name: 'blue' }

async function runningWorld(
  changes: OrderChanges = {},
  options: Parameters<typeof startWorld>[0] = {},
): Promise<World> {
  const world = await startWorld(options)
  await world.start()
  await world.order('blue', changes)
  await world.seconds(7)
  return world
}

const ask = (world: World, powerState: 'Running' | 'Hibernating') =>
  world.client.patch(ClusterDeployment, blue, { type: 'merge', body: { spec: { powerState } } })

const powerOf = async (world: World) => [
  await world.condition('Hibernating'),
  await world.condition('Ready'),
  (await world.deployment())?.status?.powerState,
]

async function nodeStates(world: World): Promise<(string | undefined)[]> {
  const id = (await world.deployment())?.spec.clusterMetadata?.clusterID ?? ''
  const nodes = await world.tenants.get(id)!.client.list(Node)
  return nodes.items.map(({ status }) => status?.conditions?.find(({ type }) => type === 'Ready')?.status)
}

describe('the power of a cluster', () => {
  it('is not known before it is installed', async () => {
    const world = await startWorld()
    await world.start()
    await world.order('blue')
    await world.seconds(0)
    expect(await powerOf(world)).toEqual(['Unknown/Initialized', 'Unknown/Initialized', undefined])
  })

  it('is on after the install', async () => {
    const world = await runningWorld()
    expect(await powerOf(world)).toEqual(['False/ResumingOrRunning', 'True/Running', 'Running'])
  })

  it('goes off and on again, and the nodes with it', async () => {
    const world = await runningWorld({}, { delays: { stopMs: 90_000, startMs: 30_000 } })
    await ask(world, 'Hibernating')
    await world.seconds(1)
    expect(await powerOf(world)).toEqual([
      'False/WaitingForMachinesToStop',
      'False/StoppingOrHibernating',
      'WaitingForMachinesToStop',
    ])
    await world.seconds(125)
    expect(await powerOf(world)).toEqual(['True/Hibernating', 'False/StoppingOrHibernating', 'Hibernating'])
    expect(await nodeStates(world)).toEqual(Array(5).fill('Unknown'))

    await ask(world, 'Running')
    await world.seconds(1)
    expect(await powerOf(world)).toEqual(['False/ResumingOrRunning', 'False/WaitingForMachines', 'WaitingForMachines'])
    await world.seconds(61)
    expect(await powerOf(world)).toEqual([
      'False/ResumingOrRunning',
      'False/PausingForClusterOperatorsToSettle',
      'PausingForClusterOperatorsToSettle',
    ])
    expect(await nodeStates(world)).toEqual(Array(5).fill('True'))
    await world.seconds(121)
    expect(await powerOf(world)).toEqual(['False/ResumingOrRunning', 'True/Running', 'Running'])
  })

  it('waits for nodes that are not ready', async () => {
    const world = await runningWorld()
    await ask(world, 'Hibernating')
    await world.seconds(1)
    const id = (await world.deployment())?.spec.clusterMetadata?.clusterID ?? ''
    await world.tenants.get(id)!.client.create(Node, { metadata: { name: 'late' } })
    await ask(world, 'Running')
    await world.seconds(1)
    expect(await powerOf(world)).toEqual(['False/ResumingOrRunning', 'False/WaitingForNodes', 'WaitingForNodes'])
  })

  it('waits for operators that are not well', async () => {
    const world = await runningWorld()
    await ask(world, 'Hibernating')
    await world.seconds(1)
    const id = (await world.deployment())?.spec.clusterMetadata?.clusterID ?? ''
    const { client } = world.tenants.get(id)!
    const tell = (degraded: 'True' | 'False') => {
      const conditions = [
        { type: 'Available', status: 'True', lastTransitionTime: '2030-01-01T00:00:00Z' },
        { type: 'Degraded', status: degraded, lastTransitionTime: '2030-01-01T00:00:00Z' },
      ]
      const body = { status: { conditions } }
      return client.patch(ClusterOperator, { name: 'dns' }, { type: 'merge', body }, { subresource: 'status' })
    }
    await tell('True')
    await ask(world, 'Running')
    await world.seconds(125)
    expect(await powerOf(world)).toEqual([
      'False/ResumingOrRunning',
      'False/WaitingForClusterOperators',
      'WaitingForClusterOperators',
    ])

    await tell('False')
    await world.seconds(35)
    expect(await powerOf(world)).toEqual(['False/ResumingOrRunning', 'True/Running', 'Running'])
  })

  it('says that machines could not be stopped or started, and tries again', async () => {
    let broken = true
    const unlessBroken = async (work: () => Promise<void>) => {
      if (broken) throw new Error('quota exceeded')
      await work()
    }
    const change = (cloud: Infrastructure): Infrastructure => ({
      ...cloud,
      machines: {
        ...cloud.machines,
        stop: (deployment) => unlessBroken(() => cloud.machines.stop(deployment)),
        start: (deployment) => unlessBroken(() => cloud.machines.start(deployment)),
      },
    })
    const world = await runningWorld({}, { change })
    await ask(world, 'Hibernating')
    await world.seconds(1)
    expect(await powerOf(world)).toEqual(['False/FailedToStop', 'False/StoppingOrHibernating', 'FailedToStop'])
    broken = false
    await world.seconds(61)
    expect(await powerOf(world)).toEqual(['True/Hibernating', 'False/StoppingOrHibernating', 'Hibernating'])

    broken = true
    await ask(world, 'Running')
    await world.seconds(1)
    expect(await powerOf(world)).toEqual([
      'False/ResumingOrRunning',
      'False/FailedToStartMachines',
      'FailedToStartMachines',
    ])
    const ready = (await world.deployment())?.status?.conditions?.find(({ type }) => type === 'Ready')
    expect(ready?.message).toBe('Failed to start machines: quota exceeded (more detail may be available in the logs)')
    broken = false
    await world.seconds(190)
    expect(await powerOf(world)).toEqual(['False/ResumingOrRunning', 'True/Running', 'Running'])
  })

  it('skips the operators where a label says so', async () => {
    const world = await runningWorld({ labels: { 'hive.openshift.io/resume-skips-cluster-operators': 'true' } })
    await ask(world, 'Hibernating')
    await world.seconds(1)
    await ask(world, 'Running')
    await world.seconds(1)
    expect(await powerOf(world)).toEqual(['False/ResumingOrRunning', 'True/Running', 'Running'])
  })

  it('stays on until the first SyncSets are applied, for ten minutes at most', async () => {
    const world = await startWorld()
    await world.start()
    const resources = [{ apiVersion: 'example.com/v1', kind: 'Unknown', metadata: { name: 'never' } }]
    await world.client.create(SyncSet, {
      metadata: blue,
      spec: { clusterDeploymentRefs: [{ name: 'blue' }], resources },
    })
    await world.order('blue', { spec: { powerState: 'Hibernating' } })
    await world.seconds(66)
    expect(await powerOf(world)).toEqual(['False/SyncSetsNotApplied', 'Unknown/Initialized', 'SyncSetsNotApplied'])
    await world.seconds(600)
    expect(await powerOf(world)).toEqual(['True/Hibernating', 'False/StoppingOrHibernating', 'Hibernating'])
  })

  it('goes off by itself when the cluster has run long enough', async () => {
    const world = await runningWorld({ spec: { hibernateAfter: '1h' } })
    await world.seconds(3_500)
    expect((await world.deployment())?.spec.powerState).toBeUndefined()
    await world.seconds(120)
    expect((await world.deployment())?.spec.powerState).toBe('Hibernating')
    expect((await world.deployment())?.status?.powerState).toBe('Hibernating')
  })

  it('is that of the pool while a cluster waits in it', async () => {
    const world = await runningWorld({
      spec: { hibernateAfter: '1h', clusterPoolRef: { namespace: NAMESPACE, poolName: 'pool' } },
    })
    await world.seconds(7_200)
    expect((await world.deployment())?.status?.powerState).toBe('Running')
  })

  it('is left alone while it is paused', async () => {
    const world = await runningWorld({ annotations: { 'hive.openshift.io/powerstate-pause': 'true' } })
    expect(await powerOf(world)).toEqual(['Unknown/PowerStatePaused', 'Unknown/PowerStatePaused', 'Unknown'])
  })

  it('of a fake cluster changes at once', async () => {
    const world = await runningWorld({ annotations: { 'hive.openshift.io/fake-cluster': 'true' } })
    const { spec } = (await world.deployment())!
    expect(spec.clusterMetadata?.infraID).toMatch(/^fake-cluster-[0-9a-f-]{36}$/)
    expect(spec.clusterMetadata?.clusterID).toBe(spec.clusterMetadata?.infraID)
    await ask(world, 'Hibernating')
    await world.seconds(0)
    expect(await powerOf(world)).toEqual(['True/Hibernating', 'False/StoppingOrHibernating', 'Hibernating'])
    const conditions = (await world.deployment())?.status?.conditions
    expect(conditions?.find(({ type }) => type === 'Hibernating')?.message).toBe('Fake cluster is stopped')
  })

  it('cannot be changed where machines cannot be stopped', async () => {
    const world = await startWorld()
    await world.start()
    await world.order('blue', { spec: { platform: { none: {} } } })
    await world.seconds(6)
    expect(await powerOf(world)).toEqual(['False/Unsupported', 'True/Running', 'Running'])
  })
})
