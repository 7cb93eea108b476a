import {
  ClusterRole,
  HostedCluster,
  Klusterlet,
  ManagedCluster,
  ManagedClusterAddOn,
  ManifestWork,
  Namespace,
  Pod,
  Secret,
} from '@skep/api'
import { metadataOf } from '@skep/client'
import { describe, expect, it, vi } from 'vitest'
import { AVAILABLE, explicitCluster, IMPORTED, NAMESPACE, startWorld, type World } from './test/world.ts'

const HELD = 'example.com/held'

async function startImported() {
  const world = await startWorld()
  const mce = await world.start()
  const api = await world.host('demo')
  await world.seconds(60)
  return { ...world, mce, api }
}

const detach = ({ client }: World) => client.delete(ManagedCluster, { name: 'demo' })

/** Everything that was made for the cluster and is still there. */
async function leftOvers({ client }: World): Promise<string[]> {
  const kinds = [ManagedCluster, Klusterlet, ManifestWork, ManagedClusterAddOn, ClusterRole, Namespace].map(metadataOf)
  const found = await Promise.all(
    kinds.map(async (kind) =>
      (await client.list(kind)).items
        .map(({ metadata }) => `${kind.kind} ${metadata.name}`)
        .filter((text) => /demo/.test(text)),
    ),
  )
  return found.flat()
}

const addOn = (name: string, { finalizers, priority }: { finalizers?: string[]; priority?: string } = {}) => ({
  metadata: {
    namespace: 'demo',
    name,
    ...(finalizers ? { finalizers } : {}),
    ...(priority ? { annotations: { 'open-cluster-management.io/cleanup-priority': priority } } : {}),
  },
  spec: { installNamespace: 'open-cluster-management-agent-addon' },
})

const release = ({ client }: World, name: string) =>
  client.patch(
    ManagedClusterAddOn,
    { namespace: 'demo', name },
    { type: 'merge', body: { metadata: { finalizers: [] } } },
  )

const isGoing = async ({ client }: World, name: string) =>
  (await client.get(ManagedClusterAddOn, { namespace: 'demo', name }))?.metadata.deletionTimestamp !== undefined

