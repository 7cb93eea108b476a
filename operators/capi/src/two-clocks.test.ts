import { ClusterApiMachine, MachineDeployment, MachineHealthCheck, Node } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { CLUSTER, NAMESPACE, startWorld, type World } from './test/world.ts'

const WORKERS = { namespace: NAMESPACE, name: 'workers' }

/** A minute of the operator is a second of everybody else. */
async function startWorkers(): Promise<World> {
  const world = await startWorld({ speed: 60 })
  await world.start()
  await world.deploy('workers', { replicas: 2 })
  await world.client.create(MachineHealthCheck, {
    metadata: WORKERS,
    spec: {
      clusterName: CLUSTER,
      selector: { matchLabels: { pool: 'workers' } },
      unhealthyConditions: [{ type: 'Ready', status: 'Unknown', timeout: '8m' }],
      nodeStartupTimeout: '20m',
    },
  })
  await world.seconds(5)
  return world
}

const uidsOf = async (world: World) => (await world.machines()).map(({ metadata }) => metadata.uid)

const scale = (world: World, replicas: number) =>
  world.client.patch(MachineDeployment, WORKERS, { type: 'merge', body: { spec: { replicas } } })

describe('machines where the operator is an hour ahead of the server, and faster', () => {
  it('are made, looked after, added, replaced and removed', async () => {
    const world = await startWorkers()
    const before = await uidsOf(world)
    await world.seconds(120)
    expect(await uidsOf(world)).toEqual(before)

    await scale(world, 3)
    await world.seconds(5)
    expect(await world.nodes()).toHaveLength(3)

    const template = { spec: { bootstrap: { dataSecretName: 'user-data-workers-2' } } }
    await world.client.patch(MachineDeployment, WORKERS, { type: 'merge', body: { spec: { template } } })
    await world.seconds(60)
    const machines = await world.machines()
    expect(machines.map(({ spec }) => spec.bootstrap.dataSecretName)).toEqual(Array(3).fill('user-data-workers-2'))

    await world.client.delete(MachineDeployment, WORKERS)
    await world.seconds(60)
    expect(await world.machines()).toEqual([])
    expect(await world.nodes()).toEqual([])
  })

  it('get their time to become nodes, and are replaced after it', async () => {
    const world = await startWorkers()
    world.provider.joins = false
    await scale(world, 3)
    await world.seconds(1)
    const late = (await world.machines()).find(({ status }) => !status?.nodeRef)

    await world.seconds(18)
    expect(await uidsOf(world)).toContain(late?.metadata.uid)
    await world.seconds(4)

    expect(await uidsOf(world)).not.toContain(late?.metadata.uid)
  })

  it('are replaced when the server has not heard of their nodes for the time of the operator', async () => {
    const world = await startWorkers()
    const [broken] = await world.machines()
    const lastTransitionTime = new Date(world.clock.now()).toISOString().replace('.000', '')
    const condition = { type: 'Ready', status: 'Unknown', reason: 'NodeStatusUnknown', lastTransitionTime }
    await world.tenantClient.patch(
      Node,
      { name: broken!.metadata.name },
      { type: 'strategic', body: { status: { conditions: [condition] } } },
      { subresource: 'status' },
    )

    await world.seconds(7)
    expect(await uidsOf(world)).toContain(broken!.metadata.uid)
    await world.seconds(3)

    expect(await uidsOf(world)).not.toContain(broken!.metadata.uid)
  })

  it('roll out once at the time that is set for it', async () => {
    const world = await startWorkers()
    const before = await uidsOf(world)
    const operatorNow = world.clock.now() + 3_600_000 + 5 * 59_000
    const rolloutAfter = new Date(operatorNow + 600_000).toISOString().replace('.000', '')

    await world.client.patch(MachineDeployment, WORKERS, { type: 'merge', body: { spec: { rolloutAfter } } })
    await world.seconds(8)
    expect(await uidsOf(world)).toEqual(before)
    await world.seconds(60)

    const machines = await world.client.list(ClusterApiMachine, { namespace: NAMESPACE })
    expect(machines.items).toHaveLength(2)
    expect(before).not.toContain(machines.items[0]?.metadata.uid)
    expect((await world.client.get(MachineDeployment, WORKERS))?.metadata.annotations).toMatchObject({
      'machinedeployment.clusters.x-k8s.io/revision': '2',
    })
  })
})
