import { HostedControlPlane, PersistentVolume, Service } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { startWorld, type World } from './test/world.ts'

const CLEANUP = { 'hypershift.openshift.io/cleanup-cloud-resources': 'true' }
const FINALIZER = 'hypershift.openshift.io/finalizer'

async function startDeletion(prepare: (world: World) => Promise<void>, annotations: Record<string, string> = CLEANUP) {
  const world = await startWorld({ annotations, finalizers: [FINALIZER] })
  await world.seconds(1)
  await prepare(world)
  await world.client.delete(HostedControlPlane, (await world.controlPlane()).metadata)
  await world.seconds(1)
  return world
}

const balanced = (name: string) => ({
  metadata: { namespace: 'default', name },
  spec: { type: 'LoadBalancer' as const, ports: [{ port: 80 }] },
})

const volume = {
  metadata: { name: 'disk', finalizers: ['example.net/held'] },
  spec: {
    capacity: { storage: '1Gi' },
    accessModes: ['ReadWriteOnce' as const],
    hostPath: { path: '/disk' },
  },
}

describe('what a tenant has in the cloud', () => {
  it('is removed before the control plane goes', async () => {
    const world = await startDeletion(async ({ tenant }) => {
      await tenant.client.create(Service, balanced('web'))
    })

    expect(await world.tenant.client.get(Service, { namespace: 'default', name: 'web' })).toBeUndefined()
    expect(await world.condition('CloudResourcesDestroyed')).toBe('True/CloudResourcesDestroyed')
  })

  it('is named as long as it is there', async () => {
    const world = await startDeletion(async ({ tenant }) => {
      await tenant.client.create(PersistentVolume, volume)
    })
    expect(await world.condition('CloudResourcesDestroyed')).toBe('False/RemainingCloudResources')
    expect(await world.message('CloudResourcesDestroyed')).toBe('Remaining resources: persistent-volumes')

    const { client } = world.tenant
    await client.delete(PersistentVolume, { name: 'disk' })
    const body = { metadata: { finalizers: null } }
    await client.patch(PersistentVolume, { name: 'disk' }, { type: 'merge', body })
    await world.seconds(60)

    expect(await world.condition('CloudResourcesDestroyed')).toBe('True/CloudResourcesDestroyed')
  })

  it('is not named any more once those who waited for it have given up', async () => {
    const world = await startDeletion(async ({ tenant }) => {
      await tenant.client.create(PersistentVolume, volume)
    })
    const before = await world.controlPlane()
    const conditions = (before.status?.conditions ?? []).map((each) =>
      each.type === 'CloudResourcesDestroyed' ? { ...each, reason: 'CloudResourcesDeletionTimedOut' } : each,
    )
    await world.client.updateStatus(HostedControlPlane, { ...before, status: { ...before.status!, conditions } })
    await world.seconds(60)

    expect(await world.condition('CloudResourcesDestroyed')).toBe('False/CloudResourcesDeletionTimedOut')
  })

  it('does not get more meanwhile', async () => {
    const world = await startDeletion(async ({ tenant }) => {
      await tenant.client.create(PersistentVolume, volume)
    })

    await expect(world.tenant.client.create(Service, balanced('web'))).rejects.toThrow('the cluster is being deleted')
  })

  it('stays where nobody asked for its removal', async () => {
    const world = await startDeletion(async ({ tenant }) => {
      await tenant.client.create(Service, balanced('web'))
    }, {})

    expect(await world.tenant.client.get(Service, { namespace: 'default', name: 'web' })).toBeDefined()
    expect(await world.condition('CloudResourcesDestroyed')).toBeUndefined()
  })

  it('is left when nobody can ask for it any more', async () => {
    const world = await startDeletion(({ tenant }) => tenant.change({ serving: false }))

    expect(await world.condition('CloudResourcesDestroyed')).toBe('False/CloudResourcesCleanupSkipped')
  })
})
