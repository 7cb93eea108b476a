import { ConfigMap, Deployment, HostedCluster, hypershiftKinds } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { by, manifestConditions, ONE, patchOne, RESYNC_SECONDS } from '../test/strategies.ts'
import { configMap, said, startWorld } from '../test/world.ts'

describe('Update', () => {
  it('merges labels, annotations and owners, keeps finalizers, and replaces everything else', async () => {
    const world = await startWorld()
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'other', uid: '0f8b1f0e-0d5c-4d8e-9f3a-2f6b7c1d9e10' }
    await world.client.create(ConfigMap, {
      metadata: {
        ...ONE,
        labels: { theirs: 'a', shared: 'a' },
        annotations: { theirs: 'a' },
        finalizers: ['example.com/hold'],
        ownerReferences: [owner],
      },
      data: { colour: 'red', size: 'big' },
    })
    const manifest = configMap('one')

    await world.post('blue', [
      { ...manifest, metadata: { ...ONE, labels: { shared: 'b' }, annotations: { ours: 'b' } } },
    ])

    const object = await world.client.get(ConfigMap, ONE)
    expect(object?.data).toEqual({ colour: 'blue' })
    expect(object?.metadata).toMatchObject({
      labels: { theirs: 'a', shared: 'b' },
      finalizers: ['example.com/hold'],
      ownerReferences: [owner, { kind: 'AppliedManifestWork' }],
    })
    expect(object?.metadata.annotations).toEqual({ theirs: 'a', ours: 'b' })
  })

  it('undoes what others changed when everything is applied again', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one')])
    await patchOne(world, { data: { colour: 'red' }, metadata: { labels: { theirs: 'a' } } })

    await world.seconds(100)
    expect((await world.client.get(ConfigMap, ONE))?.data).toEqual({ colour: 'red' })
    await world.seconds(RESYNC_SECONDS)

    const object = await world.client.get(ConfigMap, ONE)
    expect(object?.data).toEqual({ colour: 'blue' })
    expect(object?.metadata.labels).toEqual({ theirs: 'a' })
  })

  it('brings a deleted object back', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one')])
    await world.client.delete(ConfigMap, ONE)

    await world.seconds(20)
    expect(said(await manifestConditions(world))[1]).toBe('Available=False/ResourceNotAvailable')
    await world.seconds(RESYNC_SECONDS)

    expect((await world.client.get(ConfigMap, ONE))?.data).toEqual({ colour: 'blue' })
    expect(said(await manifestConditions(world))[1]).toBe('Available=True/ResourceAvailable')
  })

  it('writes nothing while nothing changes, also to objects that the server completes', async () => {
    const world = await startWorld()
    const labels = { app: 'web' }
    const template = {
      metadata: { labels, creationTimestamp: null },
      spec: { containers: [{ name: 'a', image: 'x' }] },
    }
    const metadata = { namespace: 'default', name: 'web' }
    const spec = { replicas: 0, selector: { matchLabels: labels }, template }
    await world.post('blue', [{ apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec }, configMap('one')])
    await world.seconds(RESYNC_SECONDS)
    const versions = async () => [
      (await world.client.get(Deployment, metadata))?.metadata.resourceVersion,
      (await world.client.get(ConfigMap, ONE))?.metadata.resourceVersion,
      (await world.work('blue'))?.metadata.resourceVersion,
      (await world.applied('blue'))?.metadata.resourceVersion,
    ]
    const before = await versions()
    const writes: string[] = []
    world.client.observe(({ method }) => {
      if (method !== 'GET') writes.push(method)
    })

    await world.seconds(3_600)

    expect(await versions()).toEqual(before)
    expect(writes).toEqual([])
  })

  it('fails against fields that an operator filled and that must stay, where ServerSideApply does not', async () => {
    const world = await startWorld({ kinds: hypershiftKinds })
    const demo = { namespace: 'default', name: 'demo' }
    const hosted = { group: 'hypershift.openshift.io', resource: 'hostedclusters', ...demo }
    await world.post('blue', [hostedCluster(demo)])
    const body = { spec: { infraID: 'demo-x7k2p' } }
    await world.client.patch(HostedCluster, demo, { type: 'merge', body })

    await world.seconds(RESYNC_SECONDS)
    const [condition] = await manifestConditions(world)
    expect(condition).toMatchObject({ status: 'False', reason: 'AppliedManifestFailed' })
    expect(condition?.message).toContain('HostedCluster.hypershift.openshift.io "demo" is invalid')
    expect(condition?.message).toContain('infraID')

    await world.change('blue', by({ type: 'ServerSideApply' }, hosted))
    await world.seconds(60)
    expect(said(await manifestConditions(world))[0]).toBe('Applied=True/AppliedManifestComplete')
    expect((await world.client.get(HostedCluster, demo))?.spec?.infraID).toBe('demo-x7k2p')
  })
})

