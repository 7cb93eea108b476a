import { ConfigMap, Deployment, HostedCluster, hypershiftKinds } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { configMap, said, startWorld, type TestWorld } from '../test/world.ts'
import type { ManifestConfig } from '../types.ts'

const one = { namespace: 'default', name: 'one' }
const RESYNC_SECONDS = 6 * 60 + 1

const by = (
  updateStrategy: ManifestConfig['updateStrategy'],
  resource: Partial<ManifestConfig['resourceIdentifier']> = {},
) => ({
  manifestConfigs: [
    {
      resourceIdentifier: { group: '', resource: 'configmaps', ...one, ...resource },
      feedbackScrapeType: 'Poll' as const,
      ...(updateStrategy ? { updateStrategy } : {}),
    },
  ],
})
const manifestConditions = async (world: TestWorld, ordinal = 0) =>
  (await world.work('blue'))?.status?.resourceStatus?.manifests?.[ordinal]?.conditions ?? []
const patchOne = (world: TestWorld, body: object) => world.client.patch(ConfigMap, one, { type: 'merge', body })

describe('Update', () => {
  it('merges labels, annotations and owners, keeps finalizers, and replaces everything else', async () => {
    const world = await startWorld()
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'other', uid: '0f8b1f0e-0d5c-4d8e-9f3a-2f6b7c1d9e10' }
    await world.client.create(ConfigMap, {
      metadata: {
        ...one,
        labels: { theirs: 'a', shared: 'a' },
        annotations: { theirs: 'a' },
        finalizers: ['example.com/hold'],
        ownerReferences: [owner],
      },
      data: { colour: 'red', size: 'big' },
    })
    const manifest = configMap('one')

    await world.post('blue', [
      { ...manifest, metadata: { ...one, labels: { shared: 'b' }, annotations: { ours: 'b' } } },
    ])

    const object = await world.client.get(ConfigMap, one)
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
    expect((await world.client.get(ConfigMap, one))?.data).toEqual({ colour: 'red' })
    await world.seconds(RESYNC_SECONDS)

    const object = await world.client.get(ConfigMap, one)
    expect(object?.data).toEqual({ colour: 'blue' })
    expect(object?.metadata.labels).toEqual({ theirs: 'a' })
  })

  it('brings a deleted object back', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one')])
    await world.client.delete(ConfigMap, one)

    await world.seconds(20)
    expect(said(await manifestConditions(world))[1]).toBe('Available=False/ResourceNotAvailable')
    await world.seconds(RESYNC_SECONDS)

    expect((await world.client.get(ConfigMap, one))?.data).toEqual({ colour: 'blue' })
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
      (await world.client.get(ConfigMap, one))?.metadata.resourceVersion,
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

    const object = await world.client.get(ConfigMap, one)
    expect(object?.data).toEqual({ colour: 'red' })
    expect(object?.metadata.ownerReferences).toHaveLength(1)
  })
})

