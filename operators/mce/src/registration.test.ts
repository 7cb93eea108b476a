import {
  ClusterRole,
  ClusterRoleBinding,
  Lease,
  ManagedCluster,
  ManagedClusterSet,
  Namespace,
  RoleBinding,
} from '@skep/api'
import { describe, expect, it } from 'vitest'
import { AVAILABLE, explicitCluster, startWorld, type World } from './test/world.ts'

const ACCEPTED = 'HubAcceptedManagedCluster'
const ROLE = { name: 'open-cluster-management:managedcluster:demo' }

const startAutoless = async (): Promise<World> => {
  const world = await startWorld()
  await world.start({ autoImport: false })
  return world
}

const setOf = async ({ client }: World, name: string) => {
  const [condition] = (await client.get(ManagedClusterSet, { name }))?.status?.conditions ?? []
  return condition && `${condition.type} ${condition.status}/${condition.reason} ${condition.message}`
}

describe('a cluster that the hub accepts', () => {
  it('gets a namespace, permissions, a lease and finalizers', async () => {
    const world = await startAutoless()
    await world.client.create(ManagedCluster, explicitCluster('demo'))

    await world.seconds(1)

    expect(await world.condition(ACCEPTED)).toBe('True/HubClusterAdminAccepted')
    expect((await world.client.get(Namespace, { name: 'demo' }))?.metadata.labels).toMatchObject({
      'open-cluster-management.io/cluster-name': 'demo',
      'cluster.open-cluster-management.io/managedCluster': 'demo',
    })
    expect((await world.client.get(ClusterRole, ROLE))?.rules).toHaveLength(4)
    expect((await world.client.get(ClusterRoleBinding, ROLE))?.subjects?.map(({ name }) => name)).toEqual([
      'system:open-cluster-management:demo',
      'open-cluster-management:demo',
    ])
    const bindings = await world.client.list(RoleBinding, { namespace: 'demo' })
    expect(bindings.items.map(({ metadata, roleRef }) => [metadata.name, roleRef.name])).toEqual([
      [
        'open-cluster-management:managedcluster:demo:registration',
        'open-cluster-management:managedcluster:registration',
      ],
      ['open-cluster-management:managedcluster:demo:work', 'open-cluster-management:managedcluster:work'],
    ])
    expect((await world.client.get(Lease, { namespace: 'demo', name: 'managed-cluster-lease' }))?.spec?.renewTime).toBe(
      '2030-01-01T00:00:00.000000Z',
    )
    expect((await world.cluster())?.metadata.finalizers?.sort()).toEqual([
      'cluster.open-cluster-management.io/api-resource-cleanup',
      'cluster.open-cluster-management.io/resource-cleanup',
      'managedcluster-import-controller.open-cluster-management.io/cleanup',
      'managedcluster-import-controller.open-cluster-management.io/manifestwork-cleanup',
    ])
  })

  it('belongs to the default set unless it names another', async () => {
    const world = await startAutoless()
    const blue = explicitCluster('blue')
    await world.client.create(ManagedCluster, explicitCluster('demo'))
    await world.client.create(ManagedCluster, {
      ...blue,
      metadata: { ...blue.metadata, labels: { 'cluster.open-cluster-management.io/clusterset': 'blue-set' } },
    })
    await world.client.apply(ManagedClusterSet, { metadata: { name: 'blue-set' }, spec: {} })
    await world.client.apply(ManagedClusterSet, { metadata: { name: 'empty' }, spec: {} })

    await world.seconds(1)

    const label = 'cluster.open-cluster-management.io/clusterset'
    expect((await world.cluster('demo'))?.metadata.labels?.[label]).toBe('default')
    expect(await setOf(world, 'default')).toBe('ClusterSetEmpty False/ClustersSelected 2 ManagedClusters selected')
    expect(await setOf(world, 'blue-set')).toBe('ClusterSetEmpty False/ClustersSelected 1 ManagedClusters selected')
    expect(await setOf(world, 'global')).toBe('ClusterSetEmpty False/ClustersSelected 3 ManagedClusters selected')
    expect(await setOf(world, 'empty')).toBe('ClusterSetEmpty True/NoClusterMatched No ManagedCluster selected')
  })

  it('moves from set to set with its label', async () => {
    const world = await startAutoless()
    await world.client.create(ManagedCluster, explicitCluster('demo'))
    await world.client.apply(ManagedClusterSet, { metadata: { name: 'blue-set' }, spec: {} })
    await world.seconds(1)

    const labels = { 'cluster.open-cluster-management.io/clusterset': 'blue-set' }
    await world.client.patch(ManagedCluster, { name: 'demo' }, { type: 'merge', body: { metadata: { labels } } })
    await world.seconds(1)

    expect(await setOf(world, 'default')).toBe('ClusterSetEmpty False/ClustersSelected 1 ManagedClusters selected')
    expect(await setOf(world, 'blue-set')).toBe('ClusterSetEmpty False/ClustersSelected 1 ManagedClusters selected')
  })

  it('says where it comes from; unknown origins are called other', async () => {
    const world = await startAutoless()
    await world.client.create(
      ManagedCluster,
      explicitCluster('demo', { 'open-cluster-management/created-via': 'magic' }),
    )

    await world.seconds(1)

    expect((await world.cluster())?.metadata.annotations?.['open-cluster-management/created-via']).toBe('other')
  })

  it('gets back what somebody takes away', async () => {
    const world = await startAutoless()
    await world.client.create(ManagedCluster, explicitCluster('demo'))
    await world.seconds(1)

    await world.client.delete(ClusterRole, ROLE)
    await world.client.delete(Lease, { namespace: 'demo', name: 'managed-cluster-lease' })
    await world.client.delete(ManagedClusterSet, { name: 'global' })
    await world.seconds(1)

    expect(await world.client.get(ClusterRole, ROLE)).toBeDefined()
    expect(await world.client.get(Lease, { namespace: 'demo', name: 'managed-cluster-lease' })).toBeDefined()
    expect(await world.client.get(ManagedClusterSet, { name: 'global' })).toBeDefined()
  })
})

