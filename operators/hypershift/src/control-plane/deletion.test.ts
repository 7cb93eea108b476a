import { HostedCluster, HostedControlPlane } from '@skep/api'
import { findCondition } from '@skep/controller'
import { describe, expect, it } from 'vitest'
import { hostedClusterSpec } from '../hosted-cluster/test/samples.ts'
import { NAMESPACE, startWorld, type World } from './test/world.ts'

const REF = { namespace: NAMESPACE, name: 'demo' }
const CLEANUP = { 'hypershift.openshift.io/cleanup-cloud-resources': 'true' }

/** What the operator in the tenant's cluster would say. */
async function sayDestroyed(world: World, status: 'True' | 'False', reason: string, message: string): Promise<void> {
  const before = await world.controlPlane()
  const conditions = (before.status?.conditions ?? []).filter(({ type }) => type !== 'CloudResourcesDestroyed')
  const lastTransitionTime = new Date(world.clock.now()).toISOString().replace('.000', '')
  const said = { type: 'CloudResourcesDestroyed', status, reason, message, lastTransitionTime }
  const after = {
    ...before,
    metadata: { ...before.metadata },
    status: { ...before.status!, conditions: [...conditions, said] },
  }
  await world.client.patchStatus(HostedControlPlane, before, after)
}

describe('deleting a control plane', () => {
  it('takes its API away', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    await world.start()
    await world.make()
    await world.seconds(1)
    expect(world.apis.get(NAMESPACE)).toBeDefined()

    await world.client.delete(HostedControlPlane, REF)
    await world.seconds(1)

    expect(await world.client.get(HostedControlPlane, REF)).toBeUndefined()
    expect(world.apis.get(NAMESPACE)).toBeUndefined()
  })

  it('goes on where another process was stopped', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    const stop = await world.start()
    await world.make()
    await world.seconds(1)
    await stop()

    await world.client.delete(HostedControlPlane, REF)
    await world.seconds(60)
    expect(world.apis.get(NAMESPACE)).toBeDefined()
    await world.start()
    await world.seconds(1)

    expect(await world.client.get(HostedControlPlane, REF)).toBeUndefined()
    expect(world.apis.get(NAMESPACE)).toBeUndefined()
  })

  it('waits until what the tenant has in the cloud is gone', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    await world.start()
    await world.make({ annotations: CLEANUP })
    await world.seconds(1)

    await world.client.delete(HostedControlPlane, REF)
    await world.seconds(60)
    expect(await world.condition('CVOScaledDown')).toBe('True/CVOScaledDown')
    await sayDestroyed(world, 'False', 'RemainingCloudResources', 'Remaining resources: loadbalancers')
    await world.seconds(60)
    expect(world.apis.get(NAMESPACE)).toBeDefined()
    await sayDestroyed(world, 'True', 'CloudResourcesDestroyed', 'All is well')
    await world.seconds(1)

    expect(await world.client.get(HostedControlPlane, REF)).toBeUndefined()
  })

  it('gives up on the cloud ten minutes after the last that was heard of it', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    await world.start()
    await world.make({ annotations: CLEANUP })
    await world.seconds(1)
    await world.client.patch(HostedControlPlane, REF, {
      type: 'merge',
      body: { metadata: { finalizers: ['hypershift.openshift.io/finalizer', 'example.net/hold'] } },
    })

    await world.client.delete(HostedControlPlane, REF)
    await world.seconds(120)
    await sayDestroyed(world, 'False', 'RemainingCloudResources', 'Remaining resources: image-registry')
    await world.seconds(599)
    expect(await world.condition('CloudResourcesDestroyed')).toBe('False/RemainingCloudResources')
    await world.seconds(2)

    expect(await world.condition('CloudResourcesDestroyed')).toBe('False/CloudResourcesDeletionTimedOut')
    expect(await world.message('CloudResourcesDestroyed')).toBe(
      'Giving up on cloud resource deletion after 10m (last status: Remaining resources: image-registry)',
    )
    expect((await world.controlPlane()).metadata.finalizers).toEqual(['example.net/hold'])
  })

  it('waits until the hosted cluster has told what became of the cloud, since nobody else could', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    await world.start()
    const ref = { namespace: 'clusters', name: 'demo' }
    const finalizers = ['hypershift.openshift.io/finalizer']
    await world.client.create(HostedCluster, { metadata: { ...ref, finalizers }, spec: hostedClusterSpec('None') })
    await world.client.delete(HostedCluster, ref)
    await world.make({ annotations: CLEANUP })
    await world.seconds(1)

    await world.client.delete(HostedControlPlane, REF)
    await world.seconds(700)
    expect(await world.condition('CloudResourcesDestroyed')).toBe('False/CloudResourcesDeletionTimedOut')
    const told = findCondition((await world.controlPlane()).status?.conditions, 'CloudResourcesDestroyed')
    const before = (await world.client.get(HostedCluster, ref))!
    await world.client.updateStatus(HostedCluster, { ...before, status: { conditions: [told!] } })
    await world.seconds(2)

    expect(await world.client.get(HostedControlPlane, REF)).toBeUndefined()
  })

  it('does not wait for the cloud where there never was an API', async () => {
    const world = await startWorld()
    await world.start()
    await world.make({ annotations: CLEANUP })
    await world.seconds(5)

    await world.client.delete(HostedControlPlane, REF)
    await world.seconds(1)

    expect(await world.client.get(HostedControlPlane, REF)).toBeUndefined()
  })

  it('takes the API away also where somebody took the finalizer', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    await world.start()
    await world.make({ annotations: CLEANUP })
    await world.seconds(1)

    await world.client.delete(HostedControlPlane, REF)
    await world.client.patch(HostedControlPlane, REF, { type: 'merge', body: { metadata: { finalizers: [] } } })
    await world.seconds(1)

    expect(world.apis.get(NAMESPACE)).toBeUndefined()
  })
})
