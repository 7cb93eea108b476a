import { ClusterDeployment, HiveClusterClaim, HiveMachinePool, Namespace, Role, RoleBinding } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { NAMESPACE } from '../full/test/world.ts'
import { startPoolWorld } from './test/pool-world.ts'

describe('a claim', () => {
  it('gets a cluster that runs, and the pool a new one', async () => {
    const world = await startPoolWorld()
    await world.makePool({ size: 2, runningCount: 1 })
    await world.seconds(130)
    const before = (await world.clusters()).map(({ metadata }) => metadata.name)

    await world.claim('mine')
    await world.seconds(10)

    const { namespace = '' } = (await world.claimed('mine'))!.spec
    expect(before).toContain(namespace)
    expect(await world.claimState('mine')).toEqual(['ClusterClaimed', 'Running'])
    const cluster = await world.client.get(ClusterDeployment, { namespace, name: namespace })
    expect(cluster?.spec.clusterPoolRef).toMatchObject({ claimName: 'mine', poolName: 'pool' })
    expect(cluster?.spec.clusterPoolRef?.claimedTimestamp).toBeDefined()
    await world.seconds(200)
    const { status } = (await world.pool())!
    expect([status?.size, status?.ready, status?.standby]).toEqual([2, 1, 1])
  })

  it('takes its cluster along when it goes, and the namespace follows', async () => {
    const world = await startPoolWorld()
    await world.makePool({ size: 1, runningCount: 1 })
    await world.seconds(10)
    await world.claim('mine')
    await world.seconds(10)
    const { namespace = '' } = (await world.claimed('mine'))!.spec

    await world.client.delete(HiveClusterClaim, { namespace: NAMESPACE, name: 'mine' })
    await world.seconds(0)
    expect(await world.claimed('mine')).toBeDefined()
    await world.seconds(20)

    expect(await world.claimed('mine')).toBeUndefined()
    expect((await world.clusters()).map(({ metadata }) => metadata.name)).not.toContain(namespace)
    await world.seconds(400)
    expect(await world.client.get(Namespace, { name: namespace })).toBeUndefined()
  })

  it('waits until a cluster is ready; who came first is served first', async () => {
    const world = await startPoolWorld()
    await world.makePool({ size: 0, maxSize: 1 })
    await world.claim('first')
    await world.seconds(2)
    await world.claim('second')
    await world.seconds(1)
    expect(await world.claimState('first')).toEqual(['NoClusters', 'Initialized'])

    await world.seconds(20)

    expect(await world.claimState('first')).toEqual(['ClusterClaimed', 'Running'])
    expect(await world.claimState('second')).toEqual(['NoClusters', 'Initialized'])
  })

  it('wakes a sleeping cluster', async () => {
    const world = await startPoolWorld()
    await world.makePool({ size: 1, maxSize: 1 })
    await world.seconds(130)
    expect((await world.pool())?.status?.standby).toBe(1)

    await world.claim('mine')
    await world.seconds(300)

    expect(await world.claimState('mine')).toEqual(['ClusterClaimed', 'Running'])
  })

  it('stays as it is when there is no such pool', async () => {
    const world = await startPoolWorld()
    await world.claim('lost', { clusterPoolName: 'none' })
    await world.seconds(10)

    expect(await world.claimState('lost')).toEqual(['Initialized', 'Initialized'])
  })

  it('ends with its lifetime, which the pool limits', async () => {
    const world = await startPoolWorld()
    await world.makePool({ size: 0, claimLifetime: { default: '30m', maximum: '1h' } })
    await world.claim('usual')
    await world.claim('long', { lifetime: '8h' })
    await world.seconds(20)
    expect((await world.claimed('usual'))?.status?.lifetime).toBe('30m')
    expect((await world.claimed('long'))?.status?.lifetime).toBe('1h')

    await world.seconds(1_850)
    expect(await world.claimed('usual')).toBeUndefined()
    expect(await world.claimed('long')).toBeDefined()

    await world.seconds(1_850)
    expect(await world.claimed('long')).toBeUndefined()
  })

  it('lets those in whom it names', async () => {
    const world = await startPoolWorld()
    await world.makePool({ size: 0 })
    const subject = { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'ann' }
    await world.claim('mine', { subjects: [subject] })
    await world.seconds(20)

    const { namespace } = (await world.claimed('mine'))!.spec
    const ref = { namespace, name: 'hive-claim-owner' }
    const role = await world.client.get(Role, ref)
    const { clusterMetadata } = (await world.client.get(ClusterDeployment, { namespace, name: namespace! }))!.spec
    expect(role?.rules?.[0]).toEqual({ apiGroups: ['hive.openshift.io'], resources: ['*'], verbs: ['*'] })
    expect(role?.rules?.[1]).toMatchObject({ resources: ['secrets'], verbs: ['get'] })
    expect(role?.rules?.[1]?.resourceNames).toContain(clusterMetadata?.adminKubeconfigSecretRef.name)
    expect((await world.client.get(RoleBinding, ref))?.subjects).toEqual([subject])

    await world.client.delete(RoleBinding, ref)
    await world.seconds(1)
    expect(await world.client.get(RoleBinding, ref)).toBeDefined()

    await world.client.delete(HiveClusterClaim, { namespace: NAMESPACE, name: 'mine' })
    await world.seconds(0)
    expect(await world.client.get(Role, ref)).toBeUndefined()
  })

  it('is completed when Hive was stopped between its two writes', async () => {
    const world = await startPoolWorld()
    await world.makePool({ size: 1, runningCount: 1 })
    await world.seconds(10)
    const [cluster] = await world.clusters()
    const { namespace = '' } = cluster!.metadata

    await world.claim('mine', { namespace })
    await world.seconds(10)

    expect(await world.claimState('mine')).toEqual(['ClusterClaimed', 'Running'])
    const found = await world.client.get(ClusterDeployment, { namespace, name: namespace })
    expect(found?.spec.clusterPoolRef?.claimName).toBe('mine')
  })

  it('passes the admission webhooks, and so does all that is made for it', async () => {
    const world = await startPoolWorld({ admission: {} })
    await world.makePool({ size: 1, runningCount: 1 })
    await world.claim('mine')

    await expect
      .poll(
        async () => {
          await world.seconds(5)
          return world.claimState('mine')
        },
        { timeout: 15_000 },
      )
      .toEqual(['ClusterClaimed', 'Running'])
    const { namespace = '' } = (await world.claimed('mine'))!.spec
    expect((await world.client.list(HiveMachinePool, { namespace })).items[0]?.status?.replicas).toBe(3)
  })

  it('says when its cluster was deleted', async () => {
    const world = await startPoolWorld()
    await world.makePool({ size: 0 })
    await world.claim('mine')
    await world.seconds(20)
    const { namespace = '' } = (await world.claimed('mine'))!.spec

    await world.client.delete(ClusterDeployment, { namespace, name: namespace })
    await world.seconds(0)
    expect(await world.claimState('mine')).toEqual(['ClusterClaimed', 'ClusterDeleting'])
    await world.seconds(20)

    expect(await world.claimState('mine')).toEqual(['ClusterClaimed', 'ClusterDeleted'])
  })

  it('waits again when its cluster is somebody else’s', async () => {
    const world = await startPoolWorld()
    await world.makePool({ size: 0, maxSize: 1 })
    await world.claim('mine')
    await world.seconds(20)
    const { namespace = '' } = (await world.claimed('mine'))!.spec

    await world.claim('theirs', { namespace })
    await world.seconds(1)

    expect((await world.claimed('theirs'))?.spec.namespace).toBeUndefined()
    expect((await world.claimState('theirs'))[0]).toBe('NoClusters')
    expect(await world.claimState('mine')).toEqual(['ClusterClaimed', 'Running'])
  })
})
