import { ClusterApiMachine, ClusterApiMachineSet, MachineDeployment } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { CLUSTER, machineSpec, makeTemplate, NAMESPACE, startWorld, type World } from './test/world.ts'

/** What `kubectl scale` sends. */
const scale = (world: World, plural: string, name: string, replicas: number) =>
  world.client.raw({
    method: 'PATCH',
    path: `/apis/cluster.x-k8s.io/v1beta1/namespaces/${NAMESPACE}/${plural}/${name}/scale`,
    body: { spec: { replicas } },
    contentType: 'application/merge-patch+json',
  })

const annotate = (world: World, name: string, annotations: Record<string, string>) =>
  world.client.patch(
    ClusterApiMachine,
    { namespace: NAMESPACE, name },
    { type: 'merge', body: { metadata: { annotations } } },
  )

describe('scaling a deployment', () => {
  it('makes more machines and leaves the others alone', async () => {
    const world = await startWorld()
    await world.start()
    await world.deploy('workers', { replicas: 1 })
    await world.seconds(10)
    const [first] = await world.machines()

    await scale(world, 'machinedeployments', 'workers', 3)
    await world.seconds(10)

    const machines = await world.machines()
    expect(machines).toHaveLength(3)
    expect(machines.map(({ metadata }) => metadata.uid)).toContain(first!.metadata.uid)
    expect(await world.nodes()).toHaveLength(3)
  })

  it('deletes machines with their nodes, those that somebody chose first', async () => {
    const world = await startWorld()
    await world.start()
    await world.deploy('workers', { replicas: 3 })
    await world.seconds(10)
    const [, , chosen] = await world.machines()
    await annotate(world, chosen!.metadata.name, { 'cluster.x-k8s.io/delete-machine': 'yes' })

    await scale(world, 'machinedeployments', 'workers', 2)
    await world.seconds(60)

    const names = (await world.machines()).map(({ metadata }) => metadata.name)
    expect(names).toHaveLength(2)
    expect(names).not.toContain(chosen!.metadata.name)
    expect((await world.nodes()).map(({ metadata }) => metadata.name)).toEqual(names)
  })
})

