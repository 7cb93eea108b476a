import { ClusterDeployment, ClusterDeprovision, Event, HiveConfig, Namespace, Secret } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { NAMESPACE, startWorld, type World } from './test/world.ts'

const blue = { namespace: NAMESPACE, name: 'blue' }

async function installedWorld(): Promise<World> {
  const world = await startWorld()
  await world.start()
  await world.order('blue')
  await world.seconds(6)
  return world
}

const remove = (world: World) => world.client.delete(ClusterDeployment, blue)
const eventsOf = async (world: World) =>
  (await world.client.list(Event, { namespace: NAMESPACE })).items.map(({ reason }) => reason)

describe('a deleted cluster', () => {
  it('is deprovisioned, and then gone with all that belonged to it', async () => {
    const world = await installedWorld()
    const id = (await world.deployment())?.spec.clusterMetadata?.clusterID ?? ''
    await remove(world)
    await world.seconds(0)
    expect(await world.condition('Provisioned')).toBe('False/Deprovisioning')
    expect(await world.condition('Ready')).toBe('Unknown/ClusterDeploymentDeleted')
    expect(await world.client.get(ClusterDeprovision, blue)).toBeDefined()
    await world.seconds(5)
    expect(await world.deployment()).toBeUndefined()
    expect(await world.client.get(ClusterDeprovision, blue)).toBeUndefined()
    expect(world.tenants.get(id)).toBeUndefined()
  })

  it('goes at once when its cloud resources shall stay', async () => {
    const world = await installedWorld()
    const id = (await world.deployment())?.spec.clusterMetadata?.clusterID ?? ''
    const body = { spec: { preserveOnDelete: true } }
    await world.client.patch(ClusterDeployment, blue, { type: 'merge', body })
    await remove(world)
    await world.seconds(11)
    expect(await world.deployment()).toBeUndefined()
    expect(world.tenants.get(id)).toBeDefined()
  })

  it('stops being installed first', async () => {
    const world = await startWorld()
    await world.start()
    await world.order('blue')
    await world.seconds(2)
    await remove(world)
    await world.seconds(20)
    expect(await world.deployment()).toBeUndefined()
  })

  it('waits for credentials, says so, and can be abandoned while it waits', async () => {
    const world = await installedWorld()
    await world.client.delete(Secret, { namespace: NAMESPACE, name: 'aws' })
    await remove(world)
    await world.seconds(5)
    expect(await world.condition('Provisioned')).toBe('False/DeprovisionFailed')
    expect(await world.condition('DeprovisionLaunchError')).toBe('True/AuthenticationFailed')
    expect(await eventsOf(world)).toContain('DeprovisionBlocked')
    const body = { spec: { preserveOnDelete: true } }
    await world.client.patch(ClusterDeployment, blue, { type: 'merge', body })
    await world.seconds(1)
    expect(await world.deployment()).toBeUndefined()
  })

  it('says what blocks its removal, tries again later, and goes when nothing does', async () => {
    const world = await installedWorld()
    const failure = { condition: 'DeprovisionFailed', reason: 'x', message: 'vpc-1\nsg-2', state: 'Deprovisioning' }
    world.behaviours.setFailure('ClusterDeployment', blue, failure)
    await remove(world)
    await world.seconds(10)
    const request = await world.client.get(ClusterDeprovision, blue)
    expect(request?.status?.conditions?.find(({ type }) => type === 'DeprovisionFailed')).toMatchObject({
      status: 'True',
      reason: 'UnknownError',
      message: 'Deprovision is blocked by: vpc-1, sg-2',
    })
    world.behaviours.clearOverride('ClusterDeployment', blue)
    await world.seconds(70)
    expect(await world.deployment()).toBeUndefined()
  })

  it('waits while nothing may be deprovisioned', async () => {
    const world = await installedWorld()
    await world.client.create(HiveConfig, { metadata: { name: 'hive' }, spec: { deprovisionsDisabled: true } })
    await remove(world)
    await world.seconds(600)
    expect(await world.condition('Provisioned')).toBe('False/Deprovisioning')
    expect(await eventsOf(world)).toContain('DeprovisionsDisabled')
    await world.client.delete(HiveConfig, { name: 'hive' })
    await world.seconds(70)
    expect(await world.deployment()).toBeUndefined()
  })

  it('that is protected stays, and nothing of it is removed', async () => {
    const world = await startWorld()
    await world.start()
    await world.order('blue', { annotations: { 'hive.openshift.io/protected-delete': 'true' } })
    await world.seconds(6)
    await remove(world)
    await world.seconds(600)
    expect(await world.client.get(ClusterDeprovision, blue)).toBeUndefined()
    expect(await eventsOf(world)).toContain('ProtectedDelete')
    const body = { metadata: { annotations: { 'hive.openshift.io/protected-delete': null } } }
    await world.client.patch(ClusterDeployment, blue, { type: 'merge', body })
    await world.seconds(10)
    expect(await world.deployment()).toBeUndefined()
  })

  it('whose namespace went first leaves a warning behind instead of hanging', async () => {
    const world = await installedWorld()
    await world.client.delete(Namespace, { name: NAMESPACE })
    await world.seconds(60)
    expect(await world.client.get(Namespace, { name: NAMESPACE })).toBeUndefined()
    const { items } = await world.client.list(Event, { namespace: 'default' })
    expect(items.map(({ reason }) => reason)).toContain('CloudResourcesOrphaned')
  })

  it('that moved elsewhere is let go; one that is moving waits', async () => {
    const world = await installedWorld()
    const relocate = (value: string) =>
      world.client.patch(ClusterDeployment, blue, {
        type: 'merge',
        body: { metadata: { annotations: { 'hive.openshift.io/relocate': value } } },
      })
    await relocate('east/outgoing')
    await remove(world)
    await world.seconds(60)
    expect(await world.deployment()).toBeDefined()
    await relocate('east/complete')
    await world.seconds(1)
    expect(await world.deployment()).toBeUndefined()
  })

  it('may delete itself when it has come of age', async () => {
    const world = await startWorld()
    await world.start()
    await world.order('blue', { annotations: { 'hive.openshift.io/delete-after': '10m' } })
    await world.seconds(590)
    expect((await world.deployment())?.metadata.deletionTimestamp).toBeUndefined()
    await world.seconds(30)
    expect(await world.deployment()).toBeUndefined()
  })
})