describe('CreateOnly', () => {
  it('creates an object, and afterwards keeps only its owner', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one')], by({ type: 'CreateOnly' }))
    await patchOne(world, { data: { colour: 'red' }, metadata: { ownerReferences: null } })

    await world.seconds(RESYNC_SECONDS)

    const object = await world.client.get(ConfigMap, ONE)
    expect(object?.data).toEqual({ colour: 'red' })
    expect(object?.metadata.ownerReferences).toHaveLength(1)
  })
})

describe('ReadOnly', () => {
  it('only looks whether an object is there', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one')], by({ type: 'ReadOnly' }))
    expect(said(await manifestConditions(world))).toEqual([
      'Applied=True/AppliedManifestComplete',
      'Available=False/ResourceNotAvailable',
    ])

    await world.client.create(ConfigMap, { metadata: ONE, data: { colour: 'red' } })
    await world.seconds(20)

    expect(said(await manifestConditions(world))[1]).toBe('Available=True/ResourceAvailable')
    const object = await world.client.get(ConfigMap, ONE)
    expect(object?.data).toEqual({ colour: 'red' })
    expect(object?.metadata.ownerReferences).toBeUndefined()
  })
})

describe('a manifest that is complete', () => {
  const rule = (celExpression: string) => ({
    manifestConfigs: [
      {
        resourceIdentifier: { group: '', resource: 'configmaps', ...ONE },
        feedbackScrapeType: 'Watch' as const,
        conditionRules: [{ condition: 'Complete', type: 'CEL' as const, celExpressions: [celExpression] }],
      },
    ],
  })

  it('is never touched again, while others of its work are', async () => {
    const world = await startWorld()
    const other = {
      ...rule('true').manifestConfigs[0]!,
      conditionRules: rule('false').manifestConfigs[0]!.conditionRules,
    }
    const config = { ...other, resourceIdentifier: { ...other.resourceIdentifier, name: 'two' } }
    const manifestConfigs = [...rule('true').manifestConfigs, config]
    await world.post('blue', [configMap('one'), configMap('two')], { manifestConfigs })

    const manifests = [configMap('one', { colour: 'green' }), configMap('two', { colour: 'green' })]
    await world.change('blue', { workload: { manifests } })

    expect((await world.client.get(ConfigMap, ONE))?.data).toEqual({ colour: 'blue' })
    expect((await world.client.get(ConfigMap, { ...ONE, name: 'two' }))?.data).toEqual({ colour: 'green' })
  })

  it('makes its work be left alone when it is the last, as long as it is complete', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one')], rule('object.data.colour != "green"'))
    expect(said((await world.work('blue'))?.status?.conditions)).toContain('Complete=True/ConditionRulesAggregated')

    await patchOne(world, { data: { colour: 'red' } })
    await world.seconds(RESYNC_SECONDS)

    expect((await world.client.get(ConfigMap, ONE))?.data).toEqual({ colour: 'red' })

    await patchOne(world, { data: { colour: 'green' } })
    await world.seconds(RESYNC_SECONDS)
    expect((await world.client.get(ConfigMap, ONE))?.data).toEqual({ colour: 'blue' })
  })
})

const hostedCluster = (metadata: object) => ({
  apiVersion: 'hypershift.openshift.io/v1beta1',
  kind: 'HostedCluster',
  metadata,
  spec: {
    release: { image: 'img.example/ocp-release:4.19.3-multi' },
    dns: { baseDomain: 'hcp.example.net' },
    pullSecret: { name: 'demo-pull' },
    platform: { type: 'None' },
    services: ['APIServer', 'OAuthServer', 'Konnectivity', 'Ignition'].map((service) => ({
      service,
      servicePublishingStrategy: { type: 'Route' },
    })),
  },
})
