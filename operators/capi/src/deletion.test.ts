import {
  AzureCluster,
  AzureMachine,
  ClusterApiCluster,
  ClusterApiMachine,
  ClusterApiMachineSet,
  MachineDeployment,
  Node,
  Pod,
  PodDisruptionBudget,
} from '@skep/api'
import type { ClientKind } from '@skep/client'
import { describe, expect, it } from 'vitest'
import { TestControlPlane } from './test/kinds.ts'
import { CLUSTER, NAMESPACE, startWorld, type World } from './test/world.ts'

const startOne = async (spec: Partial<MachineDeployment['spec']> = {}) => {
  const world = await startWorld()
  await world.start()
  await world.deploy('workers', { replicas: 1, ...spec })
  await world.seconds(10)
  const name = (await world.machines())[0]!.metadata.name
  const ref = { namespace: NAMESPACE, name }
  return {
    world,
    name,
    ref,
    remove: () => world.client.delete(ClusterApiMachine, ref),
    get: () => world.client.get(ClusterApiMachine, ref),
    conditionOf: (type: string) => world.condition(ClusterApiMachine, name, type),
    /** What it waits for. */
    progress: async () =>
      (await world.client.get(ClusterApiMachine, ref))?.status?.v1beta2?.conditions?.find(
        ({ type }) => type === 'Deleting',
      ),
  }
}

const isThere = async (world: World, kind: ClientKind, name: string) =>
  (await world.client.get(kind, { namespace: NAMESPACE, name })) !== undefined

const runPod = async ({ tenantClient }: World, nodeName: string, name: string, metadata: object = {}) => {
  const ref = { namespace: 'default', name }
  await tenantClient.create(Pod, {
    metadata: { ...ref, labels: { app: 'web' }, ...metadata },
    spec: { nodeName, containers: [{ name: 'web', image: 'registry.example.com/web:1' }] },
  })
  const conditions = [{ type: 'Ready', status: 'True' }]
  const body = { status: { phase: 'Running', conditions } }
  await tenantClient.patch(Pod, ref, { type: 'merge', body }, { subresource: 'status' })
}

/** What a kubelet does once the containers of a pod have stopped. */
const endPod = ({ tenantClient }: World, name: string) =>
  tenantClient.delete(Pod, { namespace: 'default', name }, { gracePeriodSeconds: 0 })

describe('deleting a machine', () => {
  it('takes down the machine of the provider first, and its node then', async () => {
    const { world, name, remove } = await startOne()

    await remove()
    await world.seconds(1)

    expect(await isThere(world, AzureMachine, name)).toBe(false)
    expect((await world.nodes()).map(({ metadata }) => metadata.name)).not.toContain(name)
    expect(await isThere(world, ClusterApiMachine, name)).toBe(false)
  })

  it('waits for its pods to go', async () => {
    const { world, name, remove, get, progress } = await startOne()
    await runPod(world, name, 'web')

    await remove()
    await world.seconds(5)

    expect((await world.tenantClient.get(Node, { name }))?.spec?.unschedulable).toBe(true)
    expect((await get())?.status).toMatchObject({ phase: 'Deleting' })
    expect(await progress()).toMatchObject({
      status: 'True',
      reason: 'DrainingNode',
      message:
        'Drain not completed yet (started at 2030-01-01T00:00:10Z):\n* Pod default/web: deletionTimestamp set, but still not removed from the Node',
    })
    expect(await isThere(world, AzureMachine, name)).toBe(true)

    await endPod(world, 'web')
    await world.seconds(1)

    expect(await get()).toBeUndefined()
  })

  it('honours disruption budgets, and says which one is short', async () => {
    const { world, name, remove, get, conditionOf, progress } = await startOne()
    await world.tenantClient.create(PodDisruptionBudget, {
      metadata: { namespace: 'default', name: 'web' },
      spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } },
    })
    await runPod(world, name, 'web')
    await world.seconds(5)

    await remove()
    await world.seconds(60)

    expect(await conditionOf('DrainingSucceeded')).toBe('False/Draining')
    expect((await progress())?.message).toBe(
      "Drain not completed yet (started at 2030-01-01T00:00:15Z):\n* Pod default/web: cannot evict pod as it would violate the pod's disruption budget. The disruption budget web needs 1 healthy pods and has 1 currently",
    )

    await world.tenantClient.delete(PodDisruptionBudget, { namespace: 'default', name: 'web' })
    await world.seconds(21)
    await endPod(world, 'web')
    await world.seconds(1)

    expect(await get()).toBeUndefined()
  })

  it('stops waiting for pods after the time that it was given', async () => {
    const { world, name, remove, get } = await startOne({
      template: {
        metadata: { labels: { pool: 'workers' } },
        spec: {
          clusterName: CLUSTER,
          bootstrap: { dataSecretName: 'data' },
          infrastructureRef: {
            apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta1',
            kind: 'AzureMachineTemplate',
            name: 'workers',
          },
          nodeDrainTimeout: '2m',
        },
      },
    })
    await runPod(world, name, 'web')

    await remove()
    await world.seconds(110)
    expect(await get()).toBeDefined()
    await world.seconds(30)

    expect(await get()).toBeUndefined()
  })

  it('leaves pods alone that somebody wants to stay, and does not drain where told so', async () => {
    const { world, name, remove, get } = await startOne()
    await runPod(world, name, 'stays', { labels: { 'cluster.x-k8s.io/drain': 'skip' } })

    await remove()
    await world.seconds(1)

    expect(await get()).toBeUndefined()
    expect(
      (await world.tenantClient.get(Pod, { namespace: 'default', name: 'stays' }))?.metadata.deletionTimestamp,
    ).toBe(undefined)
  })

  it('waits for volumes to be detached', async () => {
    const { world, name, remove, get, conditionOf, progress } = await startOne()
    const attach = (volumes: string[]) =>
      world.tenantClient.patch(
        Node,
        { name },
        {
          type: 'merge',
          body: { status: { volumesAttached: volumes.map((each) => ({ name: each, devicePath: '' })) } },
        },
        { subresource: 'status' },
      )
    await attach(['kubernetes.io/csi/disk.example.com^vol-1'])

    await remove()
    await world.seconds(30)
    expect(await conditionOf('VolumeDetachSucceeded')).toBe('False/WaitingForVolumeDetach')
    expect((await progress())?.reason).toBe('WaitingForVolumeDetach')
    await attach([])
    await world.seconds(1)

    expect(await get()).toBeUndefined()
  })

  it.each([
    ['pre-drain.delete.hook.machine.cluster.x-k8s.io/test', 'PreDrainDeleteHookSucceeded', 'WaitingForPreDrainHook'],
    [
      'pre-terminate.delete.hook.machine.cluster.x-k8s.io/agentmachine',
      'PreTerminateDeleteHookSucceeded',
      'WaitingForPreTerminateHook',
    ],
  ])('waits for hook %s', async (hook, type, reason) => {
    const { world, name, ref, remove, get, conditionOf, progress } = await startOne()
    const annotate = (value: string | null) =>
      world.client.patch(ClusterApiMachine, ref, {
        type: 'merge',
        body: { metadata: { annotations: { [hook]: value } } },
      })
    await annotate('agent')

    await remove()
    await world.seconds(60)
    expect(await conditionOf(type)).toBe('False/WaitingExternalHook')
    expect((await progress())?.reason).toBe(reason)
    expect(await isThere(world, AzureMachine, name)).toBe(true)
    await annotate(null)
    await world.seconds(1)

    expect(await get()).toBeUndefined()
  })

  it('waits for the machine of the provider to be gone', async () => {
    const { world, name, ref, remove, get, progress } = await startOne()
    await hold(world, AzureMachine, name)

    await remove()
    await world.seconds(60)
    expect(await progress()).toMatchObject({
      reason: 'WaitingForInfrastructureDeletion',
      message: 'Waiting for AzureMachine to be deleted',
    })
    expect(await world.condition(ClusterApiMachine, ref.name, 'NodeHealthy')).toBe('False/Deleting')
    await letGo(world, AzureMachine, name)
    await world.seconds(1)

    expect(await get()).toBeUndefined()
  })
})

