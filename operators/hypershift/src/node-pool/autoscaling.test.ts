import { AzureMachineTemplate, ClusterApiMachine, Event, MachineDeployment, Node, NodePool, Pod } from '@skep/api'
import { describe, expect, it, vi } from 'vitest'
import { type PoolWorld, playMachine, startPoolWorld } from './test/pool-world.ts'
import { CONTROL_PLANE, NAMESPACE, poolSpec } from './test/samples.ts'

const POOL_LABEL = { 'hypershift.openshift.io/nodePool': 'workers' }
const WORKERS = { namespace: CONTROL_PLANE, name: 'workers' }

/** A world whose pool scales between one and four nodes, of which one is there, with four processors. */
async function scaledWorld(prepare: (world: PoolWorld) => void = () => undefined): Promise<PoolWorld> {
  const world = await startPoolWorld({ live: true })
  prepare(world)
  await world.start()
  const { replicas: _replicas, ...spec } = poolSpec('Azure')
  await world.client.create(NodePool, {
    metadata: { namespace: NAMESPACE, name: 'workers' },
    spec: { ...spec, autoScaling: { min: 1, max: 4 } },
  })
  await world.seconds(1)
  await addNode(world, 'node-1')
  await world.seconds(60)
  return world
}

/** The same with more nodes, and nothing to do for any of them. */
async function idleWorld(nodes = 2): Promise<PoolWorld> {
  const world = await scaledWorld()
  const body = { spec: { replicas: nodes } }
  await world.client.patch(MachineDeployment, WORKERS, { type: 'merge', body })
  for (let index = 2; index <= nodes; index++) await addNode(world, `node-${index}`)
  return world
}

/** Plays a machine that became a node. */
async function addNode(world: PoolWorld, name: string): Promise<void> {
  const { client } = world.apis.get(CONTROL_PLANE)!
  await client.create(Node, {
    metadata: { name, labels: { ...POOL_LABEL, size: 'small' } },
  })
  const resources = { cpu: '4', memory: '16Gi', pods: '10' }
  const now = new Date(world.clock.now()).toISOString().replace(/\.\d+/, '')
  const conditions = [{ type: 'Ready', status: 'True', lastHeartbeatTime: now, lastTransitionTime: now }]
  const body = { status: { capacity: resources, allocatable: resources, conditions } }
  await client.patch(Node, { name }, { type: 'merge', body }, { subresource: 'status' })
  await client.patch(Node, { name }, { type: 'merge', body: { spec: { taints: null } } })
  await playMachine(world, `machine-of-${name}`, { status: { nodeRef: { kind: 'Node', name } } })
}

async function runPods(world: PoolWorld, count: number, cpu: string, spec: object = {}): Promise<void> {
  const { client } = world.apis.get(CONTROL_PLANE)!
  for (let index = 0; index < count; index++) {
    await client.create(Pod, {
      metadata: { namespace: 'default', generateName: 'web-' },
      spec: { containers: [{ name: 'web', image: 'web', resources: { requests: { cpu } } }], ...spec },
    })
  }
  await world.seconds(2)
}

const replicas = async ({ client }: PoolWorld) => (await client.get(MachineDeployment, WORKERS))?.spec.replicas

async function isChosen({ client }: PoolWorld, name: string): Promise<boolean> {
  const machine = await client.get(ClusterApiMachine, { namespace: CONTROL_PLANE, name })
  return machine?.metadata.annotations?.['cluster.x-k8s.io/delete-machine'] !== undefined
}

