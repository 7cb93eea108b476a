import { Lease, ManagedCluster, ManagedClusterClaim, Node } from '@skep/api'
import { StatusError } from '@skep/base'
import type { HostedApi } from '@skep/sim'
import { describe, expect, it, vi } from 'vitest'
import { AVAILABLE, startWorld, type World } from './test/world.ts'

const SILENT = { condition: 'Silent', reason: 'Stopped', message: 'the agent is stopped', state: 'Agent' }
const UNREACHABLE = 'cluster.open-cluster-management.io/unreachable'

async function startImported(): Promise<World & { api: HostedApi }> {
  const world = await startWorld()
  await world.start()
  const api = await world.host('demo')
  await world.seconds(60)
  return { ...world, api }
}

const taintsOf = async ({ cluster }: World) =>
  (await cluster())?.spec?.taints?.map(({ key, effect }) => `${key}:${effect}`) ?? []

const renewTimeOf = async ({ client }: World) =>
  (await client.get(Lease, { namespace: 'demo', name: 'managed-cluster-lease' }))?.spec?.renewTime

const node = (name: string, cpu: string, unschedulable = false) => ({
  metadata: { name },
  spec: { unschedulable },
  status: { capacity: { cpu, memory: '16Gi' }, allocatable: { cpu, memory: '15Gi' } },
})

describe('the agent of a managed cluster', () => {
  it('renews its lease as often as it should', async () => {
    const world = await startImported()
    const first = await renewTimeOf(world)

    await world.seconds(120)

    expect(Date.parse((await renewTimeOf(world)) ?? '') - Date.parse(first ?? '')).toBe(120_000)
    await world.client.patch(
      ManagedCluster,
      { name: 'demo' },
      { type: 'merge', body: { spec: { leaseDurationSeconds: 10 } } },
    )
    await world.seconds(15)
    expect(world.clock.now() - Date.parse((await renewTimeOf(world)) ?? '')).toBeLessThan(10_000)
  })

  it('that stops is noticed, and forgiven when it comes back', async () => {
    const world = await startImported()

    world.behaviours.setFailure('ManagedCluster', { name: 'demo' }, SILENT)
    await world.seconds(230)
    expect(await world.condition(AVAILABLE)).toBe('True/ManagedClusterAvailable')
    await world.seconds(71)
    expect(await world.condition(AVAILABLE)).toBe('Unknown/ManagedClusterLeaseUpdateStopped')
    expect(await taintsOf(world)).toEqual([`${UNREACHABLE}:NoSelect`])

    world.behaviours.clearOverride('ManagedCluster', { name: 'demo' })
    await world.seconds(1)
    expect(await world.condition(AVAILABLE)).toBe('True/ManagedClusterAvailable')
    expect(await taintsOf(world)).toEqual([])
  })

  it('says that the API of its cluster does not answer, once that has lasted', async () => {
    const world = await startImported()

    await world.api.change({ serving: false })
    await world.seconds(19)
    expect(await world.condition(AVAILABLE)).toBe('True/ManagedClusterAvailable')
    await world.seconds(66)
    expect(await world.condition(AVAILABLE)).toBe('False/ManagedClusterKubeAPIServerUnavailable')
    expect(await taintsOf(world)).toEqual(['cluster.open-cluster-management.io/unavailable:NoSelect'])
    await world.api.change({ serving: true })
    await world.seconds(61)
    expect(await world.condition(AVAILABLE)).toBe('True/ManagedClusterAvailable')
    expect(await taintsOf(world)).toEqual([])
  })

  it('says which checks of the API fail', async () => {
    const world = await startImported()

    await world.api.change({ failingChecks: ['etcd'] })
    await world.seconds(90)

    expect(await world.condition(AVAILABLE)).toBe('False/ManagedClusterKubeAPIServerUnavailable')
    expect(await world.message(AVAILABLE)).toMatch(/^The kube-apiserver is not ok, status code: 500, /)
  })

  it('says what of its cluster it may not see', async () => {
    const world = await startImported()
    const forbidden = new StatusError('Forbidden', 'nodes is forbidden')
    vi.spyOn(world.api.client, 'list').mockRejectedValue(forbidden)

    await world.seconds(90)

    expect(await world.condition(AVAILABLE)).toBe('False/ManagedClusterKubeAPIServerUnavailable')
    expect(await world.message(AVAILABLE)).toBe('The kube-apiserver is not ok, status code: 403, nodes is forbidden')
  })

  it('overlooks a failure that passes', async () => {
    const world = await startImported()
    const before = (await world.cluster())?.status?.conditions

    await world.api.change({ serving: false })
    await world.seconds(5)
    await world.api.change({ serving: true })
    await world.seconds(120)

    expect((await world.cluster())?.status?.conditions).toEqual(before)
  })

  it('adds up the nodes of its cluster, and follows its version and claims', async () => {
    const world = await startImported()
    await world.api.client.create(Node, node('a', '4'))
    await world.api.client.create(Node, node('b', '3500m', true))
    await world.api.client.create(ManagedClusterClaim, { metadata: { name: 'zone' }, spec: { value: 'b' } })
    await world.api.client.create(ManagedClusterClaim, { metadata: { name: 'id.k8s.io' }, spec: { value: 'demo' } })
    const labels = { 'open-cluster-management.io/spoke-only': '' }
    await world.api.client.create(ManagedClusterClaim, { metadata: { name: 'own', labels }, spec: { value: 'x' } })
    await world.api.change({ kubernetesVersion: 'v1.32.4' })

    await world.seconds(60)

    expect((await world.cluster())?.status).toMatchObject({
      capacity: { cpu: '7500m', memory: '32Gi' },
      allocatable: { cpu: '4', memory: '15Gi' },
      version: { kubernetes: 'v1.32.4' },
      clusterClaims: [
        { name: 'id.k8s.io', value: 'demo' },
        { name: 'zone', value: 'b' },
      ],
    })
  })

  it('tells of at most twenty claims that nobody knows', async () => {
    const world = await startImported()
    for (let index = 0; index < 25; index++) {
      const metadata = { name: `claim-${String(index).padStart(2, '0')}` }
      await world.api.client.create(ManagedClusterClaim, { metadata, spec: { value: 'x' } })
    }

    await world.seconds(60)

    expect((await world.cluster())?.status?.clusterClaims).toHaveLength(20)
  })

  it('writes nothing but its lease while nothing changes', async () => {
    const world = await startImported()
    const before = await world.cluster()
    const writes: string[] = []
    world.client.observe(({ method }) => {
      if (method !== 'GET') writes.push(method)
    })

    await world.seconds(600)

    expect((await world.cluster())?.metadata.resourceVersion).toBe(before?.metadata.resourceVersion)
    // Ten minutes of two leases: its own, and that of the hub.
    expect(writes).toHaveLength(20)
  })
})

