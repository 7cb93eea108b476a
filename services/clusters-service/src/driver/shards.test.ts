import { ClusterDeployment, ClusterImageSet, Namespace } from '@skep/api'
import { createLogger } from '@skep/base'
import { describe, expect, it } from 'vitest'
import { nodePool } from '../model/children/pools.ts'
import { clusterQueue } from '../records/queue.ts'
import { shardTable } from '../records/tables.ts'
import { startWorld, type World, worldWithCluster } from './test/world.ts'

const description = async (world: World, id: string) => (await world.get(id))?.cluster.status?.description

describe('a shard that cannot be used', () => {
  it('is named with cause and fix when nobody listens, and the cluster goes on once somebody does', async () => {
    const world = await startWorld()
    world.hive.start()
    await world.addShard('shard-1')
    world.ailments.set('shard-1', 'refused')
    const lines: string[] = []
    const driver = world.drive({ log: createLogger({ clock: world.clock, write: (line) => lines.push(line) }) })
    await world.order('c1')
    await world.clock.advance(30_000)

    const text =
      'shard shard-1: connection refused by https://shard.example.com:6443: start its API server, or, if it has moved, ' +
      'regenerate the kubeconfig and update the provision shard with it'
    expect((await world.get('c1'))?.cluster).toMatchObject({ state: 'pending', status: { description: text } })
    expect(driver.health()).toEqual([{ shardId: 'shard-1', reachable: false, error: text }])
    expect(lines.filter((line) => line.includes('connection refused'))).toHaveLength(1)

    world.ailments.clear()
    await world.clock.advance(65_000)

    expect((await world.get('c1'))?.cluster.state).toBe('ready')
    expect(await description(world, 'c1')).toBeUndefined()
    expect(driver.health()).toEqual([{ shardId: 'shard-1', reachable: true }])
  })

  it('is asked again after 1 second, then ever more rarely, up to a minute', async () => {
    const world = await startWorld()
    await world.addShard('shard-1')
    world.ailments.set('shard-1', 'refused')
    let connections = 0
    const connect = async () => {
      connections++
      throw new Error('no')
    }
    world.drive({ connect })

    await world.clock.advance(900)
    expect(connections).toBe(1)
    await world.clock.advance(100)
    expect(connections).toBe(2)
    await world.clock.advance(600_000)
    expect(connections).toBeGreaterThanOrEqual(14)
    expect(connections).toBeLessThanOrEqual(19)
  })

  it('does not change the state of what it holds when it forgets us, but says what to do', async () => {
    const world = await worldWithCluster()
    world.ailments.set('shard-1', 'unauthorized')
    await world.clusters.change('c1', () => ({
      service: { desiredPowerState: 'Hibernating', power: { agreed: false } },
    }))
    await world.clock.advance(30_000)

    expect((await world.get('c1'))?.cluster.state).toBe('ready')
    expect(await description(world, 'c1')).toBe(
      'shard shard-1: Unauthorized: https://shard.example.com:6443 does not accept the credentials, which change when it ' +
        'restarts: regenerate the kubeconfig and update the provision shard with it',
    )
  })

  it('tells it to clusters that nobody touched as well', async () => {
    const world = await worldWithCluster()
    world.ailments.set('shard-1', 'unauthorized')
    await expect(world.driver.installLog((await world.get('c1'))!, new AbortController().signal)).rejects.toThrow(
      'shard shard-1',
    )
    await world.clock.advance(60_000)

    expect(await description(world, 'c1')).toContain('shard shard-1: Unauthorized')
  })

  it('is connected to anew when it is given another kubeconfig', async () => {
    const world = await worldWithCluster()
    const seen: string[] = []
    world.drive({
      connect: async (shard) => {
        seen.push(shard.hiveConfig ?? '')
        throw new Error('no')
      },
    })
    await world.clock.advance(100)
    await world.shards.change('shard-1', (shard) => ({ ...shard, hive_config: { kubeconfig: 'another' } }))
    await world.clock.advance(100)

    expect(seen.at(-1)).toBe('another')
  })

  it('does not delay the clusters of others', async () => {
    const world = await startWorld()
    world.hive.start()
    await world.addShard('dead')
    await world.addShard('well')
    world.ailments.set('dead', 'refused')
    world.drive({ concurrency: 2 })
    for (let i = 0; i < 20; i++) await world.order(`d${i}`, { properties: { provision_shard_id: 'dead' } })
    await world.order('w', { properties: { provision_shard_id: 'well' } })
    await world.clock.advance(5_000)

    expect((await world.get('w'))?.cluster.state).toBe('ready')
  })
})

describe('what is lost', () => {
  it('is an error when it was built, and well again when it is back', async () => {
    const world = await worldWithCluster()
    const deployment = (await world.deployment('c1'))!
    await world.client.delete(Namespace, { name: 'uhc-test-c1' })
    await world.clock.advance(60_000)

    expect((await world.get('c1'))?.cluster).toMatchObject({
      state: 'error',
      status: { provision_error_code: 'OCM3999' },
    })
    expect(await description(world, 'c1')).toContain('shard shard-1: namespace uhc-test-c1 is gone')

    const { uid, resourceVersion, creationTimestamp, ...metadata } = deployment.metadata
    await world.client.create(Namespace, {
      metadata: { name: 'uhc-test-c1', labels: { 'api.openshift.com/id': 'c1' } },
    })
    await world.client.create(ClusterDeployment, { metadata, spec: deployment.spec })
    await world.clock.advance(5_000)

    expect((await world.get('c1'))?.cluster.state).toBe('ready')
  })
})

