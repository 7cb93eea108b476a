import { ClusterDeployment, ClusterSync, ClusterSyncLease, ConfigMap, Deployment, Secret, SyncSet } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { NAMESPACE } from '../full/test/world.ts'
import { configMap, type SyncedWorld, startSyncedWorld } from './test/synced-world.ts'

const target = (name: string) => ({ namespace: 'default', name })

const dataOf = async ({ blue }: SyncedWorld, name: string) => (await blue.get(ConfigMap, target(name)))?.data

describe('a SyncSet', () => {
  it('brings its resources into the cluster, marked as managed, and says so', async () => {
    const world = await startSyncedWorld()
    await world.syncSet('motd', { resources: [configMap('motd', { text: 'hello' })] })

    const there = await world.blue.get(ConfigMap, target('motd'))
    expect(there?.data).toEqual({ text: 'hello' })
    expect(there?.metadata.labels).toEqual({ 'hive.openshift.io/managed': 'true' })
    expect(there?.metadata.annotations?.['kubectl.kubernetes.io/last-applied-configuration']).toContain(
      '"text":"hello"',
    )
    expect(await world.syncStatus('motd')).toMatchObject({ observedGeneration: 1, result: 'Success' })
    const { conditions, firstSuccessTime } = (await world.sync())!.status!
    expect(conditions?.map(({ type, status, reason, message }) => [type, status, reason, message])).toEqual([
      ['Failed', 'False', 'Success', 'All SyncSets and SelectorSyncSets have been applied to the cluster'],
    ])
    expect(firstSuccessTime).toBeDefined()
    expect(await world.condition('SyncSetFailed')).toBe('False/SyncSetApplySuccess')
  })

  it('takes away fields that it no longer has, and leaves those of others', async () => {
    const world = await startSyncedWorld()
    await world.syncSet('motd', { resources: [configMap('motd', { a: '1', b: '2' })] })
    const body = { data: { c: '3' } }
    await world.blue.patch(ConfigMap, target('motd'), { type: 'merge', body })

    await world.change('motd', { resources: [configMap('motd', { a: 'one' })] })

    expect(await dataOf(world, 'motd')).toEqual({ a: 'one', c: '3' })
  })

  it('merges lists of built-in kinds by their keys', async () => {
    const world = await startSyncedWorld()
    const deployment = (images: Record<string, string>) => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: target('web'),
      spec: {
        selector: { matchLabels: { app: 'web' } },
        template: {
          metadata: { labels: { app: 'web' } },
          spec: { containers: Object.entries(images).map(([name, image]) => ({ name, image })) },
        },
      },
    })
    await world.syncSet('web', { resources: [deployment({ web: 'web:1', log: 'log:1' })] })
    const sidecar = { spec: { template: { spec: { containers: [{ name: 'mesh', image: 'mesh:1' }] } } } }
    await world.blue.patch(Deployment, target('web'), { type: 'strategic', body: sidecar })

    await world.change('web', { resources: [deployment({ web: 'web:2' })] })

    const containers = (await world.blue.get(Deployment, target('web')))?.spec?.template.spec?.containers
    expect(new Set(containers?.map(({ image }) => image))).toEqual(new Set(['web:2', 'mesh:1']))
  })

  it('in Sync mode deletes what leaves it, and everything when it goes', async () => {
    const world = await startSyncedWorld()
    const resources = [configMap('one'), configMap('two')]
    await world.syncSet('pair', { resourceApplyMode: 'Sync', resources })
    expect((await world.syncStatus('pair'))?.resourcesToDelete?.map(({ name }) => name)).toEqual(['one', 'two'])

    await world.change('pair', { resources: [configMap('two')] })
    expect([await dataOf(world, 'one'), await dataOf(world, 'two')]).toEqual([undefined, { here: 'yes' }])

    await world.client.delete(SyncSet, { namespace: NAMESPACE, name: 'pair' })
    await world.seconds(1)
    expect(await dataOf(world, 'two')).toBeUndefined()
    expect(await world.syncStatus('pair')).toBeUndefined()
  })

  it('in Upsert mode deletes nothing, also not what it once would have', async () => {
    const world = await startSyncedWorld()
    await world.syncSet('one', { resourceApplyMode: 'Sync', resources: [configMap('one')] })

    await world.change('one', { resourceApplyMode: 'Upsert', resources: [] })

    expect(await world.blue.get(ConfigMap, target('one'))).toBeDefined()
    expect((await world.syncStatus('one'))?.resourcesToDelete).toBeUndefined()
  })

  it('lets an object move to another set without a gap', async () => {
    const world = await startSyncedWorld()
    await world.syncSet('a', { resourceApplyMode: 'Sync', resources: [configMap('moving')] })
    await world.client.patch(
      ClusterDeployment,
      { namespace: NAMESPACE, name: 'blue' },
      { type: 'merge', body: { metadata: { annotations: { 'hive.openshift.io/syncset-pause': 'true' } } } },
    )
    await world.client.delete(SyncSet, { namespace: NAMESPACE, name: 'a' })
    await world.syncSet('b', { resourceApplyMode: 'Sync', resources: [configMap('moving')] })

    await world.client.patch(
      ClusterDeployment,
      { namespace: NAMESPACE, name: 'blue' },
      { type: 'merge', body: { metadata: { annotations: { 'hive.openshift.io/syncset-pause': null } } } },
    )
    await world.seconds(1)

    expect(await world.blue.get(ConfigMap, target('moving'))).toBeDefined()
  })

  it('with CreateOnly leaves objects that are there alone', async () => {
    const world = await startSyncedWorld()
    await world.blue.create(ConfigMap, { metadata: target('old'), data: { text: 'theirs' } })

    await world.syncSet('once', {
      applyBehavior: 'CreateOnly',
      resources: [configMap('old', { text: 'ours' }), configMap('new')],
    })

    expect(await dataOf(world, 'old')).toEqual({ text: 'theirs' })
    expect((await world.blue.get(ConfigMap, target('new')))?.metadata.annotations).toBeUndefined()
  })

  it('with CreateOrUpdate adds and changes fields, and never takes one away', async () => {
    const world = await startSyncedWorld()
    await world.syncSet('motd', { applyBehavior: 'CreateOrUpdate', resources: [configMap('motd', { a: '1', b: '2' })] })

    await world.change('motd', { resources: [configMap('motd', { a: 'one' })] })

    const there = await world.blue.get(ConfigMap, target('motd'))
    expect(there?.data).toEqual({ a: 'one', b: '2' })
    expect(there?.metadata.annotations).toBeUndefined()
  })

  it('copies Secrets', async () => {
    const world = await startSyncedWorld()
    await world.syncSet('keys', { secretMappings: [{ sourceRef: { name: 'aws' }, targetRef: target('cloud') }] })

    const copy = await world.blue.get(Secret, target('cloud'))
    expect(copy?.data).toEqual({ aws_access_key_id: 'aWQ=', aws_secret_access_key: 'a2V5' })
  })

  it('patches objects that are there, in three ways', async () => {
    const world = await startSyncedWorld()
    await world.blue.create(ConfigMap, { metadata: target('theirs'), data: { kept: 'yes' } })
    const patch = (patchType: string, text: string) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      ...target('theirs'),
      patchType,
      patch: text,
    })
    await world.syncSet('patches', {
      patches: [
        patch('merge', '{"data":{"merge":"1"}}'),
        patch('strategic', 'data: { strategic: "2" }'),
        patch('json', '[{"op":"add","path":"/data/json","value":"3"}]'),
      ],
    })

    expect(await dataOf(world, 'theirs')).toEqual({ kept: 'yes', merge: '1', strategic: '2', json: '3' })
  })

  it('fills in labels of the cluster where it is a template', async () => {
    const world = await startSyncedWorld({ labels: { size: 'large' } })
    const data = { size: 'a {{ fromCDLabel "size" }} one', none: '{{ fromCDLabel "none" }}' }
    await world.syncSet('label', { enableResourceTemplates: true, resources: [configMap('label', data)] })

    expect(await dataOf(world, 'label')).toEqual({ size: 'a large one', none: '' })
  })

  it('says what went wrong, and works once it can', async () => {
    const world = await startSyncedWorld()
    const thing = { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'x' } }
    await world.syncSet('bad', { resources: [thing] })

    expect(await world.syncStatus('bad')).toMatchObject({
      result: 'Failure',
      failureMessage:
        'failed to apply resource 0: resource mapping not found for name: "x" namespace: "" from "object": ' +
        'no matches for kind "Thing" in version "example.com/v1"\nensure CRDs are installed first',
    })
    expect((await world.sync())?.status?.conditions?.[0]).toMatchObject({
      status: 'True',
      reason: 'Failure',
      message: 'SyncSet bad is failing',
    })
    expect(await world.condition('SyncSetFailed')).toBe('True/SyncSetApplyFailure')

    await world.syncSet('late', {
      patches: [{ apiVersion: 'v1', kind: 'ConfigMap', ...target('late'), patch: '{}' }],
    })
    await world.selectorSyncSet('everywhere', { clusterDeploymentSelector: {}, resources: [thing] })
    const message = async () => (await world.sync())?.status?.conditions?.[0]?.message
    expect(await message()).toBe('SyncSets bad, late and SelectorSyncSet everywhere are failing')

    await world.blue.create(ConfigMap, { metadata: target('late') })
    await world.seconds(600)
    expect(await world.syncStatus('late')).toMatchObject({ result: 'Success' })
  })

  it('refuses a Secret of another namespace', async () => {
    const world = await startSyncedWorld()
    const sourceRef = { namespace: 'elsewhere', name: 'aws' }
    await world.syncSet('theft', { secretMappings: [{ sourceRef, targetRef: target('cloud') }] })

    expect((await world.syncStatus('theft'))?.failureMessage).toBe('source in wrong namespace for secret 0')
  })
})

