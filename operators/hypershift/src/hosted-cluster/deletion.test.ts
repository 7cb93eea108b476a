import {
  ClusterApiCluster,
  ConfigMap,
  Deployment,
  HostedCluster,
  HostedControlPlane,
  Namespace,
  NodePool,
  Secret,
} from '@skep/api'
import type { ClientKind } from '@skep/client'
import { describe, expect, it } from 'vitest'
import { CONTROL_PLANE, NAMESPACE, type PlatformName } from './test/samples.ts'
import { type OrderChanges, startHostedClusterWorld } from './test/world.ts'

const demo = { namespace: NAMESPACE, name: 'demo' }

/** A hosted cluster with what Cluster API and the control plane would hold on to. */
async function startHeld(platform: PlatformName = 'Azure', changes: OrderChanges = {}) {
  const world = await startHostedClusterWorld({ controlPlanePods: true })
  const running = await world.start()
  await world.order(platform, changes)
  const { infraID = '' } = (await world.hostedCluster()).spec
  const refs = {
    cluster: { namespace: CONTROL_PLANE, name: infraID },
    controlPlane: { namespace: CONTROL_PLANE, name: 'demo' },
  }
  const hold = (kind: ClientKind, ref: { namespace: string; name: string }, finalizers: string[]) =>
    world.client.patch(kind, ref, { type: 'merge', body: { metadata: { finalizers } } })
  if (platform !== 'None') await hold(ClusterApiCluster, refs.cluster, ['cluster.cluster.x-k8s.io'])
  await hold(HostedControlPlane, refs.controlPlane, ['hypershift.openshift.io/finalizer'])
  return {
    ...world,
    running,
    refs,
    isThere: async (kind: ClientKind, ref: { namespace?: string; name: string }) =>
      (await world.client.get(kind, ref)) !== undefined,
    isGoing: async (kind: ClientKind, ref: { namespace: string; name: string }) =>
      (await world.client.get(kind, ref))?.metadata.deletionTimestamp !== undefined,
    release: async (kind: ClientKind, ref: { namespace: string; name: string }) => {
      await hold(kind, ref, [])
      await world.seconds(1)
    },
    remove: async () => {
      await world.client.delete(HostedCluster, demo)
      await world.seconds(1)
    },
  }
}