describe('what a shard refuses', () => {
  it('is an error of the cluster that names the shard and its words, and of no other cluster', async () => {
    const world = await startWorld()
    world.hive.start()
    await world.addShard('shard-1')
    world.drive()
    await world.order('bad', { product: { id: 'not a label!' } })
    await world.order('good')
    await world.clock.advance(5_000)

    expect((await world.get('bad'))?.cluster).toMatchObject({
      state: 'error',
      status: { provision_error_code: 'OCM3999' },
    })
    expect(await description(world, 'bad')).toContain('shard shard-1 refused a change: ')
    expect(await description(world, 'bad')).toContain('metadata.labels: Invalid value: "not a label!"')
    expect((await world.get('good'))?.cluster.state).toBe('ready')

    await world.clusters.change('bad', ({ cluster }) => ({ cluster: { ...cluster, product: { id: 'osd' } } }))
    await world.clock.advance(60_000)
    expect((await world.get('bad'))?.cluster.state).toBe('ready')
  })
})

describe('a shard that was removed', () => {
  it('is an error of its clusters until it is there again', async () => {
    const world = await worldWithCluster()
    const shard = (await world.shards.document('shard-1'))!
    await shardTable.remove(world.database, 'shard-1')
    await world.database.notify('provision_shards')
    await clusterQueue.add(world.database, 'c1')
    await world.clock.advance(1_000)

    expect((await world.get('c1'))?.cluster.state).toBe('error')
    expect(await description(world, 'c1')).toContain('add the provision shard again under this id')

    await world.shards.create('shard-1', shard)
    await world.clock.advance(60_000)
    expect((await world.get('c1'))?.cluster.state).toBe('ready')
  })
})

describe('clusters without a shard', () => {
  it('wait, saying why, and go on when a shard becomes active', async () => {
    const world = await startWorld()
    world.hive.start()
    await world.addShard('shard-1', { status: 'maintenance' })
    world.drive()
    await world.order('c1')
    await world.clock.advance(1_000)
    expect((await world.get('c1'))?.cluster.state).toBe('pending')
    expect(await description(world, 'c1')).toContain('shard-1')

    await world.shards.change('shard-1', (shard) => ({ ...shard, status: 'active' }))
    await world.clock.advance(5_000)

    expect((await world.get('c1'))?.cluster.state).toBe('ready')
  })

  it('stay pending where control planes would be hosted through Maestro, and say what is missing', async () => {
    const world = await startWorld()
    await world.addShard('shard-1', { cloud_provider: { id: 'azure' }, maestro_config: {}, azure_shard: {} })
    world.drive()
    await world.order('c1', { hypershift: { enabled: true }, cloud_provider: { id: 'azure' } })
    const address = { clusterId: 'c1', collection: 'node_pools', id: 'workers' } as const
    await world.children.create(nodePool, { ...address, body: { replicas: 2 }, secrets: {} })
    await world.clock.advance(1_000)

    expect((await world.get('c1'))?.cluster).toMatchObject({
      state: 'pending',
      status: {
        description:
          'Shard shard-1 would host the control plane through Maestro, to which this service has no transport yet: the cluster stays pending',
      },
    })
    expect((await world.children.get(address))?.document).toMatchObject({ status: { state: { value: 'pending' } } })

    await world.children.remove(address)
    await world.clock.advance(1_000)
    expect(await world.children.get(address)).toBeUndefined()
  })
})

describe('versions', () => {
  it('are the image sets of active shards, as they come and go', async () => {
    const world = await startWorld()
    const imageSet = (name: string, version: string) => ({
      metadata: {
        name,
        labels: { 'api.openshift.com/channel-group': 'stable' },
        annotations: { 'api.openshift.com/version': version },
      },
      spec: { releaseImage: `registry.example.com/release:${version}` },
    })
    await world.client.create(ClusterImageSet, imageSet('openshift-v4.16.0', '4.16.0'))
    await world.addShard('shard-1')
    const { catalog } = world.drive()
    await world.clock.advance(1_000)
    expect(catalog.versions().map(({ id }) => id)).toEqual(['openshift-v4.16.0'])

    await world.client.create(ClusterImageSet, imageSet('openshift-v4.18.0', '4.18.0'))
    await world.clock.advance(1_000)
    expect(catalog.versions().map(({ id, default: preferred }) => [id, preferred])).toEqual([
      ['openshift-v4.16.0', false],
      ['openshift-v4.18.0', true],
    ])

    await world.shards.change('shard-1', (shard) => ({ ...shard, status: 'offline' }))
    await world.clock.advance(1_000)
    expect(catalog.versions()).toEqual([])
  })
})