describe('a SelectorSyncSet', () => {
  it('goes where labels say, and leaves with them', async () => {
    const world = await startSyncedWorld()
    await world.selectorSyncSet('large', {
      clusterDeploymentSelector: { matchLabels: { size: 'large' } },
      resourceApplyMode: 'Sync',
      resources: [configMap('large')],
    })
    expect(await dataOf(world, 'large')).toBeUndefined()
    const label = async (size: string) => {
      const body = { metadata: { labels: { size } } }
      await world.client.patch(ClusterDeployment, { namespace: NAMESPACE, name: 'blue' }, { type: 'merge', body })
      await world.seconds(1)
    }

    await label('large')
    expect(await dataOf(world, 'large')).toEqual({ here: 'yes' })

    await label('small')
    expect(await dataOf(world, 'large')).toBeUndefined()
  })
})

describe('everything', () => {
  it('is applied again after two hours and a little, whatever was changed in the cluster', async () => {
    const world = await startSyncedWorld()
    await world.syncSet('motd', { resources: [configMap('motd', { text: 'hello' })] })
    await world.blue.delete(ConfigMap, target('motd'))
    await world.seconds(7_100)
    expect(await dataOf(world, 'motd')).toBeUndefined()

    await world.seconds(900)

    expect(await dataOf(world, 'motd')).toEqual({ text: 'hello' })
  })

  it('is applied again when the lease is gone', async () => {
    const world = await startSyncedWorld()
    await world.syncSet('motd', { resources: [configMap('motd')] })
    await world.blue.delete(ConfigMap, target('motd'))

    await world.client.delete(ClusterSyncLease, { namespace: NAMESPACE, name: 'blue' })
    await world.seconds(1)

    expect(await dataOf(world, 'motd')).toEqual({ here: 'yes' })
  })

  it('waits while SyncSets are paused', async () => {
    const world = await startSyncedWorld({ annotations: { 'hive.openshift.io/syncset-pause': 'true' } })
    await world.syncSet('motd', { resources: [configMap('motd')] })

    expect(await world.client.get(ClusterSync, { namespace: NAMESPACE, name: 'blue' })).toBeUndefined()
    expect(await dataOf(world, 'motd')).toBeUndefined()
    expect(await world.condition('SyncSetFailed')).toBe('True/SyncSetPaused')
  })
})
