import { AppliedManifestWork, ConfigMap, ManifestWork, Namespace, Secret } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { CLUSTER, configMap, HUB_HASH, said, startWorld } from '../test/world.ts'

const one = { namespace: 'default', name: 'one' }
const two = { namespace: 'default', name: 'two' }

describe('a new work', () => {
  it('gets its finalizer first, then a record on the cluster, then its objects, which the record owns', async () => {
    const world = await startWorld()

    await world.post('blue', [configMap('one')])

    const work = await world.work('blue')
    expect(work?.metadata.finalizers).toEqual(['cluster.open-cluster-management.io/manifest-work-cleanup'])
    const applied = await world.applied('blue')
    expect(applied).toMatchObject({
      metadata: {
        labels: { 'api.openshift.com/id': 'blue' },
        finalizers: ['cluster.open-cluster-management.io/applied-manifest-work-cleanup'],
      },
      spec: { hubHash: HUB_HASH, agentID: 'agent-1', manifestWorkName: 'blue' },
    })
    const object = await world.client.get(ConfigMap, one)
    expect(object?.data).toEqual({ colour: 'blue' })
    expect(object?.metadata.ownerReferences).toEqual([
      {
        apiVersion: 'work.open-cluster-management.io/v1',
        kind: 'AppliedManifestWork',
        name: `${HUB_HASH}-blue`,
        uid: applied?.metadata.uid,
      },
    ])
    expect(applied?.status?.appliedResources).toEqual([
      { resource: 'configmaps', version: 'v1', namespace: 'default', name: 'one', uid: object?.metadata.uid },
    ])
  })

  it('tells that it was applied, and how its objects are, for its generation', async () => {
    const world = await startWorld()

    await world.post('blue', [configMap('one')])

    const { status } = (await world.work('blue'))!
    expect(said(status?.conditions)).toEqual([
      'Applied=True/AppliedManifestWorkComplete',
      'Available=True/ResourcesAvailable',
    ])
    expect(status?.conditions?.map(({ observedGeneration }) => observedGeneration)).toEqual([1, 1])
    expect(status?.resourceStatus?.manifests?.[0]?.resourceMeta).toEqual({
      ...{ ordinal: 0, version: 'v1', kind: 'ConfigMap', resource: 'configmaps' },
      ...{ namespace: 'default', name: 'one' },
    })
    expect(said(status?.resourceStatus?.manifests?.[0]?.conditions)).toEqual([
      'Applied=True/AppliedManifestComplete',
      'Available=True/ResourceAvailable',
      'StatusFeedbackSynced=True/NoStatusFeedbackSynced',
    ])
  })

  it('is applied by the rank of its kinds, while its status keeps the order of the work', async () => {
    const world = await startWorld()
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { namespace: 'far', name: 'key' } }
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'far' } }
    const nested = { apiVersion: 'work.open-cluster-management.io/v1', kind: 'ManifestWork' }

    await world.post('blue', [
      { ...nested, metadata: { namespace: 'far', name: 'inner' }, spec: { workload: { manifests: [configMap('x')] } } },
      secret,
      namespace,
    ])

    const { status } = (await world.work('blue'))!
    expect(said(status?.conditions)[0]).toBe('Applied=True/AppliedManifestWorkComplete')
    expect(
      status?.resourceStatus?.manifests?.map(({ resourceMeta: { ordinal, kind } }) => `${ordinal} ${kind}`),
    ).toEqual(['0 ManifestWork', '1 Secret', '2 Namespace'])
    const versions = [
      (await world.client.get(Namespace, { name: 'far' }))?.metadata.uid,
      (await world.client.get(Secret, { namespace: 'far', name: 'key' }))?.metadata.uid,
      (await world.client.get(ManifestWork, { namespace: 'far', name: 'inner' }))?.metadata.uid,
    ]
    expect(versions).not.toContain(undefined)
  })

  it('applies what it can when one of its objects fails, and says which and why', async () => {
    const world = await startWorld()
    const broken = { ...configMap('broken'), metadata: { namespace: 'nowhere', name: 'broken' } }
    const unknown = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { namespace: 'default', name: 'w' } }

    await world.post('blue', [broken, unknown, configMap('one')])

    const { status } = (await world.work('blue'))!
    expect(said(status?.conditions)).toEqual([
      'Applied=False/AppliedManifestWorkFailed',
      'Available=False/ResourcesNotAvailable',
    ])
    expect(status?.conditions?.[1]?.message).toBe('1 of 3 resources are not available')
    const manifests = status?.resourceStatus?.manifests ?? []
    expect(manifests[0]?.conditions[0]).toMatchObject({
      reason: 'AppliedManifestFailed',
      message: 'Failed to apply manifest: namespaces "nowhere" not found',
    })
    expect(manifests[1]?.conditions[0]?.message).toBe(
      'Failed to apply manifest: the server doesn\'t have a resource type "Widget"',
    )
    expect(said(manifests[1]?.conditions)[1]).toBe('Available=Unknown/IncompleteResourceMeta')
    expect(said(manifests[2]?.conditions)[0]).toBe('Applied=True/AppliedManifestComplete')
  })

  it('is tried again until what it lacked is there', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one', {}, 'later')])
    expect(said((await world.work('blue'))?.status?.conditions)[0]).toBe('Applied=False/AppliedManifestWorkFailed')

    await world.client.create(Namespace, { metadata: { name: 'later' } })
    await world.seconds(60)

    expect(said((await world.work('blue'))?.status?.conditions)[0]).toBe('Applied=True/AppliedManifestWorkComplete')
  })

  it('says so when its name is too long to be remembered', async () => {
    const world = await startWorld()

    await world.post('b'.repeat(190), [configMap('one')])

    const { conditions } = (await world.work('b'.repeat(190)))!.status!
    expect(said(conditions)).toEqual(['Applied=False/AppliedManifestWorkFailed'])
    expect(conditions?.[0]?.message).toContain('must be no more than 253')
  })
})

