import type { Pod, ReplicaSet, ReplicationController } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { PODS, REPLICA_SETS, REPLICATION_CONTROLLERS } from '../../resources.ts'
import { aTemplate, startWorld, type World } from '../../test/world.ts'

const aSet = (replicas: number, rest: Partial<ReplicaSet['spec']> = {}): ReplicaSet => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: { name: 'web' },
  spec: { replicas, selector: { matchLabels: { app: 'web' } }, template: aTemplate({ app: 'web' }), ...rest },
})

const aPod = (name: string, labels: Record<string, string>): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels },
  spec: aTemplate({}).spec!,
})

const scale = (world: World, replicas: number) =>
  world.change<ReplicaSet>(REPLICA_SETS, 'web', ({ spec }) => {
    spec.replicas = replicas
  })

describe('a ReplicaSet', () => {
  it('makes its pods, counts them, and tells so', async () => {
    const world = await startWorld()

    await world.create(REPLICA_SETS, aSet(3))

    const pods = world.pods('app=web')
    expect(pods).toHaveLength(3)
    expect(pods[0]?.metadata.ownerReferences).toMatchObject([
      { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', controller: true, blockOwnerDeletion: true },
    ])
    expect(world.get<ReplicaSet>(REPLICA_SETS, 'web')?.status).toEqual({
      replicas: 3,
      fullyLabeledReplicas: 3,
      terminatingReplicas: 0,
      observedGeneration: 1,
    })
    expect(world.eventsOf('web').map((event) => event.replace(/-\w{5}$/, '-XXXXX'))).toEqual(
      Array(3).fill('SuccessfulCreate: Created pod: web-XXXXX'),
    )
  })

  it('writes as the controller that users know', async () => {
    const world = await startWorld()

    await world.create(REPLICA_SETS, aSet(1))

    expect(world.pods()[0]?.metadata.managedFields?.map(({ manager }) => manager)).toEqual(['kube-controller-manager'])
  })

  it('counts pods as available when they have been ready for long enough', async () => {
    const world = await startWorld()
    await world.create(REPLICA_SETS, aSet(1, { minReadySeconds: 30 }))
    await world.playKubelets()
    expect(world.get<ReplicaSet>(REPLICA_SETS, 'web')?.status).toMatchObject({ readyReplicas: 1 })
    expect(world.get<ReplicaSet>(REPLICA_SETS, 'web')?.status).not.toHaveProperty('availableReplicas')

    await world.clock.advance(30_000)

    expect(world.get<ReplicaSet>(REPLICA_SETS, 'web')?.status).toMatchObject({ availableReplicas: 1 })
  })

  it('replaces pods that fail or are deleted', async () => {
    const world = await startWorld()
    await world.create(REPLICA_SETS, aSet(2))
    const [first, second] = world.pods()

    await world.report<Pod>(PODS, first!.metadata.name!, (pod) => {
      pod.status = { ...pod.status, phase: 'Failed' }
    })
    await world.delete(PODS, second!.metadata.name!, { gracePeriodSeconds: 0 })

    const running = world.pods().filter(({ status }) => status?.phase === 'Pending')
    expect(running).toHaveLength(2)
    expect(running.map(({ metadata }) => metadata.name)).not.toContain(second!.metadata.name)
  })

  it('spares the pods that are ready, then those that cost more', async () => {
    const world = await startWorld()
    await world.create(REPLICA_SETS, aSet(3))
    const [costly, unready] = world.pods()
    await world.playKubelets((pod) => pod.metadata.name !== unready!.metadata.name)
    await world.change<Pod>(PODS, costly!.metadata.name!, ({ metadata }) => {
      metadata.annotations = { 'controller.kubernetes.io/pod-deletion-cost': '10' }
    })

    await scale(world, 2)
    expect(world.get(PODS, unready!.metadata.name!)).toBeUndefined()
    await scale(world, 1)

    const left = world.pods().filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    expect(left.map(({ metadata }) => metadata.name)).toEqual([costly!.metadata.name])
  })

  it('takes in orphans that it selects, and lets go of pods whose labels change', async () => {
    const world = await startWorld()
    await world.create(PODS, aPod('stray', { app: 'web' }))

    await world.create(REPLICA_SETS, aSet(1))
    expect(world.get<Pod>(PODS, 'stray')?.metadata.ownerReferences).toMatchObject([{ name: 'web' }])
    expect(world.pods()).toHaveLength(1)
    await world.change<Pod>(PODS, 'stray', ({ metadata }) => {
      metadata.labels = { app: 'debug' }
    })

    expect(world.get<Pod>(PODS, 'stray')?.metadata.ownerReferences).toBeUndefined()
    expect(world.pods('app=web')).toHaveLength(1)
  })

  it('says why it cannot make pods, until it can', async () => {
    const world = await startWorld()
    const quota = { group: '', resource: 'resourcequotas' }
    const manifest = {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'none' },
      spec: { hard: { pods: '0' } },
    }
    await world.create(quota, manifest)

    await world.create(REPLICA_SETS, aSet(5))
    const [condition] = world.get<ReplicaSet>(REPLICA_SETS, 'web')?.status?.conditions ?? []
    expect(condition).toMatchObject({ type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate' })
    expect(condition?.message).toContain('exceeded quota: none, requested: pods=1, used: pods=0, limited: pods=0')
    expect(world.eventsOf('web')[0]).toContain('FailedCreate: Error creating: pods "web-')
    await world.delete(quota, 'none')
    await world.clock.advance(60_000)

    expect(world.pods()).toHaveLength(5)
    expect(world.get<ReplicaSet>(REPLICA_SETS, 'web')?.status).not.toHaveProperty('conditions')
  })
})

describe('a ReplicationController', () => {
  it('keeps its pods as a ReplicaSet does', async () => {
    const world = await startWorld()
    const controller: ReplicationController = {
      apiVersion: 'v1',
      kind: 'ReplicationController',
      metadata: { name: 'old' },
      spec: { replicas: 2, selector: { app: 'old' }, template: aTemplate({ app: 'old' }) },
    }

    await world.create(REPLICATION_CONTROLLERS, controller)
    await world.playKubelets()

    expect(world.get<ReplicationController>(REPLICATION_CONTROLLERS, 'old')?.status).toEqual({
      replicas: 2,
      fullyLabeledReplicas: 2,
      readyReplicas: 2,
      availableReplicas: 2,
      observedGeneration: 1,
    })
    expect(world.pods()[0]?.metadata.ownerReferences).toMatchObject([{ kind: 'ReplicationController', name: 'old' }])
  })
})