const FINALIZER = 'test.example.com/hold'

const hold = (world: World, kind: ClientKind, name: string) =>
  world.client.patch(
    kind,
    { namespace: NAMESPACE, name },
    { type: 'json', operations: [{ op: 'add', path: '/metadata/finalizers', value: [FINALIZER] }] },
  )

const letGo = (world: World, kind: ClientKind, name: string) =>
  world.client.patch(kind, { namespace: NAMESPACE, name }, { type: 'merge', body: { metadata: { finalizers: [] } } })

describe('deleting a cluster', () => {
  const ref = { namespace: NAMESPACE, name: CLUSTER }
  const progress = async (world: World) =>
    (await world.client.get(ClusterApiCluster, ref))?.status?.v1beta2?.conditions?.find(
      ({ type }) => type === 'Deleting',
    )

  it('takes down machines, then the control plane, then the part of the provider', async () => {
    const { world, name } = await startOne()
    await hold(world, AzureMachine, name)
    await hold(world, TestControlPlane, 'demo')
    await hold(world, AzureCluster, CLUSTER)

    await world.client.delete(ClusterApiCluster, ref)
    await world.seconds(10)
    expect(await progress(world)).toMatchObject({ reason: 'WaitingForWorkersDeletion' })
    expect((await progress(world))?.message).toContain(`* Worker Machines: ${name}`)
    expect(
      (await world.client.get(TestControlPlane, { namespace: NAMESPACE, name: 'demo' }))?.metadata,
    ).not.toHaveProperty('deletionTimestamp')

    await letGo(world, AzureMachine, name)
    await world.seconds(10)
    expect(await world.machines()).toEqual([])
    expect((await world.client.list(MachineDeployment)).items).toEqual([])
    expect((await world.client.list(ClusterApiMachineSet)).items).toEqual([])
    expect(await progress(world)).toMatchObject({
      reason: 'WaitingForControlPlaneDeletion',
      message: 'Waiting for TestControlPlane to be deleted',
    })

    await letGo(world, TestControlPlane, 'demo')
    await world.seconds(10)
    expect(await progress(world)).toMatchObject({ reason: 'WaitingForInfrastructureDeletion' })

    await letGo(world, AzureCluster, CLUSTER)
    await world.seconds(10)
    expect(await world.client.get(ClusterApiCluster, ref)).toBeUndefined()
  })

  it('does not wait for pods: the whole cluster goes', async () => {
    const { world, name } = await startOne()
    await runPod(world, name, 'web')

    await world.client.delete(ClusterApiCluster, ref)
    await world.seconds(10)

    expect(await world.client.get(ClusterApiCluster, ref)).toBeUndefined()
  })

  it('finishes when its API is gone already', async () => {
    const { world } = await startOne()
    await world.server.clusters.delete(CLUSTER)

    await world.client.delete(ClusterApiCluster, ref)
    await world.seconds(10)

    expect(await world.client.get(ClusterApiCluster, ref)).toBeUndefined()
  })
})