describe('a set without a deployment', () => {
  const makeSet = async (world: World, spec: Partial<ClusterApiMachineSet['spec']> = {}) => {
    await makeTemplate(world.client, 'workers')
    await world.client.create(ClusterApiMachineSet, {
      metadata: { namespace: NAMESPACE, name: 'workers' },
      spec: { clusterName: CLUSTER, replicas: 1, selector: {}, template: { spec: machineSpec('workers') }, ...spec },
    })
    await world.seconds(10)
  }

  it('makes machines and answers for the cluster that owns it', async () => {
    const world = await startWorld()
    await world.start()

    await makeSet(world)
    await scale(world, 'machinesets', 'workers', 2)
    await world.seconds(10)

    const set = await world.client.get(ClusterApiMachineSet, { namespace: NAMESPACE, name: 'workers' })
    expect(set?.status).toMatchObject({ replicas: 2, readyReplicas: 2, availableReplicas: 2, fullyLabeledReplicas: 2 })
    expect(set?.metadata.ownerReferences).toEqual([expect.objectContaining({ kind: 'Cluster', name: CLUSTER })])
    for (const type of ['Ready', 'MachinesCreated', 'MachinesReady', 'Resized']) {
      expect(await world.condition(ClusterApiMachineSet, 'workers', type)).toBe('True')
    }
  })

  it('names the machine that keeps it from being ready', async () => {
    const world = await startWorld()
    world.provider.works = false
    await world.start()

    await makeSet(world)

    const [machine] = await world.machines()
    const set = await world.client.get(ClusterApiMachineSet, { namespace: NAMESPACE, name: 'workers' })
    expect(set?.status?.conditions?.find(({ type }) => type === 'MachinesReady')).toMatchObject({
      status: 'False',
      reason: `WaitingForInfrastructure @ Machine/${machine!.metadata.name}`,
      message: '0 of 1 completed',
    })
  })

  it('replaces a machine that somebody deletes', async () => {
    const world = await startWorld()
    await world.start()
    await makeSet(world)
    const [machine] = await world.machines()

    await world.client.delete(ClusterApiMachine, machine!.metadata)
    await world.seconds(60)

    const machines = await world.machines()
    expect(machines).toHaveLength(1)
    expect(machines[0]?.metadata.uid).not.toBe(machine!.metadata.uid)
    expect(machines[0]?.status?.phase).toBe('Running')
  })

  it('hands labels on to its machines, and takes back those that it no longer has', async () => {
    const world = await startWorld()
    await world.start()
    const labels = { pool: 'workers', tier: 'gold' }
    await makeSet(world, {
      selector: { matchLabels: { pool: 'workers' } },
      template: { metadata: { labels }, spec: machineSpec('workers') },
    })
    const name = (await world.machines())[0]!.metadata.name
    await world.client.patch(
      ClusterApiMachine,
      { namespace: NAMESPACE, name },
      { type: 'merge', body: { metadata: { labels: { mine: 'yes' } } } },
      { fieldManager: 'somebody' },
    )

    const template = { metadata: { labels: { tier: null, zone: 'a' } }, spec: { nodeDrainTimeout: '5m' } }
    const ref = { namespace: NAMESPACE, name: 'workers' }
    await world.client.patch(ClusterApiMachineSet, ref, { type: 'merge', body: { spec: { template } } })
    await world.seconds(1)

    const [machine] = await world.machines()
    expect(machine?.metadata.labels).toMatchObject({ pool: 'workers', zone: 'a', mine: 'yes' })
    expect(machine?.metadata.labels).not.toHaveProperty('tier')
    expect(machine?.spec.nodeDrainTimeout).toBe('5m')
    expect(machine?.metadata.name).toBe(name)
  })

  it('takes over machines that it selects and nobody controls', async () => {
    const world = await startWorld()
    await world.start()
    await makeTemplate(world.client, 'workers')
    const infrastructureRef = {
      apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta1',
      kind: 'AzureMachine',
      name: 'mine',
    }
    await world.client.create(ClusterApiMachine, {
      metadata: {
        namespace: NAMESPACE,
        name: 'mine',
        labels: { pool: 'workers', 'cluster.x-k8s.io/set-name': 'workers' },
      },
      spec: { clusterName: CLUSTER, bootstrap: { dataSecretName: 'data' }, infrastructureRef },
    })

    await world.client.create(ClusterApiMachineSet, {
      metadata: { namespace: NAMESPACE, name: 'workers' },
      spec: {
        clusterName: CLUSTER,
        replicas: 1,
        selector: { matchLabels: { pool: 'workers' } },
        template: { metadata: { labels: { pool: 'workers' } }, spec: machineSpec('workers') },
      },
    })
    await world.seconds(10)

    const machines = await world.machines()
    expect(machines.map(({ metadata }) => metadata.name)).toEqual(['mine'])
    expect(machines[0]?.metadata.ownerReferences).toEqual([
      expect.objectContaining({ kind: 'MachineSet', name: 'workers', controller: true }),
    ])
  })

  it('counts a machine as available only when its node has been ready for long enough', async () => {
    const world = await startWorld()
    await world.start()
    await makeSet(world, { minReadySeconds: 60 })
    const available = async () =>
      (await world.client.get(ClusterApiMachineSet, { namespace: NAMESPACE, name: 'workers' }))?.status
        ?.availableReplicas

    expect(await available()).toBe(0)
    await world.seconds(60)

    expect(await available()).toBe(1)
  })
})

describe('a deployment that says little', () => {
  it('gets what is usual', async () => {
    const world = await startWorld()
    await world.start()
    await makeTemplate(world.client, 'workers')

    await world.client.create(MachineDeployment, {
      metadata: { namespace: NAMESPACE, name: 'workers' },
      spec: { clusterName: CLUSTER, selector: {}, template: { spec: machineSpec('workers') } },
    })
    await world.seconds(10)

    const deployment = await world.client.get(MachineDeployment, { namespace: NAMESPACE, name: 'workers' })
    expect(deployment?.spec).toMatchObject({
      replicas: 1,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      selector: { matchLabels: { 'cluster.x-k8s.io/deployment-name': 'workers' } },
    })
    expect(await world.machines()).toHaveLength(1)
  })
})