describe('a work that changes', () => {
  it('deletes objects that it no longer names, and no others', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one'), configMap('two')])

    await world.change('blue', { workload: { manifests: [configMap('two')] } })
    await world.seconds(1)

    expect(await world.client.get(ConfigMap, one)).toBeUndefined()
    expect(await world.client.get(ConfigMap, two)).toBeDefined()
    expect((await world.applied('blue'))?.status?.appliedResources).toMatchObject([{ name: 'two' }])
    expect((await world.work('blue'))?.status?.resourceStatus?.manifests).toHaveLength(1)
  })

  it('remembers an object that does not go at once until it has gone', async () => {
    const world = await startWorld()
    const held = { ...configMap('one'), metadata: { ...one, finalizers: ['example.com/hold'] } }
    await world.post('blue', [held, configMap('two')])

    await world.change('blue', { workload: { manifests: [configMap('two')] } })
    await world.seconds(1)
    const remembered = async () => (await world.applied('blue'))?.status?.appliedResources?.map(({ name }) => name)
    expect(await remembered()).toEqual(['one', 'two'])

    const body = { metadata: { finalizers: null } }
    await world.client.patch(ConfigMap, one, { type: 'merge', body })
    await world.seconds(20)
    expect(await remembered()).toEqual(['two'])
  })

  it('takes only its ownership from an object that another work has too', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one')])
    await world.post('red', [configMap('one')])

    await world.change('blue', { workload: { manifests: [configMap('two')] } })
    await world.seconds(1)

    const object = await world.client.get(ConfigMap, one)
    expect(object?.metadata.ownerReferences?.map(({ name }) => name)).toEqual([`${HUB_HASH}-red`])
  })

  it('leaves alone an object of the same name that somebody else made', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one'), configMap('two')])
    await world.client.delete(ConfigMap, one)
    await world.client.create(ConfigMap, { metadata: one, data: { mine: 'yes' } })

    await world.change('blue', { workload: { manifests: [configMap('two')] } })
    await world.seconds(1)

    expect((await world.client.get(ConfigMap, one))?.data).toEqual({ mine: 'yes' })
  })

  it('hands its labels on', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one')])

    const body = { metadata: { labels: { 'api.openshift.com/id': null, tier: 'gold' } } }
    await world.client.patch(ManifestWork, { namespace: CLUSTER, name: 'blue' }, { type: 'merge', body })
    await world.seconds(1)

    expect((await world.applied('blue'))?.metadata.labels).toEqual({ tier: 'gold' })
  })

  it('is applied again when its record on the cluster is deleted', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one')])
    const former = (await world.client.get(ConfigMap, one))?.metadata.uid

    await world.client.delete(AppliedManifestWork, { name: `${HUB_HASH}-blue` })
    await world.seconds(20)

    const object = await world.client.get(ConfigMap, one)
    expect(object?.metadata.uid).not.toBe(former)
    expect(object?.metadata.ownerReferences?.[0]?.uid).toBe((await world.applied('blue'))?.metadata.uid)
  })
})
