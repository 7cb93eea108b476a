import { ClusterApiMachine, ClusterApiMachineSet, MachineDeployment, Node } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { NAMESPACE, startWorld, type World } from './test/world.ts'

const WORKERS = { namespace: NAMESPACE, name: 'workers' }

const change = (world: World, spec: object) =>
  world.client.patch(MachineDeployment, WORKERS, { type: 'merge', body: { spec } })

/** Makes the deployment want machines that boot with another Secret. */
const newData = (world: World, dataSecretName: string) =>
  change(world, { template: { spec: { bootstrap: { dataSecretName } } } })

const get = (world: World) => world.client.get(MachineDeployment, WORKERS)

const dataOf = async (world: World) => (await world.machines()).map(({ spec }) => spec.bootstrap.dataSecretName)

const revisionOf = async (world: World) =>
  (await get(world))?.metadata.annotations?.['machinedeployment.clusters.x-k8s.io/revision']

const startWorkers = async (spec: Partial<MachineDeployment['spec']> = {}) => {
  const world = await startWorld()
  await world.start()
  await world.deploy('workers', spec)
  await world.seconds(10)
  return world
}

describe('a rolling update', () => {
  it('replaces all machines without ever having fewer available, or more than one too many', async () => {
    const world = await startWorkers({ replicas: 3 })
    const counts: [number, number][] = []
    const stop = new AbortController()
    const watching = watchCounts(world, stop.signal, (machines, nodes) => counts.push([machines, nodes]))

    await newData(world, 'user-data-workers-2')
    await world.seconds(300)
    stop.abort()
    await watching

    expect(await dataOf(world)).toEqual(Array(3).fill('user-data-workers-2'))
    expect(Math.max(...counts.map(([machines]) => machines))).toBe(4)
    expect(Math.min(...counts.map(([, nodes]) => nodes))).toBe(3)
    expect(await revisionOf(world)).toBe('2')
    expect((await world.client.list(ClusterApiMachineSet)).items).toHaveLength(1)
  })

  it('deletes before it makes where nothing may be beyond the number', async () => {
    const world = await startWorkers({
      replicas: 2,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: '50%' } },
    })
    const counts: number[] = []
    const stop = new AbortController()
    const watching = watchCounts(world, stop.signal, (machines) => counts.push(machines))

    await newData(world, 'user-data-workers-2')
    await world.seconds(300)
    stop.abort()
    await watching

    expect(await dataOf(world)).toEqual(['user-data-workers-2', 'user-data-workers-2'])
    expect(Math.max(...counts)).toBe(2)
  })

  it('stops at machines that do not become nodes', async () => {
    const world = await startWorkers({ replicas: 2 })

    world.provider.joins = false
    await newData(world, 'user-data-workers-2')
    await world.seconds(600)

    expect((await dataOf(world)).sort()).toEqual(['user-data-workers-1', 'user-data-workers-1', 'user-data-workers-2'])
    expect((await get(world))?.status).toMatchObject({ replicas: 3, updatedReplicas: 1, availableReplicas: 2 })
  })

  it('goes back to the set of a template that comes back, under a new number', async () => {
    const world = await startWorkers({ replicas: 1 })
    const [first] = (await world.client.list(ClusterApiMachineSet)).items

    world.provider.joins = false
    await newData(world, 'user-data-workers-2')
    await world.seconds(60)
    await newData(world, 'user-data-workers-1')
    await world.seconds(60)

    expect(await dataOf(world)).toEqual(['user-data-workers-1'])
    expect(await revisionOf(world)).toBe('3')
    const [set] = (await world.client.list(ClusterApiMachineSet)).items
    expect(set?.metadata.uid).toBe(first?.metadata.uid)
    expect(set?.metadata.annotations?.['machinedeployment.clusters.x-k8s.io/revision-history']).toBe('1')
  })

  it('keeps new pods off nodes that are about to go', async () => {
    const world = await startWorkers({ replicas: 1 })
    const [node] = await world.nodes()

    world.provider.joins = false
    await newData(world, 'user-data-workers-2')
    await world.seconds(60)

    const outdated = await world.tenantClient.get(Node, node!.metadata)
    expect(outdated?.spec?.taints).toEqual([
      { key: 'node.cluster.x-k8s.io/outdated-revision', effect: 'PreferNoSchedule' },
    ])
  })

  it('replaces nothing when only labels, annotations or time limits change', async () => {
    const world = await startWorkers({ replicas: 1 })
    const [before] = await world.machines()

    await change(world, {
      template: {
        metadata: { labels: { tier: 'gold' }, annotations: { note: 'x' } },
        spec: { nodeDrainTimeout: '10m', nodeVolumeDetachTimeout: '1m' },
      },
    })
    await world.seconds(10)

    const [machine] = await world.machines()
    expect(machine?.metadata.uid).toBe(before?.metadata.uid)
    expect(machine?.metadata.labels?.['tier']).toBe('gold')
    expect(machine?.metadata.annotations?.['note']).toBe('x')
    expect(machine?.spec).toMatchObject({ nodeDrainTimeout: '10m', nodeVolumeDetachTimeout: '1m' })
  })

  it('begins when its time has come', async () => {
    const world = await startWorkers({ replicas: 1 })
    const [before] = await world.machines()

    await change(world, { rolloutAfter: new Date(world.clock.now() + 3_600_000).toISOString().replace('.000', '') })
    await world.seconds(1_800)
    expect((await world.machines())[0]?.metadata.uid).toBe(before?.metadata.uid)
    await world.seconds(1_900)

    const machines = await world.machines()
    expect(machines).toHaveLength(1)
    expect(machines[0]?.metadata.uid).not.toBe(before?.metadata.uid)
  })
})

describe('strategy OnDelete', () => {
  it('replaces a machine when somebody deletes it, and no other', async () => {
    const world = await startWorkers({ replicas: 2, strategy: { type: 'OnDelete' } })
    await newData(world, 'user-data-workers-2')
    await world.seconds(60)
    expect(await dataOf(world)).toEqual(['user-data-workers-1', 'user-data-workers-1'])

    await world.client.delete(ClusterApiMachine, (await world.machines())[0]!.metadata)
    await world.seconds(60)

    expect((await dataOf(world)).sort()).toEqual(['user-data-workers-1', 'user-data-workers-2'])
  })
})

describe('a paused deployment', () => {
  it('scales and does not roll out', async () => {
    const world = await startWorkers({ replicas: 1, paused: true })
    expect(await world.machines()).toHaveLength(0)
    await change(world, { paused: false })
    await world.seconds(10)

    await change(world, { paused: true, replicas: 2, template: { spec: { bootstrap: { dataSecretName: 'other' } } } })
    await world.seconds(60)

    expect(await dataOf(world)).toEqual(['user-data-workers-1', 'user-data-workers-1'])
  })
})

/** Tells how many machines and ready nodes there are, at every change of either. */
async function watchCounts(
  world: World,
  signal: AbortSignal,
  tell: (machines: number, nodes: number) => void,
): Promise<void> {
  const { Informer } = await import('@skep/client')
  const machines = new Informer(world.client, ClusterApiMachine, { clock: world.clock })
  const nodes = new Informer(world.tenantClient, Node, { clock: world.clock })
  const running = Promise.all([machines.run(signal), nodes.run(signal)])
  await Promise.all([machines.waitForSync(signal), nodes.waitForSync(signal)])
  machines.onChange(() => tell(machines.size, nodes.size))
  nodes.onChange(() => tell(machines.size, nodes.size))
  await running
}