describe('a node pool that scales by itself', () => {
  it('grows for pods that no node takes, by as many nodes as they need', async () => {
    const world = await scaledWorld()
    expect(await replicas(world)).toBe(1)
    await runPods(world, 4, '1500m')

    expect(await replicas(world)).toBe(2)
  })

  it('does not grow beyond its bounds', async () => {
    const world = await scaledWorld()
    await runPods(world, 9, '3')

    expect(await replicas(world)).toBe(4)
  })

  it.each([
    [6, '3', {}, '1 max node group size reached', 2],
    [1, '8', {}, '1 Insufficient cpu', 1],
    [1, '1', { nodeSelector: { size: 'large' } }, "1 node(s) didn't match Pod's node affinity/selector", 1],
  ])('says why it does not grow for some of %i pods of %s cpu, with %j: %s', async (count, cpu, spec, why, told) => {
    const world = await scaledWorld()
    await runPods(world, count, cpu, spec)
    await world.seconds(120)

    const { items } = await world.apis.get(CONTROL_PLANE)!.client.list(Event, { namespace: 'default' })
    const refusals = items.filter(({ reason }) => reason === 'NotTriggerScaleUp')
    expect(refusals.map(({ message, count, source }) => [message, count, source?.component])).toEqual(
      Array(told).fill([`pod didn't trigger scale-up: ${why}`, 1, 'cluster-autoscaler']),
    )
  })

  it('does not grow for pods that its nodes would not take either', async () => {
    const world = await scaledWorld()
    await runPods(world, 1, '8')
    await runPods(world, 1, '1', { nodeSelector: { size: 'large' } })
    await world.seconds(60)

    expect(await replicas(world)).toBe(1)
  })

  it('has no node until there is work, where the provider says what one would bring', async () => {
    const world = await startPoolWorld({ live: true })
    await world.start()
    const { replicas: _replicas, ...spec } = poolSpec('Azure')
    const taints = [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' as const }]
    const changes = { autoScaling: { min: 0, max: 3 }, nodeLabels: { tier: 'gold' }, taints }
    await world.client.create(NodePool, {
      metadata: { namespace: NAMESPACE, name: 'workers' },
      spec: { ...spec, ...changes },
    })
    await world.seconds(1)
    const [template] = (await world.client.list(AzureMachineTemplate)).items
    const body = { status: { capacity: { cpu: '8', memory: '32Gi' } } }
    await world.client.patch(
      AzureMachineTemplate,
      template!.metadata,
      { type: 'merge', body },
      { subresource: 'status' },
    )
    await world.seconds(60)
    expect(await replicas(world)).toBe(0)
    expect(await world.condition('AllMachinesReady')).toBe('False/AsExpected')

    const tolerations = [{ key: 'gpu', operator: 'Exists' as const }]
    await runPods(world, 1, '1')
    await runPods(world, 1, '9', { tolerations })
    await runPods(world, 1, '1', { tolerations, nodeSelector: { tier: 'silver' } })
    await world.seconds(60)
    expect(await replicas(world)).toBe(0)

    await runPods(world, 3, '4', { tolerations, nodeSelector: { tier: 'gold' } })
    await world.seconds(60)
    expect(await replicas(world)).toBe(2)
  })

  it('shrinks when a node has been idle for ten minutes, by that very node', async () => {
    const world = await scaledWorld()
    await runPods(world, 2, '3')
    await addNode(world, 'node-2')
    await world.seconds(10)
    const { client } = world.apis.get(CONTROL_PLANE)!
    const { items: pods } = await client.list(Pod, { namespace: 'default' })
    const onFirst = pods.find(({ spec }) => spec?.nodeName === 'node-1')!
    expect(await replicas(world)).toBe(2)

    await client.delete(Pod, onFirst.metadata, { gracePeriodSeconds: 0 })
    await world.seconds(9 * 60)
    expect(await replicas(world)).toBe(2)
    await world.seconds(3 * 60)
    expect(await replicas(world)).toBe(1)
    expect(await isChosen(world, 'machine-of-node-1')).toBe(true)
  })

  it('shrinks though pods wait that no node of it would take', async () => {
    const world = await idleWorld()
    await runPods(world, 1, '8')

    await world.seconds(12 * 60)
    expect(await replicas(world)).toBe(1)
  })

  it('shrinks by nodes that are without a label, and minds none that is left of a machine', async () => {
    const world = await idleWorld()
    const { client } = world.apis.get(CONTROL_PLANE)!
    await client.create(Node, { metadata: { name: 'a-leftover', labels: POOL_LABEL } })
    await client.patch(Node, { name: 'node-1' }, { type: 'merge', body: { metadata: { labels: null } } })

    await world.seconds(12 * 60)
    expect(await replicas(world)).toBe(1)
    expect(await isChosen(world, 'machine-of-node-1')).toBe(true)
  })

  it('waits for one machine to go before it lets another one go', async () => {
    const world = await idleWorld(3)
    await world.seconds(12 * 60)
    expect(await replicas(world)).toBe(2)

    await world.seconds(5 * 60)
    expect(await replicas(world)).toBe(2)
    await world.client.delete(ClusterApiMachine, { namespace: CONTROL_PLANE, name: 'machine-of-node-1' })
    await world.seconds(60)
    expect(await replicas(world)).toBe(1)
  })

  it('rests after nodes came and went, for as long as it is told to', async () => {
    const world = await idleWorld(3)
    const scaleDown = { unneededDurationSeconds: 60, delayAfterAddSeconds: 1_200, delayAfterDeleteSeconds: 600 }
    await world.changeCluster({ spec: { autoscaling: { scaling: 'ScaleUpAndScaleDown', scaleDown } } })
    await runPods(world, 10, '3')
    const { client } = world.apis.get(CONTROL_PLANE)!
    expect(await replicas(world)).toBe(4)

    await client.deleteCollection(Pod, { namespace: 'default', gracePeriodSeconds: 0 })
    await addNode(world, 'node-4')
    await world.seconds(18 * 60)
    expect(await replicas(world)).toBe(4)
    await world.seconds(4 * 60)
    expect(await replicas(world)).toBe(3)

    const { items } = await world.client.list(ClusterApiMachine, { namespace: CONTROL_PLANE })
    const chosen = items.find(({ metadata }) => metadata.annotations?.['cluster.x-k8s.io/delete-machine'] !== undefined)
    await world.client.delete(ClusterApiMachine, chosen!.metadata)
    await world.seconds(7 * 60)
    expect(await replicas(world)).toBe(3)
    await world.seconds(5 * 60)
    expect(await replicas(world)).toBe(2)
  })

  it('spares a machine that was chosen to go and has something to do again', async () => {
    const world = await idleWorld()
    const ref = { namespace: CONTROL_PLANE, name: 'machine-of-node-1' }
    const mark = (value: string) =>
      world.client.patch(ClusterApiMachine, ref, {
        type: 'merge',
        body: { metadata: { annotations: { 'cluster.x-k8s.io/delete-machine': value } } },
      })
    await runPods(world, 1, '1', { nodeName: 'node-1' })
    await mark('somebody else chose it')
    await world.seconds(60)
    expect(await isChosen(world, 'machine-of-node-1')).toBe(true)

    await mark('cluster-autoscaler')
    await world.seconds(12 * 60)
    expect(await replicas(world)).toBe(1)
    expect(await isChosen(world, 'machine-of-node-1')).toBe(false)
    expect(await isChosen(world, 'machine-of-node-2')).toBe(true)
  })

  it('looks at all pods once a minute, whatever happens meanwhile', async () => {
    const world = await idleWorld()
    await world.seconds(60)
    const list = vi.spyOn(world.apis.get(CONTROL_PLANE)!.client, 'list')

    for (let index = 0; index < 20; index++) {
      await world.changeCluster({ status: { ignitionEndpoint: `ignition-${index}.example.net` } })
      await world.seconds(3)
    }

    expect(list.mock.calls.filter(([{ kind }]) => kind === 'Pod')).toHaveLength(1)
  })

  it('looks for pods no longer once it does not scale any more', async () => {
    const signals: (AbortSignal | undefined)[] = []
    const world = await scaledWorld(({ apis }) => {
      const { client } = apis.get(CONTROL_PLANE)!
      const { watch } = client
      vi.spyOn(client, 'watch').mockImplementation((kind, options) => {
        signals.push(options?.signal)
        return watch.call(client, kind, options)
      })
    })
    expect(signals.map((signal) => signal?.aborted)).toEqual([false])

    await world.patch({ autoScaling: null, replicas: 1 })
    expect(signals.map((signal) => signal?.aborted)).toEqual([true])
  })
})
