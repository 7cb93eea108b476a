import {
  ClusterDeployment,
  ClusterDeploymentCustomization,
  ClusterImageSet,
  ClusterPool,
  Event,
  HiveMachinePool,
  Namespace,
  RoleBinding,
  Secret,
} from '@skep/api'
import { describe, expect, it } from 'vitest'
import { NAMESPACE } from '../full/test/world.ts'
import { startPoolWorld } from './test/pool-world.ts'

describe('a pool', () => {
  it('fills itself with clusters, of which so many run and the others sleep', async () => {
    const world = await startPoolWorld()
    await world.makePool({ size: 2, runningCount: 1, labels: { team: 'a' } })
    await world.seconds(130)

    const { status } = (await world.pool())!
    expect([status?.size, status?.ready, status?.standby]).toEqual([2, 1, 1])
    const [first] = await world.clusters()
    const { name = '' } = first!.metadata
    expect(name).toMatch(/^pool-[a-z0-9]{5}$/)
    expect(first?.metadata.labels).toMatchObject({
      team: 'a',
      'hive.openshift.io/clusterpool-namespace': NAMESPACE,
      'hive.openshift.io/clusterpool-name': 'pool',
    })
    const namespace = await world.client.get(Namespace, { name })
    expect(namespace?.metadata.labels?.['hive.openshift.io/cluster-pool-name']).toBe('pool')
    const secrets = (await world.client.list(Secret, { namespace: name })).items.map(({ metadata }) => metadata.name)
    expect(secrets).toEqual(
      expect.arrayContaining([`${name}-aws-creds`, `${name}-install-config`, `${name}-pull-secret`]),
    )
    const workers = await world.client.get(HiveMachinePool, { namespace: name, name: `${name}-worker` })
    expect([workers?.spec.name, workers?.spec.replicas]).toEqual(['worker', 3])
    expect(await world.poolCondition('AllClustersCurrent')).toBe('True/ClusterDeploymentsCurrent')
    expect(await world.poolCondition('CapacityAvailable')).toBe('True/Available')
    expect(await world.poolCondition('MissingDependencies')).toBe('False/Verified')
    expect(await world.poolCondition('DeletionPossible')).toBe('Unknown/Initialized')
  })

  it('grows and shrinks when it is scaled', async () => {
    const world = await startPoolWorld()
    await world.makePool({ size: 1 })
    await world.seconds(10)
    const scale = { spec: { replicas: 3 } }
    const ref = { namespace: NAMESPACE, name: 'pool' }
    await world.client.patch(ClusterPool, ref, { type: 'merge', body: scale }, { subresource: 'scale' })
    await world.seconds(10)
    expect(await world.clusters()).toHaveLength(3)

    await world.changePool({ size: 0 })
    await world.seconds(30)

    expect(await world.clusters()).toHaveLength(0)
  })

  it('gives up clusters that are still installing first, the newest before the others', async () => {
    const world = await startPoolWorld()
    await world.makePool({ size: 1 })
    await world.seconds(10)
    const [old] = await world.clusters()
    await world.changePool({ size: 2 })
    await world.seconds(1)

    await world.changePool({ size: 1 })
    await world.seconds(20)

    expect((await world.clusters()).map(({ metadata }) => metadata.name)).toEqual([old?.metadata.name])
  })

  it('makes no more clusters than its maximum, and says so', async () => {
    const world = await startPoolWorld()
    await world.makePool({ size: 3, maxSize: 2 })
    await world.seconds(10)

    expect(await world.clusters()).toHaveLength(2)
    const condition = (await world.pool())?.status?.conditions?.find(({ type }) => type === 'CapacityAvailable')
    expect(condition).toMatchObject({
      status: 'False',
      reason: 'MaxCapacity',
      message: 'Pool is at maximum capacity of 2 waiting and claimed clusters.',
    })
  })

  it('installs no more clusters at once than it may', async () => {
    const world = await startPoolWorld()
    await world.makePool({ size: 3, maxConcurrent: 1 })
    await world.seconds(2)
    expect(await world.clusters()).toHaveLength(1)

    await world.seconds(5)
    expect(await world.clusters()).toHaveLength(2)

    await world.seconds(20)
    expect(await world.clusters()).toHaveLength(3)
  })

  it('names all that is missing, and goes on when it is there', async () => {
    const world = await startPoolWorld()
    await world.makePool({ imageSetRef: { name: 'none' }, pullSecretRef: { name: 'nothing' } })
    await world.seconds(1)
    const condition = (await world.pool())?.status?.conditions?.find(({ type }) => type === 'MissingDependencies')
    expect(condition).toMatchObject({
      status: 'True',
      reason: 'Missing',
      message:
        '[cluster image set: ClusterImageSet.hive.openshift.io "none" not found, pull secret: Secret "nothing" not found]',
    })
    expect(await world.clusters()).toHaveLength(0)

    const spec = { releaseImage: 'registry.example.com/release:4.17.0' }
    await world.client.create(ClusterImageSet, { metadata: { name: 'none' }, spec })
    const metadata = { namespace: NAMESPACE, name: 'nothing' }
    await world.client.create(Secret, { metadata, stringData: { '.dockerconfigjson': '{"auths":{}}' } })
    await world.seconds(61)

    expect(await world.clusters()).toHaveLength(1)
    expect(await world.poolCondition('MissingDependencies')).toBe('False/Verified')
  })

  it('replaces a cluster that cannot be installed, in no hurry', async () => {
    const world = await startPoolWorld()
    await world.makePool({ installAttemptsLimit: 0 })
    await world.seconds(25)
    const [broken, ...others] = await world.clusters()
    expect(others).toEqual([])
    expect((await world.pool())?.status?.size).toBe(1)

    await world.changePool({ installAttemptsLimit: 3 })
    await world.seconds(30)

    const [cluster] = await world.clusters()
    expect(cluster?.metadata.name).not.toBe(broken?.metadata.name)
    expect(cluster?.spec.installed).toBe(true)
  })

  it('replaces clusters that are no longer what it says, one after the other', async () => {
    const world = await startPoolWorld()
    await world.makePool({ size: 2 })
    await world.seconds(10)
    const old = (await world.clusters()).map(({ metadata }) => metadata.name)

    await world.changePool({ baseDomain: 'new.example.com' })
    await world.seconds(1)
    expect(await world.poolCondition('AllClustersCurrent')).toBe('False/SomeClusterDeploymentsStale')
    const left = async () => (await world.clusters()).filter(({ metadata }) => old.includes(metadata.name))
    expect(await left()).toHaveLength(1)

    await world.seconds(60)
    const now = await world.clusters()
    expect(now.map(({ spec }) => spec.baseDomain)).toEqual(['new.example.com', 'new.example.com'])
    expect(await left()).toEqual([])
    expect(await world.poolCondition('AllClustersCurrent')).toBe('True/ClusterDeploymentsCurrent')
  })

  it('replaces a cluster that takes too long to resume', async () => {
    const world = await startPoolWorld({ delays: { startMs: 3_600_000 } })
    await world.makePool({ size: 1, hibernationConfig: { resumeTimeout: '20m' } })
    await world.seconds(130)
    const [slow] = await world.clusters()
    expect((await world.pool())?.status?.standby).toBe(1)

    await world.changePool({ runningCount: 1 })
    await world.seconds(1_100)
    expect((await world.clusters()).map(({ metadata }) => metadata.name)).toEqual([slow?.metadata.name])
    await world.seconds(200)

    expect((await world.clusters()).map(({ metadata }) => metadata.name)).not.toContain(slow?.metadata.name)
  })

  it('cannot have sleeping clusters where machines cannot be stopped, and says so', async () => {
    const world = await startPoolWorld()
    const platform = { openstack: { cloud: 'mycloud', credentialsSecretRef: { name: 'aws' } } }
    await world.makePool({ platform, size: 2, runningCount: 1 })
    await world.seconds(1)

    expect(await world.clusters()).toEqual([])
    const { items } = await world.client.list(Event, { namespace: NAMESPACE })
    expect(items.map(({ reason }) => reason)).toContain('HibernationNotSupported')
  })

  it('takes its administrators to its clusters', async () => {
    const world = await startPoolWorld()
    await world.client.create(RoleBinding, {
      metadata: { namespace: NAMESPACE, name: 'admins' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'hive-cluster-pool-admin' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'ann' }],
    })
    await world.makePool()
    await world.seconds(10)

    const [cluster] = await world.clusters()
    const ref = { namespace: cluster?.metadata.namespace, name: 'hive-cluster-pool-admin-binding' }
    expect((await world.client.get(RoleBinding, ref))?.subjects?.map(({ name }) => name)).toEqual(['ann'])
  })

  it('goes with all its clusters, but waits for those that are claimed', async () => {
    const world = await startPoolWorld()
    await world.makePool({ size: 1, runningCount: 1 })
    await world.claim('mine')
    await world.seconds(20)
    const { namespace = '' } = (await world.claimed('mine'))!.spec

    await world.client.delete(ClusterPool, { namespace: NAMESPACE, name: 'pool' })
    await world.seconds(20)
    expect((await world.clusters()).map(({ metadata }) => metadata.name)).toEqual([namespace])
    const condition = (await world.pool())?.status?.conditions?.find(({ type }) => type === 'DeletionPossible')
    expect(condition).toMatchObject({
      status: 'False',
      reason: 'ClusterDeploymentsPendingCleanup',
      message: `The following ClusterDeployments are pending cleanup: ${namespace}`,
    })

    await world.client.patch(
      ClusterDeployment,
      { namespace, name: namespace },
      { type: 'merge', body: { metadata: { annotations: { 'hive.openshift.io/remove-cluster-from-pool': 'true' } } } },
    )
    await world.seconds(20)
    expect(await world.pool()).toBeUndefined()
  })
})

