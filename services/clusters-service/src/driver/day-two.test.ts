import { HiveMachinePool, SyncSet } from '@skep/api'
import { createLogger } from '@skep/base'
import { describe, expect, it } from 'vitest'
import { machinePool } from '../model/children/pools.ts'
import type { ChildCollection } from '../records/child-record.ts'
import { startWorld, type World, worldWithCluster } from './test/world.ts'

async function add(world: World, collection: ChildCollection, id: string, body: Record<string, never> | object) {
  const child = { clusterId: 'c1', collection, id, body: { ...body }, secrets: {} }
  const record = await world.children.create(machinePool, child)
  await world.clock.advance(1_000)
  return record
}

const pool = { namespace: 'uhc-test-c1', name: 'name-c1-big' }

describe('a cluster that lives', () => {
  it('gets machine pools, has them changed, and loses them', async () => {
    const world = await worldWithCluster()
    const { version } = await add(world, 'machine_pools', 'big', { replicas: 3, instance_type: 'm5.4xlarge' })
    expect((await world.client.get(HiveMachinePool, pool))?.spec).toMatchObject({ name: 'big', replicas: 3 })

    const address = { clusterId: 'c1', collection: 'machine_pools', id: 'big' } as const
    const autoscaling = { min_replicas: 1, max_replicas: 5 }
    await world.children.change(address, 'Machine pool', { instance_type: 'm5.4xlarge', autoscaling }, version, {})
    await world.clock.advance(1_000)
    const { spec } = (await world.client.get(HiveMachinePool, pool))!
    expect(spec.autoscaling).toEqual({ minReplicas: 1, maxReplicas: 5 })
    expect(spec.replicas).toBeUndefined()

    await world.children.remove(address)
    await world.clock.advance(5_000)
    expect(await world.client.get(HiveMachinePool, pool)).toBeUndefined()
    expect(await world.children.get(address)).toBeUndefined()
  })

  it('goes its way when the shard refuses something beside it, and says so until that is mended', async () => {
    const world = await startWorld()
    world.hive.start()
    await world.addShard('shard-1')
    const lines: string[] = []
    world.drive({ log: createLogger({ clock: world.clock, write: (line) => lines.push(line) }) })
    await world.order('c1')
    await world.clock.advance(5_000)
    await add(world, 'external_configuration/labels', 'bad', { key: 'no key!', value: 'v' })
    await add(world, 'machine_pools', 'big', { replicas: 3, instance_type: 'm5.4xlarge' })
    await world.clock.advance(60_000)

    const { state, status } = (await world.get('c1'))!.cluster
    expect(state).toBe('ready')
    expect(status?.description).toContain('shard shard-1 refused a change: ')
    expect(status?.description).toContain('no key!')
    expect(status?.provision_error_code).toBeUndefined()
    expect((await world.client.get(HiveMachinePool, pool))?.spec.replicas).toBe(3)
    expect(lines.filter((line) => line.includes('refused a change'))).toHaveLength(1)

    await world.children.remove({ clusterId: 'c1', collection: 'external_configuration/labels', id: 'bad' })
    await world.clock.advance(1_000)
    expect((await world.get('c1'))?.cluster.status?.description).toBeUndefined()
  })

  it('has the autoscaler that users ask for, and no longer one that they took back', async () => {
    const world = await worldWithCluster()
    const body = { balance_similar_node_groups: true, scale_down: { enabled: true, unneeded_time: '5m' } }
    await add(world, 'autoscaler', 'autoscaler', body)
    const ref = { namespace: 'uhc-test-c1', name: 'cluster-service-autoscaler' }
    expect((await world.client.get(SyncSet, ref))?.spec.resources).toEqual([
      {
        apiVersion: 'autoscaling.openshift.io/v1',
        kind: 'ClusterAutoscaler',
        metadata: { name: 'default' },
        spec: { balanceSimilarNodeGroups: true, scaleDown: { enabled: true, unneededTime: '5m' } },
      },
    ])

    const address = { clusterId: 'c1', collection: 'autoscaler', id: 'autoscaler' } as const
    await world.children.remove(address)
    await world.clock.advance(5_000)
    expect(await world.client.get(SyncSet, ref)).toBeUndefined()
    expect(await world.children.get(address)).toBeUndefined()
  })

  it('has the pool that it starts with as its nodes say, whatever is stored of that for lists', async () => {
    const world = await worldWithCluster()
    await world.children.put('c1', 'machine_pools', 'worker', { replicas: 9 })
    const taint = { key: 'a', value: 'b', effect: 'NoSchedule' } as const
    await world.clusters.change('c1', ({ cluster }) => ({
      cluster: { ...cluster, nodes: { ...cluster.nodes, compute: 4 } },
      service: { workerTaints: [taint] },
    }))
    await world.clock.advance(1_000)

    const worker = await world.client.get(HiveMachinePool, { namespace: 'uhc-test-c1', name: 'name-c1-worker' })
    expect(worker?.spec).toMatchObject({ replicas: 4, taints: [taint] })
  })

  it('counts its compute nodes as Hive does', async () => {
    const world = await worldWithCluster()
    const worker = { namespace: 'uhc-test-c1', name: 'name-c1-worker' }
    const patch = { type: 'merge', body: { status: { replicas: 4 } } } as const
    await world.client.patch(HiveMachinePool, worker, patch, { subresource: 'status' })
    await world.clock.advance(1_000)

    expect((await world.get('c1'))?.cluster.status?.current_compute).toBe(4)
  })

  it('has what its external configuration says, and no longer what left it', async () => {
    const world = await worldWithCluster()
    const resource = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' } }
    await add(world, 'external_configuration/syncsets', 'ext', { resources: [resource] })
    await add(world, 'external_configuration/labels', 'tier', { key: 'tier', value: 'gold' })
    const syncSet = { namespace: 'uhc-test-c1', name: 'ext' }
    expect((await world.client.get(SyncSet, syncSet))?.spec.resources).toEqual([resource])
    expect((await world.deployment('c1'))?.metadata.labels?.['tier']).toBe('gold')

    await world.children.remove({ clusterId: 'c1', collection: 'external_configuration/syncsets', id: 'ext' })
    await world.children.remove({ clusterId: 'c1', collection: 'external_configuration/labels', id: 'tier' })
    await world.clock.advance(5_000)

    expect(await world.client.get(SyncSet, syncSet)).toBeUndefined()
    expect((await world.deployment('c1'))?.metadata.labels?.['tier']).toBeUndefined()
    expect(await world.children.listAll('c1')).toEqual([])
  })
})
