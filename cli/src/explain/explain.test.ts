import { AzureMachine, HostedCluster, Namespace, NodePool, ResourceQuota } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { describeActor } from './answer.ts'
import { causeOf } from './cause.ts'
import type { Explained } from './model.ts'
import { NAMESPACE, startExplainWorld } from './test/world.ts'

const CONTROL_PLANE = 'clusters-demo'
const DEMO = { namespace: NAMESPACE, name: 'demo' }
const WORKERS = { namespace: NAMESPACE, name: 'workers' }
/** Everything that a control plane does takes a while on a busy machine. */
const TIMEOUT_MS = 90_000

/** What is told first: the object at the bottom of it, what it waits for, and who acts. */
function told(explained: Explained): { what: string; waitsFor: string | undefined; next: string } {
  const cause = causeOf(explained).at(-1) ?? explained
  const { object, waitsFor, nextActor } = cause
  return { what: `${object.kind} ${object.name}`, waitsFor, next: describeActor(nextActor) }
}

/** All objects of a kind in a tree, by name, with their states. */
const statesOf = ({ object, state, children }: Explained, kind: string): string[] => [
  ...(object.kind === kind ? [`${object.name} ${state}`] : []),
  ...children.flatMap((child) => statesOf(child, kind)),
]

describe('a hosted cluster', { timeout: TIMEOUT_MS }, () => {
  it('is explained down to the node in its own cluster, and is fine at last', async () => {
    const world = await startExplainWorld()
    await world.providePullSecret()
    await world.order('Azure')
    await world.orderPool('Azure')

    await world.seconds(1_200)
    const explained = await world.explain('hostedcluster', 'demo')

    expect(causeOf(explained)).toEqual([])
    expect(explained).toMatchObject({ health: 'good', state: 'Available' })
    expect(statesOf(explained, 'NodePool')).toEqual(['workers Ready'])
    expect(statesOf(explained, 'ManagedCluster')).toEqual(['demo Available'])
    expect(statesOf(explained, 'Node')).toEqual([expect.stringMatching(/^workers-\S+ Ready$/)])
    expect(statesOf(explained, 'CertificateSigningRequest')).toHaveLength(2)
    expect(statesOf(explained, 'ClusterVersion')).toEqual(['version 4.19.3'])
    expect(statesOf(explained, 'ControlPlaneComponent')).toContain('etcd Available')
  })

  it('waits for its pull secret', async () => {
    const world = await startExplainWorld()
    await world.order('Azure')
    await world.seconds(60)

    expect(told(await world.explain('hc', 'demo'))).toEqual({
      what: 'Secret demo-pull',
      waitsFor: 'it is missing',
      next: 'user: create Secret clusters/demo-pull',
    })
  })

  it('is paused', async () => {
    const world = await startExplainWorld()
    await world.providePullSecret()
    await world.order('Azure', { pausedUntil: 'true' })
    await world.seconds(60)

    expect(told(await world.explain('hc', 'demo'))).toMatchObject({
      what: 'HostedCluster demo',
      next: 'user: remove spec.pausedUntil to let it go on',
    })
  })

  it('waits for etcd, which never gets ready', async () => {
    const world = await startExplainWorld({ controlPlanePods: true })
    world.fail('HostedCluster', { condition: 'Degraded', reason: 'NoQuorum', message: 'no quorum', state: 'Etcd' })
    await world.providePullSecret()
    await world.order('Azure')
    await world.orderPool('Azure')
    await world.seconds(600)

    const explained = await world.explain('hc', 'demo')

    expect(told(explained)).toMatchObject({
      what: 'Pod etcd-0',
      next: 'user: take the failure back with `skep sim clear` or `skep sim reset`',
    })
    expect(causeOf(explained).map(({ object: { kind, name } }) => `${kind} ${name}`)).toEqual([
      'HostedCluster demo',
      'HostedControlPlane demo',
      'ControlPlaneComponent etcd',
      'StatefulSet etcd',
      'Pod etcd-0',
    ])
    expect(told(await world.explain('nodepool', 'workers'))).toMatchObject({ what: 'Pod etcd-0' })
  })

  it('waits for a quota that keeps pods from being made', async () => {
    const world = await startExplainWorld({ controlPlanePods: true })
    await world.client.create(Namespace, { metadata: { name: CONTROL_PLANE } })
    await world.client.create(ResourceQuota, {
      metadata: { namespace: CONTROL_PLANE, name: 'small' },
      spec: { hard: { pods: '0' } },
    })
    await world.providePullSecret()
    await world.order('Azure')
    await world.seconds(300)

    const { waitsFor, next } = told(await world.explain('hc', 'demo'))

    expect(waitsFor).toContain('exceeded quota: small')
    expect(next).toBe('user: raise the quota of the namespace')
  })
})