describe('a managed cluster that is detached', () => {
  it('leaves nothing behind but the hosted cluster', async () => {
    const world = await startImported()

    await detach(world)
    await world.seconds(30)

    expect(await leftOvers(world)).toEqual(['Namespace clusters-demo'])
    expect(await world.client.get(HostedCluster, { namespace: NAMESPACE, name: 'demo' })).toBeDefined()
    expect((await world.api.client.raw({ path: '/livez' })).status).toBe(200)
  })

  it('loses its add-ons first, in the order of their priorities, and says what it waits for', async () => {
    const world = await startImported()
    await world.client.create(ManagedClusterAddOn, addOn('last', { finalizers: [HELD], priority: '50' }))
    await world.client.create(ManagedClusterAddOn, addOn('first', { finalizers: [HELD], priority: '10' }))

    await detach(world)
    await world.seconds(1)
    expect(await world.condition('Deleting')).toBe('False/ResourceRemaining')
    expect(await world.condition(IMPORTED)).toBe('False/ManagedClusterDetaching')
    expect(await world.message(IMPORTED)).toContain('managedclusteraddons')
    expect(await world.message(IMPORTED)).toContain('first (held by example.com/held)')
    expect([await isGoing(world, 'first'), await isGoing(world, 'last')]).toEqual([true, false])

    await release(world, 'first')
    await world.seconds(1)
    expect(await isGoing(world, 'last')).toBe(true)
    expect(
      (await world.client.get(Klusterlet, { name: 'klusterlet-demo' }))?.metadata.deletionTimestamp,
    ).toBeUndefined()

    await release(world, 'last')
    await world.seconds(30)
    expect(await leftOvers(world)).toEqual(['Namespace clusters-demo'])
  })

  it('loses its works before its agent', async () => {
    const world = await startImported()
    const work = { namespace: 'demo', name: 'app' }
    await world.client.create(ManifestWork, { metadata: { ...work, finalizers: [HELD] }, spec: {} })

    await detach(world)
    await world.seconds(1)
    expect(await world.message('Deleting')).toContain('manifestworks app')
    expect(await world.client.get(Klusterlet, { name: 'klusterlet-demo' })).toBeDefined()

    const body = { metadata: { finalizers: [] } }
    await world.client.patch(ManifestWork, work, { type: 'merge', body })
    await world.seconds(30)
    expect(await world.cluster()).toBeUndefined()
  })

  it('says how much it waits for, however much that is', async () => {
    const world = await startImported()
    const names = Array.from({ length: 400 }, (_, index) => `${'x'.repeat(80)}-${index}`)
    for (const name of names) {
      await world.client.create(ManifestWork, { metadata: { namespace: 'demo', name, finalizers: [HELD] }, spec: {} })
    }

    await detach(world)
    await world.seconds(1)

    expect(await world.condition('Deleting')).toBe('False/ResourceRemaining')
    expect(await world.message('Deleting')).toMatch(/\(held by example.com\/held\) and 395 more$/)
  })

  it('is let go by force when it is not available', async () => {
    const world = await startImported()
    await world.client.create(ManagedClusterAddOn, addOn('stuck', { finalizers: [HELD] }))
    await world.apis.remove('clusters-demo')
    await world.seconds(120)
    expect(await world.condition(AVAILABLE)).toBe('False/ManagedClusterKubeAPIServerUnavailable')

    await detach(world)
    await world.seconds(1)
    expect(await world.condition(IMPORTED)).toBe('False/ManagedClusterForceDetaching')
    expect(await world.client.get(ManagedClusterAddOn, { namespace: 'demo', name: 'stuck' })).toBeUndefined()
    // The agent waits for its cluster to answer, but not forever.
    await world.seconds(240)
    expect(await world.message(IMPORTED)).toContain('demo-hosted-klusterlet')
    await world.seconds(90)
    expect(await leftOvers(world)).toEqual(['Namespace clusters-demo'])
  })

  it('is let go by force when the hub never accepted it', async () => {
    const world = await startWorld()
    await world.start({ autoImport: false })
    const metadata = { name: 'demo', finalizers: [HELD] }
    await world.client.create(ManagedCluster, { metadata, spec: { hubAcceptsClient: false, leaseDurationSeconds: 60 } })
    await world.seconds(1)

    await detach(world)
    await world.seconds(1)

    expect(await world.condition(IMPORTED)).toBe('False/ManagedClusterForceDetaching')
    expect((await world.cluster())?.metadata.finalizers).toEqual([HELD])
  })

  it('is let go by force when that takes too long otherwise, and says so', async () => {
    const world = await startImported()
    await world.client.create(ManagedClusterAddOn, addOn('stuck', { finalizers: [HELD] }))
    await world.client.patch(
      ManagedCluster,
      { name: 'demo' },
      {
        type: 'merge',
        body: { metadata: { finalizers: [...((await world.cluster())?.metadata.finalizers ?? []), HELD] } },
      },
    )

    await detach(world)
    await world.seconds(599)
    expect(await world.condition(IMPORTED)).toBe('False/ManagedClusterDetaching')
    await world.seconds(30)

    expect(await world.condition(IMPORTED)).toBe('False/ManagedClusterForceDetaching')
    expect(await world.message(IMPORTED)).toContain('by force, since it took too long otherwise')
    expect((await world.cluster())?.metadata.finalizers).toEqual([HELD])
  })

  it('is let go when nobody is there to take the work of its agent away', async () => {
    const world = await startWorld({ workAgent: false })
    await world.start()
    await world.host('demo')
    await world.seconds(30)
    const work = { namespace: 'local-cluster', name: 'demo-hosted-klusterlet' }
    const body = { metadata: { finalizers: ['cluster.open-cluster-management.io/manifest-work-cleanup'] } }
    await world.client.patch(ManifestWork, work, { type: 'merge', body })

    await detach(world)
    await world.seconds(650)
    expect(await world.message(IMPORTED)).toContain(
      'waiting for manifestworks of local-cluster demo-hosted-klusterlet (held by cluster.open-cluster-management.io/manif',
    )
    await world.seconds(60)

    expect(await leftOvers(world)).toEqual(['Namespace clusters-demo'])
  })

  it('takes its agent along from where it was hosted once', async () => {
    const world = await startImported()
    const annotations = { 'import.open-cluster-management.io/klusterlet-deploy-mode': null }
    await world.client.patch(ManagedCluster, { name: 'demo' }, { type: 'merge', body: { metadata: { annotations } } })

    await detach(world)
    await world.seconds(30)

    expect(await leftOvers(world)).toEqual(['Namespace clusters-demo'])
  })

  it('that was never imported leaves nothing behind either', async () => {
    const world = await startWorld({ workAgent: false })
    await world.start()
    await world.host('demo')
    await world.seconds(30)
    expect(await world.client.get(Namespace, { name: 'klusterlet-demo' })).toBeDefined()

    await detach(world)
    await world.seconds(30)

    expect(await leftOvers(world)).toEqual(['Namespace clusters-demo'])
  })

  it('can be imported again at once', async () => {
    const world = await startImported()
    await world.client.create(ManagedClusterAddOn, addOn('slow', { finalizers: [HELD] }))
    await detach(world)
    await world.seconds(1)
    await release(world, 'slow')

    const cluster = explicitCluster('demo')
    await vi.waitFor(() => world.client.create(ManagedCluster, cluster), { interval: 1 })
    await world.seconds(120)

    expect(await world.condition(AVAILABLE)).toBe('True/ManagedClusterAvailable')
  })

  it('says what went wrong', async () => {
    const world = await startWorld({
      change: (client) => ({
        ...client,
        delete: (kind, ref, options) =>
          kind.kind === 'ManagedClusterAddOn'
            ? Promise.reject(new Error('no luck'))
            : client.delete(kind, ref, options),
      }),
    })
    await world.start()
    await world.host('demo')
    await world.seconds(60)
    await world.client.create(ManagedClusterAddOn, addOn('stuck'))

    await detach(world)
    await world.seconds(1)

    expect(await world.condition('Deleting')).toBe('False/DeletingError')
    expect(await world.message('Deleting')).toBe('no luck')
  })

  it('keeps its namespace where that is wanted, or is needed by others', async () => {
    const world = await startImported()
    const annotations = { 'open-cluster-management.io/retain-namespace': '' }
    await world.client.patch(Namespace, { name: 'demo' }, { type: 'merge', body: { metadata: { annotations } } })
    await detach(world)
    await world.seconds(300)
    expect(await world.client.get(Namespace, { name: 'demo' })).toBeDefined()

    const other = await startImported()
    const pod = { namespace: 'demo', name: 'guest' }
    await other.client.create(Pod, { metadata: pod, spec: { containers: [{ name: 'guest', image: 'guest' }] } })
    await detach(other)
    await other.seconds(120)
    expect(await other.client.get(Namespace, { name: 'demo' })).toBeDefined()
    await other.client.delete(Pod, pod)
    await other.seconds(90)
    expect(await other.client.get(Namespace, { name: 'demo' })).toBeUndefined()
  })
})