/** A cluster with an agent of its own, which has just joined. */
async function joinFromOutside({ client, cluster, seconds }: World): Promise<void> {
  const spec = { hubAcceptsClient: true, leaseDurationSeconds: 60 }
  await client.create(ManagedCluster, { metadata: { name: 'demo' }, spec })
  await seconds(1)
  const before = (await cluster())!
  const after = structuredClone(before)
  for (const [type, reason] of [
    ['ManagedClusterJoined', 'ManagedClusterJoined'],
    [AVAILABLE, 'ManagedClusterAvailable'],
  ] as const) {
    const lastTransitionTime = '2030-01-01T00:00:00Z'
    after.status?.conditions?.push({
      type,
      status: 'True',
      reason,
      message: 'as its own agent says',
      lastTransitionTime,
    })
  }
  await client.patchStatus(ManagedCluster, before, after)
}

const renew = ({ client, clock }: World) => {
  const body = { spec: { renewTime: new Date(clock.now()).toISOString().replace('Z', '000Z') } }
  return client.patch(Lease, { namespace: 'demo', name: 'managed-cluster-lease' }, { type: 'merge', body })
}

describe('the agent of a cluster of somebody else', () => {
  it('is believed as long as it renews the lease', async () => {
    const world = await startWorld()
    await world.start({ autoImport: false })
    await joinFromOutside(world)
    await world.seconds(200)
    await renew(world)

    await world.seconds(299)
    expect(await world.condition(AVAILABLE)).toBe('True/ManagedClusterAvailable')
    expect(await world.message(AVAILABLE)).toBe('as its own agent says')
    await world.seconds(2)
    expect(await world.condition(AVAILABLE)).toBe('Unknown/ManagedClusterLeaseUpdateStopped')
  })

  it('is believed in real time, however far the simulation is ahead', async () => {
    const world = await startWorld({ speed: 60 })
    await world.start({ autoImport: false })
    await joinFromOutside(world)
    await world.seconds(200)
    await renew(world)

    await world.seconds(295)
    expect(await world.condition(AVAILABLE)).toBe('True/ManagedClusterAvailable')
    await world.seconds(6)
    expect(await world.condition(AVAILABLE)).toBe('Unknown/ManagedClusterLeaseUpdateStopped')
  })
})