describe('a hosted cluster without nodes', { timeout: TIMEOUT_MS }, () => {
  it('needs a pool, or one that is not empty', async () => {
    const world = await startExplainWorld()
    await world.providePullSecret()
    await world.order('Azure')
    await world.seconds(1_200)

    expect(told(await world.explain('hc', 'demo'))).toEqual({
      what: 'NodePool for demo',
      waitsFor: 'there is none, and without nodes the installation does not end',
      next: 'user: create a NodePool in namespace clusters with spec.clusterName: demo (examples/hosted-clusters has some)',
    })

    await world.orderPool('Azure')
    await world.client.patch(NodePool, WORKERS, { type: 'merge', body: { spec: { replicas: 0 } } })
    await world.seconds(60)
    expect(told(await world.explain('hc', 'demo'))).toMatchObject({
      next: 'user: `kubectl scale -n clusters nodepool/workers --replicas=2`',
    })
  })
})

describe('a pool of a cluster that is paused', { timeout: TIMEOUT_MS }, () => {
  it('is neither scaled nor removed, and says who has to act', async () => {
    const world = await startExplainWorld()
    await world.providePullSecret()
    await world.order('Azure')
    await world.orderPool('Azure')
    await world.seconds(900)
    await world.client.patch(HostedCluster, DEMO, { type: 'merge', body: { spec: { pausedUntil: 'true' } } })
    await world.seconds(60)

    await world.client.patch(NodePool, WORKERS, { type: 'merge', body: { spec: { replicas: 2 } } })
    await world.seconds(60)
    expect(told(await world.explain('np', 'workers'))).toMatchObject({
      what: 'NodePool workers',
      next: 'user: remove spec.pausedUntil of HostedCluster clusters/demo',
    })

    await world.client.delete(NodePool, WORKERS)
    await world.seconds(60)
    expect(told(await world.explain('np', 'workers'))).toMatchObject({
      what: 'NodePool workers',
      next: 'user: remove spec.pausedUntil of HostedCluster clusters/demo',
    })
    expect(told(await world.explain('hc', 'demo'))).toMatchObject({ what: 'HostedCluster demo' })
  })
})

describe('a pool that is upgraded together with its cluster', { timeout: TIMEOUT_MS }, () => {
  it('waits for the control plane', async () => {
    const world = await startExplainWorld()
    await world.providePullSecret()
    await world.order('Azure')
    await world.orderPool('Azure')
    await world.seconds(1_200)
    const release = {
      type: 'merge',
      body: { spec: { release: { image: 'img.example/ocp-release:4.20.1-multi' } } },
    } as const

    await world.client.patch(HostedCluster, DEMO, release)
    await world.client.patch(NodePool, WORKERS, release)
    await world.seconds(20)

    expect(await world.explain('np', 'workers')).toMatchObject({
      state: 'WaitingForControlPlane',
      nextActor: { role: 'operator', name: 'cluster version operator' },
    })
    await world.seconds(3_600)
    expect(causeOf(await world.explain('np', 'workers'))).toEqual([])
  })
})

describe('a pool without a cluster', { timeout: TIMEOUT_MS }, () => {
  it('is told as what it is, with what it lacks', async () => {
    const world = await startExplainWorld()
    await world.orderPool('Azure')
    await world.seconds(60)

    const explained = await world.explain('np', 'workers')

    expect(explained).toMatchObject({ object: { kind: 'NodePool', name: 'workers' }, state: 'NoHostedCluster' })
    expect(told(explained).next).toBe('user: create HostedCluster clusters/demo, or correct spec.clusterName')
  })
})

