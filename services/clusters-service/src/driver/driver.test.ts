import { AccountClaim, ClusterDeployment, ClusterImageSet, HiveMachinePool, Namespace, Secret } from '@skep/api'
import { Metrics } from '@skep/base'
import { describe, expect, it } from 'vitest'
import { aCondition } from './test/builders.ts'
import { startWorld, worldWithCluster } from './test/world.ts'

const ref = (id: string) => ({ namespace: `uhc-test-${id}`, name: `name-${id}` })

describe('a cluster on a shard', () => {
  it('goes from an order to a ready cluster', async () => {
    const world = await worldWithCluster()

    const record = await world.get('c1')
    expect(record?.cluster).toMatchObject({
      state: 'ready',
      infra_id: 'name-c1-infra',
      external_id: 'id-of-name-c1',
      api: { url: 'https://api.name-c1:6443' },
      console: { url: 'https://console.name-c1' },
      properties: { provision_shard_id: 'shard-1' },
      status: { state: 'ready', dns_ready: true },
    })
    expect(await world.client.get(Namespace, { name: 'uhc-test-c1' })).toBeDefined()
    expect(await world.client.get(Secret, { namespace: 'uhc-test-c1', name: 'name-c1-install-config' })).toBeDefined()
    expect(await world.client.get(HiveMachinePool, { namespace: 'uhc-test-c1', name: 'name-c1-worker' })).toBeDefined()
  })

  it('takes seven writes on the shard and no more', async () => {
    const world = await worldWithCluster()

    expect(world.requests.filter((request) => !request.startsWith('GET')).sort()).toEqual([
      'POST /api/v1/namespaces',
      'POST /api/v1/namespaces/uhc-test-c1/secrets',
      'POST /api/v1/namespaces/uhc-test-c1/secrets',
      'POST /api/v1/namespaces/uhc-test-c1/secrets',
      'POST /apis/aws.managed.openshift.io/v1alpha1/namespaces/uhc-test-c1/accountclaims',
      'POST /apis/hive.openshift.io/v1/namespaces/uhc-test-c1/clusterdeployments',
      'POST /apis/hive.openshift.io/v1/namespaces/uhc-test-c1/machinepools',
    ])
  })

  it.each([
    ['the usual version of its shard', { version: undefined }],
    ['the channel group of the version it names', { version: { id: 'openshift-v4.17.5' } }],
  ])('gets %s where the order came before anybody knew any', async (_what, order) => {
    const world = await startWorld()
    await world.client.create(ClusterImageSet, {
      metadata: {
        name: 'openshift-v4.17.5',
        labels: { 'api.openshift.com/channel-group': 'stable' },
        annotations: { 'api.openshift.com/version': '4.17.5' },
      },
      spec: { releaseImage: 'registry.example.com/release:4.17.5' },
    })
    await world.addShard('shard-1')
    await world.order('c1', order)
    world.drive()
    await world.clock.advance(1_000)
    await world.hive.readyClaim(ref('c1'))
    await world.clock.advance(1_000)

    const version = { id: 'openshift-v4.17.5', raw_id: '4.17.5', channel_group: 'stable' }
    expect((await world.get('c1'))?.cluster.version).toEqual(version)
    const deployment = await world.deployment('c1')
    expect(deployment?.spec.provisioning?.imageSetRef?.name).toBe('openshift-v4.17.5')
    expect(deployment?.metadata.labels?.['api.openshift.com/channel-group']).toBe('stable')
  })

  it('waits for its account before Hive is asked', async () => {
    const world = await startWorld()
    await world.addShard('shard-1')
    world.drive()
    await world.order('c1')
    await world.clock.advance(1_000)

    expect((await world.get('c1'))?.cluster.state).toBe('pending')
    expect(await world.deployment('c1')).toBeUndefined()

    await world.hive.readyClaim(ref('c1'))
    // Nobody here tells what becomes of the ClusterDeployment, so it is looked at after two seconds.
    await world.clock.advance(3_000)

    expect((await world.get('c1'))?.cluster.state).toBe('installing')
    expect((await world.deployment('c1'))?.metadata.labels?.['api.openshift.com/id']).toBe('c1')
  })

  it('hibernates and resumes', async () => {
    const world = await worldWithCluster()

    await world.clusters.change('c1', () => ({
      service: { desiredPowerState: 'Hibernating', power: { agreed: false } },
    }))
    await world.clock.advance(1_000)
    expect((await world.deployment('c1'))?.spec.powerState).toBe('Hibernating')
    expect((await world.get('c1'))?.cluster.state).toBe('powering_down')

    await world.hive.say(ref('c1'), [aCondition('Hibernating', 'True', 'Hibernating', 'Cluster is stopped')])
    await world.clock.advance(1_000)
    expect((await world.get('c1'))?.cluster.state).toBe('hibernating')

    await world.clusters.change('c1', () => ({ service: { desiredPowerState: 'Running', power: { agreed: false } } }))
    await world.clock.advance(1_000)
    expect((await world.get('c1'))?.cluster.state).toBe('resuming')

    await world.hive.say(ref('c1'), [aCondition('Ready', 'True', 'Running', 'Cluster is running')])
    await world.clock.advance(1_000)
    expect((await world.get('c1'))?.cluster.state).toBe('ready')
  })

  it('waits for its version where its shard lacks it, and says so', async () => {
    const world = await startWorld()
    world.hive.start()
    await world.addShard('shard-1')
    world.drive()
    const version = { id: 'openshift-v4.18.1', raw_id: '4.18.1', channel_group: 'stable' }
    await world.order('c1', { version })
    await world.clock.advance(1_000)

    expect((await world.get('c1'))?.cluster).toMatchObject({
      state: 'pending',
      status: {
        description:
          'shard shard-1 has no ClusterImageSet openshift-v4.18.1, without which this version cannot be installed there: ' +
          'create it on the shard, or delete the cluster and order another version',
      },
    })
    expect(await world.deployment('c1')).toBeUndefined()

    const spec = { releaseImage: 'registry.example.com/release:4.18.1' }
    await world.client.create(ClusterImageSet, { metadata: { name: 'openshift-v4.18.1' }, spec })
    await world.clock.advance(60_000)
    expect((await world.get('c1'))?.cluster.state).toBe('ready')
  })

  it('stays as somebody put it on the shard, until users ask for something else', async () => {
    const world = await worldWithCluster()
    const power = (powerState: string) => ({ type: 'merge', body: { spec: { powerState } } }) as const

    await world.client.patch(ClusterDeployment, ref('c1'), power('Hibernating'))
    await world.clock.advance(1_000)
    expect((await world.deployment('c1'))?.spec.powerState).toBe('Hibernating')
    expect((await world.get('c1'))?.cluster.state).toBe('powering_down')

    await world.hive.say(ref('c1'), [aCondition('Hibernating', 'True', 'Hibernating', 'Cluster is stopped')])
    await world.clock.advance(1_000)
    expect((await world.get('c1'))?.cluster.state).toBe('hibernating')

    const service = { desiredPowerState: 'Running', power: { agreed: false } } as const
    await world.clusters.change('c1', () => ({ service }))
    await world.clock.advance(1_000)
    expect((await world.deployment('c1'))?.spec.powerState).toBe('Running')
    expect((await world.get('c1'))?.cluster.state).toBe('resuming')
  })

  it('resumes also when its ClusterDeployment was restored, which begins to count its generations anew', async () => {
    const world = await worldWithCluster()
    const wish = async (desiredPowerState: 'Running' | 'Hibernating') => {
      await world.clusters.change('c1', ({ power }) => ({
        service: { desiredPowerState, power: { ...power, agreed: false } },
      }))
      await world.clock.advance(1_000)
      return world.deployment('c1')
    }
    await wish('Hibernating')
    await wish('Running')
    const { metadata, spec } = (await wish('Hibernating'))!
    await world.client.delete(ClusterDeployment, ref('c1'))
    await world.client.create(ClusterDeployment, { metadata: { ...ref('c1'), labels: metadata.labels ?? {} }, spec })
    await world.clock.advance(1_000)
    expect((await world.deployment('c1'))?.metadata.generation).toBe(1)

    expect((await wish('Running'))?.spec.powerState).toBe('Running')
  })

  it('goes in order when it is deleted, and its record last', async () => {
    const world = await worldWithCluster()
    const finalizers = { type: 'merge', body: { metadata: { finalizers: ['hive.openshift.io/deprovision'] } } } as const
    await world.client.patch(ClusterDeployment, ref('c1'), finalizers)

    const deletion = { requestedAt: '2030-01-01T00:00:00Z', deprovision: true, bestEffort: false }
    await world.clusters.change('c1', () => ({ service: { deletion } }))
    await world.clock.advance(1_000)

    expect((await world.get('c1'))?.cluster).toMatchObject({
      state: 'uninstalling',
      status: { description: 'Waiting for ClusterDeployment uhc-test-c1/name-c1 to be removed' },
    })
    expect(await world.client.get(AccountClaim, ref('c1'))).toBeDefined()

    await world.client.patch(ClusterDeployment, ref('c1'), { type: 'merge', body: { metadata: { finalizers: null } } })
    await world.clock.advance(60_000)

    expect(await world.client.get(AccountClaim, ref('c1'))).toBeUndefined()
    expect(await world.client.get(Namespace, { name: 'uhc-test-c1' })).toBeUndefined()
    expect(await world.get('c1')).toBeUndefined()
  })

  it('leaves nothing behind when it is deleted before it was built', async () => {
    const world = await startWorld()
    await world.addShard('shard-1')
    world.drive()
    await world.order('c1')
    await world.clock.settle()
    const deletion = { requestedAt: '2030-01-01T00:00:00Z', deprovision: true, bestEffort: false }
    await world.clusters.change('c1', () => ({ service: { deletion } }))
    await world.clock.advance(60_000)

    expect(await world.get('c1')).toBeUndefined()
    expect(await world.client.get(Namespace, { name: 'uhc-test-c1' })).toBeUndefined()
  })

  it('counts in the figures, with its shard', async () => {
    const world = await startWorld()
    world.hive.start()
    await world.addShard('shard-1')
    const metrics = new Metrics()
    world.drive({ metrics })
    await world.order('c1')
    await world.clock.advance(60_000)

    const text = metrics.text()
    expect(text).toContain('clusters_service_clusters{state="ready"} 1')
    expect(text).toContain('clusters_service_shard_up{shard="shard-1"} 1')
    expect(text).toContain('clusters_service_reconcile_duration_seconds_count{outcome="done"}')
  })

  it('gives the way into it once it is installed', async () => {
    const { driver, ...world } = await worldWithCluster()

    const record = await world.get('c1')
    const { signal } = new AbortController()
    expect(await driver.credentials(record!, signal)).toEqual({ kubeconfig: 'kubeconfig of name-c1' })
    expect([...(await driver.liveResources(record!, signal)).keys()]).toEqual([
      'namespaces/uhc-test-c1',
      'accountclaims.aws.managed.openshift.io/name-c1',
      'clusterdeployments.hive.openshift.io/name-c1',
      'machinepools.hive.openshift.io/name-c1-worker',
    ])
  })
})