describe('a cluster that the hub does not accept', () => {
  it('gets nothing while it was never let in', async () => {
    const world = await startAutoless()
    const spec = { hubAcceptsClient: false, leaseDurationSeconds: 60 }
    await world.client.create(ManagedCluster, { ...explicitCluster('demo'), spec })

    await world.seconds(60)

    expect(await world.condition(ACCEPTED)).toBeUndefined()
    expect(await world.client.get(Namespace, { name: 'demo' })).toBeUndefined()
    expect(await world.message('ManagedClusterImportSucceeded')).toBe('Wait for import secret to be created')
  })

  it('loses its permissions when it is denied, and falls silent', async () => {
    const world = await startWorld()
    await world.start()
    await world.host('demo')
    await world.seconds(60)

    await world.client.patch(
      ManagedCluster,
      { name: 'demo' },
      { type: 'merge', body: { spec: { hubAcceptsClient: false } } },
    )
    await world.seconds(1)

    expect(await world.condition(ACCEPTED)).toBe('False/HubClusterAdminDenied')
    expect((await world.client.get(ClusterRole, ROLE))?.rules?.map(({ verbs }) => verbs)).toEqual([
      ['get', 'list', 'watch'],
    ])
    expect((await world.client.list(RoleBinding, { namespace: 'demo' })).items).toEqual([])
    await world.seconds(301)
    expect(await world.condition(AVAILABLE)).toBe('Unknown/ManagedClusterLeaseUpdateStopped')
  })

  it('says why it could not be let in', async () => {
    const world = await startAutoless()
    await world.client.create(Namespace, { metadata: { name: 'demo', finalizers: ['example.com/hold'] } })
    await world.client.delete(Namespace, { name: 'demo' })
    await world.client.create(ManagedCluster, explicitCluster('demo'))

    await world.seconds(1)

    expect(await world.condition(ACCEPTED)).toBe('False/Error')
    expect(await world.message(ACCEPTED)).toContain('because it is being terminated')
  })
})