describe('machines of a node pool', { timeout: TIMEOUT_MS }, () => {
  it('are not made by a cloud that has no quota left', async () => {
    const world = await startExplainWorld()
    const message = 'no more cores in uksouth'
    world.fail('Machine', { condition: 'Ready', reason: 'QuotaExceeded', message, state: 'Provisioning' })
    await world.providePullSecret()
    await world.order('Azure')
    await world.orderPool('Azure')
    await world.seconds(600)

    const { what, ...rest } = told(await world.explain('np', 'workers'))

    expect(what).toMatch(/^AzureMachine workers-/)
    expect(rest).toEqual({ waitsFor: message, next: 'user: raise the quota, or free some, at Azure' })
  })

  it('never join', async () => {
    const world = await startExplainWorld()
    world.fail('Machine', { condition: 'Ready', reason: 'KubeletBroken', message: 'broken', state: 'Joining' })
    await world.providePullSecret()
    await world.order('Azure')
    await world.orderPool('Azure')
    await world.seconds(900)

    const { what, ...rest } = told(await world.explain('np', 'workers'))

    expect(what).toMatch(/^Machine workers-/)
    expect(rest.waitsFor).toMatch(/^its boot: .* has not asked yet$/)
    expect(rest.next).toBe('kubelet')
  })

  it('find no free host', async () => {
    const world = await startExplainWorld()
    await world.client.create(Namespace, { metadata: { name: 'agents' } })
    await world.providePullSecret()
    await world.order('Agent')
    await world.orderPool('Agent')
    await world.seconds(600)

    const { what, ...rest } = told(await world.explain('np', 'workers'))

    expect(what).toMatch(/^AgentMachine workers-/)
    expect(rest).toEqual({
      waitsFor: 'a free host: an Agent that is approved, valid, connected and not bound',
      next: 'user: boot another host, or approve one that matches agentLabelSelector',
    })
  })
})

describe('a hosted cluster that is deleted', { timeout: TIMEOUT_MS }, () => {
  it('is held by a finalizer that somebody put onto it', async () => {
    const world = await startExplainWorld()
    await world.providePullSecret()
    await world.order('Azure')
    await world.seconds(300)
    const { metadata } = (await world.client.get(HostedCluster, DEMO))!
    const finalizers = [...(metadata.finalizers ?? []), 'example.com/hold']
    await world.client.patch(HostedCluster, DEMO, { type: 'merge', body: { metadata: { finalizers } } })
    await world.client.delete(HostedCluster, DEMO)
    await world.seconds(600)

    expect(told(await world.explain('hc', 'demo'))).toEqual({
      what: 'HostedCluster demo',
      waitsFor: 'finalizer example.com/hold, which nobody here removes',
      next: 'user: find who put example.com/hold on HostedCluster demo; if they are gone, take it off',
    })
  })

  it('is held by a finalizer that somebody put onto a machine', async () => {
    const world = await startExplainWorld()
    await world.providePullSecret()
    await world.order('Azure')
    await world.orderPool('Azure')
    await world.seconds(600)
    const [azureMachine] = (await world.client.list(AzureMachine, { namespace: CONTROL_PLANE })).items
    const finalizers = [...(azureMachine?.metadata.finalizers ?? []), 'example.com/hold']
    const body = { metadata: { finalizers } }
    await world.client.patch(AzureMachine, azureMachine!.metadata, { type: 'merge', body })
    await world.client.delete(HostedCluster, DEMO)
    await world.seconds(600)

    const explained = await world.explain('hc', 'demo')

    expect(explained).toMatchObject({ state: 'Deleting', deletedAt: expect.any(String) })
    expect(causeOf(explained).map(({ object: { kind } }) => kind)).toEqual([
      'HostedCluster',
      'Cluster',
      'MachineDeployment',
      'MachineSet',
      'Machine',
      'AzureMachine',
    ])
    expect(told(explained)).toMatchObject({
      waitsFor: 'finalizer example.com/hold, which nobody here removes',
      next: expect.stringMatching(/^user: find who put example\.com\/hold on AzureMachine workers-/),
    })

    await world.client.patch(AzureMachine, azureMachine!.metadata, {
      type: 'merge',
      body: { metadata: { finalizers: [] } },
    })
    await world.seconds(600)
    await expect(world.explain('hc', 'demo')).rejects.toThrow('there is no HostedCluster clusters/demo')
  })
})