describe('an inventory', () => {
  const customization = (name: string, path = '/metadata/labels') => ({
    metadata: { namespace: NAMESPACE, name },
    spec: { installConfigPatches: [{ op: 'add' as const, path, valueJSON: '{}' }] },
  })

  it('gives each cluster a customization of its own, and takes it back', async () => {
    const world = await startPoolWorld()
    await world.client.create(ClusterDeploymentCustomization, customization('one'))
    await world.makePool({ size: 2, inventory: [{ kind: 'ClusterDeploymentCustomization', name: 'one' }] })
    await world.seconds(10)

    const [only, ...others] = await world.clusters()
    expect(others).toEqual([])
    expect(only?.spec.clusterPoolRef?.clusterDeploymentCustomization?.name).toBe('one')
    const ref = { namespace: NAMESPACE, name: 'one' }
    const entry = async () => (await world.client.get(ClusterDeploymentCustomization, ref))!
    const stated = async () => (await entry()).status?.conditions?.map(({ type, reason }) => `${type}/${reason}`).sort()
    expect(await stated()).toEqual(['ApplySucceeded/Succeeded', 'Available/Reserved'])
    expect((await entry()).status?.clusterDeploymentRef?.name).toBe(only?.metadata.name)
    expect((await entry()).metadata.finalizers).toEqual(['hive.openshift.io/pool'])
    expect(await world.poolCondition('InventoryValid')).toBe('True/Valid')

    await world.changePool({ size: 0 })
    await world.seconds(20)
    expect(await stated()).toEqual(['ApplySucceeded/Succeeded', 'Available/Available'])
  })

  it('says which entries are missing or broken', async () => {
    const world = await startPoolWorld()
    await world.client.create(ClusterDeploymentCustomization, customization('bad', '/no/such/place'))
    const kind = 'ClusterDeploymentCustomization' as const
    await world.makePool({
      size: 1,
      inventory: [
        { kind, name: 'bad' },
        { kind, name: 'gone' },
      ],
    })
    await world.seconds(10)

    const condition = (await world.pool())?.status?.conditions?.find(({ type }) => type === 'InventoryValid')
    expect([condition?.status, condition?.message]).toEqual([
      'False',
      '{"BrokenByCloud":[],"BrokenBySyntax":["bad"],"Missing":["gone"]}',
    ])
    expect(await world.clusters()).toEqual([])
  })
})
