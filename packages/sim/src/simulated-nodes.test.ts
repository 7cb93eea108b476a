import { Lease, Node, Pod } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { startCluster } from './test/cluster.ts'
import { aPod } from './test/pods.ts'

const lease = { namespace: 'kube-node-lease', name: 'node-1' }

describe('simulated nodes', () => {
  it('join as Ready nodes with room for pods', async () => {
    const { client, nodes } = await startCluster({ count: 3, labels: { zone: 'a' }, resources: { cpu: '64' } })

    const { items } = await client.list(Node)
    expect(nodes.names).toEqual(['node-1', 'node-2', 'node-3'])
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['node-1', 'node-2', 'node-3'])
    expect(items[1]).toMatchObject({
      metadata: { labels: { 'kubernetes.io/hostname': 'node-2', 'kubernetes.io/os': 'linux', zone: 'a' } },
      spec: { podCIDR: '10.244.1.0/24', providerID: 'skep://node-2' },
      status: {
        allocatable: { cpu: '64', memory: '16290844Ki', pods: '110' },
        addresses: [
          { type: 'InternalIP', address: '172.18.0.3' },
          { type: 'Hostname', address: 'node-2' },
        ],
        nodeInfo: { kubeletVersion: 'v1.37.0', operatingSystem: 'linux', architecture: 'amd64' },
      },
    })
    expect(items[1]?.status?.conditions?.map(({ type, status }) => `${type}=${status}`)).toEqual([
      'MemoryPressure=False',
      'DiskPressure=False',
      'PIDPressure=False',
      'Ready=True',
    ])
  })

  it('renew their leases every ten seconds and their status every five minutes', async () => {
    const { client, clock } = await startCluster()
    const heartbeat = async () => {
      const node = await client.get(Node, { name: 'node-1' })
      return node?.status?.conditions?.find(({ type }) => type === 'Ready')
    }
    expect((await client.get(Lease, lease))?.spec).toEqual({
      holderIdentity: 'node-1',
      leaseDurationSeconds: 40,
      renewTime: '2030-01-01T00:00:00.000000Z',
    })

    await clock.advance(25_000)

    expect((await client.get(Lease, lease))?.spec.renewTime).toBe('2030-01-01T00:00:20.000000Z')
    expect((await heartbeat())?.lastHeartbeatTime).toBe('2030-01-01T00:00:00Z')

    await clock.advance(300_000)

    expect(await heartbeat()).toMatchObject({
      lastHeartbeatTime: '2030-01-01T00:05:00Z',
      lastTransitionTime: '2030-01-01T00:00:00Z',
    })
  })

  it('say what runs on them, and take as many pods as they are told', async () => {
    const { client } = await startCluster({
      resources: { pods: '10000' },
      system: { kubeletVersion: 'v1.32.3', containerRuntimeVersion: 'cri-o://1.32.3', architecture: 'arm64' },
    })

    expect(await client.get(Node, { name: 'node-1' })).toMatchObject({
      metadata: { labels: { 'kubernetes.io/arch': 'arm64' } },
      spec: { podCIDR: '10.244.0.0/18' },
      status: {
        allocatable: { pods: '10k' },
        nodeInfo: {
          kubeletVersion: 'v1.32.3',
          containerRuntimeVersion: 'cri-o://1.32.3',
          architecture: 'arm64',
          osImage: 'Skep simulated node',
        },
      },
    })
  })

  it('keep to real time with their heartbeats where simulated time leaps', async () => {
    const { client, clock } = await startCluster({ leaping: true })
    await client.create(Pod, aPod('slow', { annotations: { 'sim.skep.dev/start-delay': '10m' } }))
    await clock.settle()

    expect((await client.get(Pod, { namespace: 'default', name: 'slow' }))?.status?.phase).toBe('Running')
    expect((await client.get(Lease, lease))?.spec.renewTime).toBe('2030-01-01T00:00:00.000000Z')

    await clock.advance(10_000)

    expect((await client.get(Lease, lease))?.spec.renewTime).toBe('2030-01-01T00:00:10.000000Z')
  })

  it('restore a lease that was deleted, and stay away once their node was', async () => {
    const { client, clock, nodes } = await startCluster()

    await client.delete(Lease, lease)
    await clock.advance(10_000)
    expect((await client.get(Lease, lease))?.spec.renewTime).toBe('2030-01-01T00:00:10.000000Z')

    await client.delete(Node, { name: 'node-1' })
    await client.delete(Lease, lease)
    await clock.advance(20_000)
    expect(nodes.names).toEqual([])
    expect(await client.get(Lease, lease)).toBeUndefined()
  })

  it('say nothing any more when they are switched off, and take up their pods when they are back', async () => {
    const { client, clock, nodes, pod } = await startCluster()
    await client.create(Pod, aPod('before'))
    await clock.advance(3_000)
    const address = (await pod('before')).status?.podIP

    expect(nodes.remove('node-1')).toBe(true)
    await client.create(Pod, aPod('meanwhile'))
    await clock.advance(60_000)
    expect((await client.get(Lease, lease))?.spec.renewTime).toBe('2030-01-01T00:00:00.000000Z')
    expect((await pod('meanwhile')).status?.phase).toBe('Pending')

    await nodes.add({ name: 'node-1', number: 1 })
    await clock.advance(5_000)
    expect((await pod('meanwhile')).status?.phase).toBe('Running')
    expect((await pod('before')).status).toMatchObject({
      podIP: address,
      containerStatuses: [{ restartCount: 0, state: { running: { startedAt: '2030-01-01T00:00:02Z' } } }],
    })
    expect((await pod('meanwhile')).status?.podIP).not.toBe(address)
  })

  it('live the same history again from the same seed', async () => {
    const live = async (seed: number) => {
      const cluster = await startCluster({ seed, count: 2, delays: { startMs: [1_000, 3_000], stopMs: [200, 1_000] } })
      const { client, clock } = cluster
      for (const name of ['a', 'b', 'c', 'd']) await client.create(Pod, aPod(name))
      await client.create(Pod, aPod('job', { spec: { restartPolicy: 'Never' } }))
      await clock.advance(2_500)
      await client.delete(Pod, { namespace: 'default', name: 'a' })
      await clock.advance(60_000)
      const { items, resourceVersion } = await client.list(Pod)
      return JSON.stringify({ resourceVersion, items, events: await cluster.eventsOf('a') })
    }

    const first = await live(7)

    expect(await live(7)).toBe(first)
    expect(await live(8)).not.toBe(first)
  })
})