describe('deleting a hosted cluster', () => {
  it('waits for machines, then for the control plane, then for its namespace, and says so', async () => {
    const world = await startHeld()
    const { cluster, controlPlane } = world.refs

    await world.remove()
    expect(await world.isGoing(ClusterApiCluster, cluster)).toBe(true)
    expect(await world.isGoing(HostedControlPlane, controlPlane)).toBe(false)
    expect(await world.condition('Deleting')).toBe('True/WaitingForCluster')
    expect(await world.message('Deleting')).toBe(
      `Waiting for Cluster ocm-local-2abc-demo/${cluster.name} to go, which is held by cluster.cluster.x-k8s.io`,
    )
    const finalizersOf = async (name: string) => (await world.made(Deployment, name))?.metadata.finalizers
    expect(await finalizersOf('capi-provider')).toEqual(['hypershift.openshift.io/component-finalizer'])

    await world.release(ClusterApiCluster, cluster)
    expect(await world.condition('Deleting')).toBe('True/WaitingForHostedControlPlane')
    expect(await world.isGoing(HostedControlPlane, controlPlane)).toBe(true)
    expect(await world.isThere(Namespace, { name: CONTROL_PLANE })).toBe(true)
    expect(await finalizersOf('capi-provider')).toBeUndefined()

    await world.release(HostedControlPlane, controlPlane)
    await world.seconds(60)
    expect(await world.isThere(Namespace, { name: CONTROL_PLANE })).toBe(false)
    expect(await world.isThere(HostedCluster, demo)).toBe(false)
  })

  it('says what is left in the namespace, and who holds it', async () => {
    const world = await startHeld('None')
    const stuck = { namespace: CONTROL_PLANE, name: 'stuck' }
    await world.client.create(ConfigMap, { metadata: { ...stuck, finalizers: ['example.com/hold'] } })

    await world.remove()
    await world.release(HostedControlPlane, world.refs.controlPlane)
    await world.seconds(30)
    expect(await world.condition('Deleting')).toBe('True/WaitingForNamespace')
    expect(await world.message('Deleting')).toBe(
      'Waiting for Namespace ocm-local-2abc-demo to go; ' +
        'Some resources are remaining: configmaps. has 1 resource instances; ' +
        'Some content in the namespace has finalizers remaining: example.com/hold in 1 resource instances',
    )

    await world.release(ConfigMap, stuck)
    await world.seconds(60)
    expect(await world.isThere(HostedCluster, demo)).toBe(false)
  })

  it('takes the marks off what it used', async () => {
    const world = await startHeld('None')
    const pull = { namespace: NAMESPACE, name: 'demo-pull' }
    const marks = async () => (await world.client.get(Secret, pull))?.metadata.annotations
    expect(await marks()).toEqual({ 'referenced-resource.hypershift.openshift.io/demo': 'true' })

    await world.remove()
    await world.release(HostedControlPlane, world.refs.controlPlane)
    await world.seconds(60)

    expect(await world.isThere(HostedCluster, demo)).toBe(false)
    expect(await marks()).toBeUndefined()
  })

  it('takes its pools of nodes along, and no others', async () => {
    const world = await startHeld('None')
    const pool = (name: string, clusterName: string) =>
      world.client.create(NodePool, {
        metadata: { namespace: NAMESPACE, name, finalizers: ['hypershift.openshift.io/finalizer'] },
        spec: {
          clusterName,
          replicas: 1,
          release: { image: 'r:4.19.3' },
          platform: { type: 'None' },
          management: { upgradeType: 'Replace' },
        } as NodePool['spec'],
      })
    await pool('workers', 'demo')
    await pool('others', 'another')

    await world.remove()
    expect(await world.isGoing(NodePool, { namespace: NAMESPACE, name: 'workers' })).toBe(true)
    expect(await world.isGoing(NodePool, { namespace: NAMESPACE, name: 'others' })).toBe(false)
    await world.release(HostedControlPlane, world.refs.controlPlane)
    await world.seconds(60)
    expect(await world.condition('Deleting')).toBe('True/WaitingForNodePool')
    expect(await world.message('Deleting')).toBe('Waiting for NodePools to go: workers')

    await world.release(NodePool, { namespace: NAMESPACE, name: 'workers' })
    expect(await world.isThere(HostedCluster, demo)).toBe(false)
  })

  it('goes on where it was after a restart', async () => {
    const world = await startHeld()
    await world.remove()
    await world.running.stop()
    await world.release(ClusterApiCluster, world.refs.cluster)
    await world.release(HostedControlPlane, world.refs.controlPlane)

    await world.start()
    await world.seconds(60)

    expect(await world.isThere(Namespace, { name: CONTROL_PLANE })).toBe(false)
    expect(await world.isThere(HostedCluster, demo)).toBe(false)
  })

  it('is possible while it is paused', async () => {
    const world = await startHeld()
    await world.change({ spec: { pausedUntil: 'true' } })
    expect((await world.client.get(ClusterApiCluster, world.refs.cluster))?.spec?.paused).toBe(true)

    await world.remove()

    expect(await world.client.get(ClusterApiCluster, world.refs.cluster)).toMatchObject({ spec: { paused: false } })
    expect(await world.isGoing(ClusterApiCluster, world.refs.cluster)).toBe(true)
  })

  it('of one for which nothing was made yet is over at once', async () => {
    const world = await startHostedClusterWorld()
    await world.start()
    await world.order('Azure', { spec: { pausedUntil: 'true' } })

    await world.client.delete(HostedCluster, demo)
    await world.seconds(1)

    expect(await world.client.get(HostedCluster, demo)).toBeUndefined()
  })

  it('leaves the namespace where it is told to', async () => {
    const annotations = { 'hypershift.openshift.io/skip-delete-hosted-controlplane-namespace': 'true' }
    const world = await startHeld('None', { annotations })

    await world.remove()
    await world.release(HostedControlPlane, world.refs.controlPlane)

    expect(await world.isThere(HostedCluster, demo)).toBe(false)
    expect(await world.isThere(Namespace, { name: CONTROL_PLANE })).toBe(true)
  })

  it('lets the control plane clean up in the cloud, and shows how that goes', async () => {
    const annotations = { 'hypershift.openshift.io/cleanup-cloud-resources': 'true' }
    const world = await startHeld('None')
    await world.client.patch(HostedCluster, demo, { type: 'merge', body: { metadata: { annotations } } })
    await world.remove()
    const { metadata } = (await world.controlPlane())!
    expect(metadata.annotations).toMatchObject(annotations)

    await world.report({}, { CloudResourcesDestroyed: 'False/RemainingCloudResources loadbalancers' })

    expect(await world.condition('CloudResourcesDestroyed')).toBe('False/RemainingCloudResources')
    expect(await world.condition('Deleting')).toBe('True/WaitingForHostedControlPlane')
  })

  it('says who holds the object when everything else is gone, and that there is no control plane any more', async () => {
    const world = await startHeld('None')
    await world.report({ ready: true }, { Available: 'True/AsExpected', EtcdAvailable: 'True/QuorumAvailable' })
    const { finalizers = [] } = (await world.hostedCluster()).metadata
    await world.change({ metadata: { finalizers: [...finalizers, 'example.com/mine', 'example.com/other'] } })
    expect(await world.condition('Available')).toBe('True/AsExpected')

    await world.remove()
    await world.release(HostedControlPlane, world.refs.controlPlane)
    await world.seconds(60)
    expect(await world.condition('Deleting')).toBe('True/WaitingForFinalizers')
    expect(await world.message('Deleting')).toMatch(/held by example.com\/mine, example.com\/other$/)
    expect(await world.condition('Available')).toBe('False/WaitingForAvailable')
    expect(await world.condition('EtcdAvailable')).toBe('Unknown/StatusUnknown')
    expect((await world.hostedCluster()).metadata.finalizers).toEqual(['example.com/mine', 'example.com/other'])

    await world.change({ metadata: { finalizers: ['example.com/other'] } })
    expect(await world.message('Deleting')).toMatch(/held by example.com\/other$/)
  })

  it('does nothing more once somebody took the finalizer away', async () => {
    const world = await startHeld('None')
    await world.remove()
    expect(await world.condition('Deleting')).toBe('True/WaitingForHostedControlPlane')
    await world.change({ metadata: { finalizers: null } })
    await world.release(HostedControlPlane, world.refs.controlPlane)
    await world.seconds(60)

    expect(await world.isThere(HostedCluster, demo)).toBe(false)
    expect(await world.isThere(Namespace, { name: CONTROL_PLANE })).toBe(true)
  })

  it('keeps the object for its grace period', async () => {
    const world = await startHeld('None', { annotations: { 'hypershift.openshift.io/destroy-grace-period': '10m' } })
    await world.remove()
    await world.release(HostedControlPlane, world.refs.controlPlane)
    await world.seconds(60)
    expect(await world.condition('HostedClusterDestroyed')).toBe('True/WaitingForGracePeriod')
    expect(await world.isThere(Namespace, { name: CONTROL_PLANE })).toBe(false)

    await world.seconds(600)

    expect(await world.isThere(HostedCluster, demo)).toBe(false)
  })
})