describe('ServerSideApply', () => {
  const managers = async (world: TestWorld) =>
    (await world.client.get(ConfigMap, one))?.metadata.managedFields?.map(
      ({ manager, operation }) => `${manager} ${operation}`,
    )

  it('applies in the name of the agent, and leaves fields of others alone', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one')], by({ type: 'ServerSideApply' }))
    await patchOne(world, { data: { size: 'big' } })

    await world.change('blue', { workload: { manifests: [configMap('one', { colour: 'green' })] } })

    expect((await world.client.get(ConfigMap, one))?.data).toEqual({ colour: 'green', size: 'big' })
    expect(await managers(world)).toContain('work-agent Apply')
    expect((await world.client.get(ConfigMap, one))?.metadata.ownerReferences).toHaveLength(1)
  })

  it('reports a conflict, and does not try again before everything is applied again', async () => {
    const world = await startWorld()
    await world.client.apply(ConfigMap, configMap('one', { colour: 'red' }), { fieldManager: 'somebody' })
    await world.post('blue', [configMap('one')], by({ type: 'ServerSideApply' }))

    expect((await manifestConditions(world))[0]).toMatchObject({
      status: 'False',
      reason: 'AppliedManifestFailed',
      message: expect.stringContaining('conflict with "somebody": .data.colour'),
    })
    const patches: string[] = []
    world.client.observe(({ method }) => {
      if (method === 'PATCH') patches.push(method)
    })
    await world.seconds(120)
    expect(patches).toEqual([])
  })

  it('takes fields by force where that is chosen', async () => {
    const world = await startWorld()
    await world.client.apply(ConfigMap, configMap('one', { colour: 'red' }), { fieldManager: 'somebody' })

    await world.post(
      'blue',
      [configMap('one')],
      by({ type: 'ServerSideApply', serverSideApply: { force: true, fieldManager: 'work-agent-x' } }),
    )

    expect((await world.client.get(ConfigMap, one))?.data).toEqual({ colour: 'blue' })
    expect(await managers(world)).toContain('work-agent-x Apply')
  })

  const ignoring = (condition: 'OnSpokePresent' | 'OnSpokeChange', fields: object) =>
    by({
      type: 'ServerSideApply',
      serverSideApply: { force: true, fieldManager: 'work-agent', ignoreFields: [{ condition, ...fields }] },
    })

  it('leaves fields alone that are to be so once they are there', async () => {
    const world = await startWorld()
    const manifest = configMap('one', { colour: 'blue', size: '1' })
    await world.post('blue', [manifest], ignoring('OnSpokePresent', { jsonPaths: ['.data.size'] }))
    expect((await world.client.get(ConfigMap, one))?.data).toEqual({ colour: 'blue', size: '1' })

    await patchOne(world, { data: { size: '5' } })
    await world.seconds(RESYNC_SECONDS)
    expect((await world.client.get(ConfigMap, one))?.data).toEqual({ colour: 'blue', size: '5' })

    await world.change('blue', { workload: { manifests: [configMap('one', { colour: 'green', size: '2' })] } })
    expect((await world.client.get(ConfigMap, one))?.data).toEqual({ colour: 'green', size: '5' })
  })

  it('leaves fields alone that somebody changed, until the hub asks for something new', async () => {
    const world = await startWorld()
    const manifest = configMap('one', { colour: 'blue', size: '1' })
    await world.post('blue', [manifest], ignoring('OnSpokeChange', { jsonPointers: ['/data/size'] }))

    await patchOne(world, { data: { size: '5' } })
    await world.seconds(RESYNC_SECONDS)
    expect((await world.client.get(ConfigMap, one))?.data).toEqual({ colour: 'blue', size: '5' })

    await world.change('blue', { workload: { manifests: [configMap('one', { colour: 'blue', size: '2' })] } })
    expect((await world.client.get(ConfigMap, one))?.data).toEqual({ colour: 'blue', size: '2' })
  })

  it('says so when it cannot tell which fields to leave alone', async () => {
    const world = await startWorld()

    await world.post('blue', [configMap('one')], ignoring('OnSpokePresent', { jqPathExpressions: ['.data.size'] }))

    expect((await manifestConditions(world))[0]).toMatchObject({
      status: 'False',
      reason: 'AppliedManifestSSAIgnoreFieldError',
      message: expect.stringContaining("Failed to process ignoreFields: JQ expression error in '.data.size'"),
    })
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

    await world.client.create(ConfigMap, { metadata: one, data: { colour: 'red' } })
    await world.seconds(20)

    expect(said(await manifestConditions(world))[1]).toBe('Available=True/ResourceAvailable')
    const object = await world.client.get(ConfigMap, one)
    expect(object?.data).toEqual({ colour: 'red' })
    expect(object?.metadata.ownerReferences).toBeUndefined()
  })
})

describe('a manifest that is complete', () => {
  const rule = (celExpression: string) => ({
    manifestConfigs: [
      {
        resourceIdentifier: { group: '', resource: 'configmaps', ...one },
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

    expect((await world.client.get(ConfigMap, one))?.data).toEqual({ colour: 'blue' })
    expect((await world.client.get(ConfigMap, { ...one, name: 'two' }))?.data).toEqual({ colour: 'green' })
  })

  it('makes its work be left alone when it is the last, as long as it is complete', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one')], rule('object.data.colour != "green"'))
    expect(said((await world.work('blue'))?.status?.conditions)).toContain('Complete=True/ConditionRulesAggregated')

    await patchOne(world, { data: { colour: 'red' } })
    await world.seconds(RESYNC_SECONDS)

    expect((await world.client.get(ConfigMap, one))?.data).toEqual({ colour: 'red' })

    await patchOne(world, { data: { colour: 'green' } })
    await world.seconds(RESYNC_SECONDS)
    expect((await world.client.get(ConfigMap, one))?.data).toEqual({ colour: 'blue' })
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