describe('a hosted cluster that is deleted', () => {
  it('takes its managed cluster along, without waiting for what it cannot answer', async () => {
    const world = await startWorld()
    await world.start()
    await world.host('demo', { finalizers: ['hypershift.openshift.io/finalizer'] })
    await world.seconds(60)

    await world.client.delete(HostedCluster, { namespace: NAMESPACE, name: 'demo' })
    await world.apis.remove('clusters-demo')
    await world.seconds(30)

    expect(await leftOvers(world)).toEqual(['Namespace clusters-demo'])
    const mirror = { namespace: 'local-cluster', name: 'demo-admin-kubeconfig' }
    expect(await world.client.get(Secret, mirror)).toBeDefined()
    const body = { metadata: { finalizers: [] } }
    await world.client.patch(HostedCluster, { namespace: NAMESPACE, name: 'demo' }, { type: 'merge', body })
    await world.seconds(1)
    expect(await world.client.get(Secret, mirror)).toBeUndefined()
  })

  it('takes the managed cluster along that it had under another name, also when nobody saw it go', async () => {
    const world = await startWorld()
    const mce = await world.start()
    await world.host('demo', { annotations: { 'cluster.open-cluster-management.io/managedcluster-name': '2abc' } })
    await world.seconds(60)
    expect(await world.condition(AVAILABLE, '2abc')).toBe('True/ManagedClusterAvailable')

    await world.client.delete(HostedCluster, { namespace: NAMESPACE, name: 'demo' })
    await world.seconds(30)

    expect(await world.cluster('2abc')).toBeUndefined()
    await mce.stop()
  })

  it('leaves the managed cluster alone of one with the same name elsewhere', async () => {
    const world = await startImported()
    await world.client.create(Namespace, { metadata: { name: 'elsewhere' } })
    const { spec } = (await world.client.get(HostedCluster, { namespace: NAMESPACE, name: 'demo' }))!
    const twin = { namespace: 'elsewhere', name: 'demo' }
    await world.client.create(HostedCluster, { metadata: twin, spec })
    await world.seconds(1)

    await world.client.delete(HostedCluster, twin)
    await world.seconds(30)

    expect((await world.cluster())?.metadata.deletionTimestamp).toBeUndefined()
  })

  it('leaves a managed cluster alone that is not hosted', async () => {
    const world = await startWorld()
    await world.start({ autoImport: false })
    await world.client.create(ManagedCluster, {
      metadata: { name: 'demo' },
      spec: { hubAcceptsClient: true, leaseDurationSeconds: 60 },
    })
    await world.host('demo')
    await world.seconds(30)

    await world.client.delete(HostedCluster, { namespace: NAMESPACE, name: 'demo' })
    await world.seconds(30)

    expect((await world.cluster())?.metadata.deletionTimestamp).toBeUndefined()
  })
})
