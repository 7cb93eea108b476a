import { AzureMachine, ClusterApiCluster, ClusterApiMachine, MachineDeployment, Node, Secret } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { CLUSTER, machineSpec, makeTemplate, NAMESPACE, setStatus, startWorld } from './test/world.ts'

describe('machines of a deployment', () => {
  it('become nodes', async () => {
    const world = await startWorld()
    await world.start()
    await world.deploy('workers')

    await world.seconds(10)

    const machines = await world.machines()
    expect(machines.map(({ status }) => status?.phase)).toEqual(['Running', 'Running'])
    expect((await world.nodes()).map(({ metadata }) => metadata.name)).toEqual(
      machines.map(({ metadata }) => metadata.name),
    )
    const deployment = await world.client.get(MachineDeployment, { namespace: NAMESPACE, name: 'workers' })
    expect(deployment?.status).toMatchObject({
      phase: 'Running',
      replicas: 2,
      updatedReplicas: 2,
      readyReplicas: 2,
      availableReplicas: 2,
      unavailableReplicas: 0,
      selector: 'pool=workers',
    })
    expect(await world.condition(MachineDeployment, 'workers', 'Ready')).toBe('True')
    expect(await world.condition(MachineDeployment, 'workers', 'MachineSetReady')).toBe('True')
  })

  it('carry what tells where they come from, down to the machine of the provider', async () => {
    const world = await startWorld()
    await world.start()
    await world.deploy('workers', { replicas: 1 })

    await world.seconds(10)

    const [machine] = await world.machines()
    const infrastructure = await world.client.get(AzureMachine, {
      namespace: NAMESPACE,
      name: machine!.metadata.name,
    })
    for (const { metadata } of [machine!, infrastructure!]) {
      expect(metadata.labels).toMatchObject({
        pool: 'workers',
        'cluster.x-k8s.io/cluster-name': CLUSTER,
        'cluster.x-k8s.io/deployment-name': 'workers',
        'cluster.x-k8s.io/set-name': machine!.metadata.ownerReferences![0]!.name,
        'machine-template-hash': expect.stringMatching(/^\d+-[a-z0-9]{5}$/),
      })
    }
    expect(infrastructure?.metadata.annotations).toMatchObject({
      'cluster.x-k8s.io/cloned-from-name': 'workers',
      'cluster.x-k8s.io/cloned-from-groupkind': 'AzureMachineTemplate.infrastructure.cluster.x-k8s.io',
    })
    expect(infrastructure?.metadata.ownerReferences).toEqual([
      expect.objectContaining({ kind: 'Machine', name: machine!.metadata.name, controller: true }),
    ])
    expect(infrastructure?.spec.vmSize).toBe('Standard_D4s_v3')
  })

  it('wait for a template that comes later', async () => {
    const world = await startWorld()
    await world.start()
    await world.deploy('workers', {
      template: { metadata: { labels: { pool: 'workers' } }, spec: machineSpec('later') },
    })
    await world.seconds(10)
    expect(await world.condition(MachineDeployment, 'workers', 'MachineSetReady')).toBe('False/WaitingForMachineSet')
    expect(await world.machines()).toHaveLength(0)

    await makeTemplate(world.client, 'later')
    await world.seconds(1)

    expect((await world.machines()).map(({ status }) => status?.phase)).toEqual(['Running', 'Running'])
  })
})

describe('a machine', () => {
  const withOne = async () => {
    const world = await startWorld()
    world.provider.works = false
    await world.start()
    await world.deploy('workers', { replicas: 1 })
    await world.seconds(1)
    const name = (await world.machines())[0]!.metadata.name
    const conditionOf = (type: string) => world.condition(ClusterApiMachine, name, type)
    const get = async () => (await world.machines())[0]!
    return { world, name, conditionOf, get }
  }

  it('counts the steps that are done until the provider has made it', async () => {
    const { get, conditionOf } = await withOne()

    const { status } = await get()

    expect(status?.phase).toBe('Provisioning')
    expect(status?.conditions?.[0]).toMatchObject({
      type: 'Ready',
      status: 'False',
      severity: 'Info',
      reason: 'WaitingForInfrastructure',
      message: '1 of 2 completed',
    })
    expect(await conditionOf('BootstrapReady')).toBe('True')
    expect(await conditionOf('NodeHealthy')).toBe('False/WaitingForNodeRef')
  })

  it('says what its provider complains of', async () => {
    const { world, name, get } = await withOne()

    await setStatus(world.client, AzureMachine, name, {
      conditions: [
        {
          type: 'Ready',
          status: 'False',
          severity: 'Error',
          reason: 'QuotaExceeded',
          message: 'no cores left in eastus',
          lastTransitionTime: '2030-01-01T00:00:00Z',
        },
      ],
    })
    await world.seconds(1)

    const conditions = (await get()).status?.conditions
    expect(conditions?.find(({ type }) => type === 'InfrastructureReady')).toMatchObject({
      status: 'False',
      severity: 'Error',
      reason: 'QuotaExceeded',
      message: 'no cores left in eastus',
    })
    expect(conditions?.find(({ type }) => type === 'Ready')?.reason).toBe('QuotaExceeded')
  })

  it('has failed when its provider gives up', async () => {
    const { world, name, get } = await withOne()

    await setStatus(world.client, AzureMachine, name, { failureReason: 'CreateError', failureMessage: 'no such size' })
    await world.seconds(1)

    expect((await get()).status).toMatchObject({
      phase: 'Failed',
      failureReason: 'CreateError',
      failureMessage: `Failure detected from referenced resource infrastructure.cluster.x-k8s.io/v1beta1, Kind=AzureMachine with name "${name}": no such size`,
    })
  })

  it('waits for its node once there is a machine, and says so', async () => {
    const { world, conditionOf, get } = await withOne()

    world.provider.joins = false
    await world.provider.resume()
    await world.seconds(1)

    expect((await get()).status?.phase).toBe('Provisioned')
    expect((await get()).status?.addresses).toEqual([{ type: 'InternalDNS', address: (await get()).metadata.name }])
    expect(await conditionOf('Ready')).toBe('True')
    expect(await conditionOf('NodeHealthy')).toBe('False/NodeProvisioning')
  })

  it('waits for the kubeconfig of its cluster', async () => {
    const { world, conditionOf } = await withOne()
    const secret = { namespace: NAMESPACE, name: `${CLUSTER}-kubeconfig` }
    await world.client.delete(Secret, secret)

    await world.provider.resume()
    await world.seconds(1)
    expect(await conditionOf('NodeHealthy')).toBe('Unknown/NodeInspectionFailed')
    await world.client.create(Secret, {
      metadata: { ...secret, labels: { 'cluster.x-k8s.io/cluster-name': CLUSTER } },
      stringData: { value: CLUSTER },
    })
    await world.seconds(1)

    expect(await conditionOf('NodeHealthy')).toBe('True')
  })

  it('marks its node, and reports how that is', async () => {
    const { world, name, conditionOf, get } = await withOne()
    await world.provider.resume()
    await world.seconds(1)

    const node = (await world.nodes())[0]!
    const Ready = { type: 'Ready', status: 'False', reason: 'KubeletNotReady' }
    await world.tenantClient.patch(
      Node,
      node.metadata,
      { type: 'strategic', body: { status: { conditions: [Ready] } } },
      { subresource: 'status' },
    )
    await world.seconds(1)

    expect(node.metadata.annotations).toMatchObject({
      'cluster.x-k8s.io/cluster-name': CLUSTER,
      'cluster.x-k8s.io/cluster-namespace': NAMESPACE,
      'cluster.x-k8s.io/machine': name,
      'cluster.x-k8s.io/owner-kind': 'MachineSet',
      'cluster.x-k8s.io/labels-from-machine': '',
    })
    expect((await get()).status?.nodeRef).toEqual({
      apiVersion: 'v1',
      kind: 'Node',
      name,
      uid: node.metadata.uid,
    })
    expect(await conditionOf('NodeHealthy')).toBe('False/NodeConditionsFailed')
    expect((await get()).status?.conditions?.find(({ type }) => type === 'NodeHealthy')?.message).toBe(
      'Node condition Ready is False',
    )
    expect(await world.condition(MachineDeployment, 'workers', 'Ready')).toBe('False/WaitingForAvailableMachines')
  })

  it('misses a node that somebody deleted', async () => {
    const { world, name, conditionOf } = await withOne()
    await world.provider.resume()
    await world.seconds(1)

    await world.tenantClient.delete(Node, { name })
    await world.seconds(1)

    expect(await conditionOf('NodeHealthy')).toBe('False/NodeNotFound')
  })
})

describe('a cluster', () => {
  it('is provisioned when the provider has made its part, and takes over where its API is', async () => {
    const world = await startWorld()
    await world.start()

    await world.seconds(1)

    const cluster = await world.client.get(ClusterApiCluster, { namespace: NAMESPACE, name: CLUSTER })
    expect(cluster?.status).toMatchObject({ phase: 'Provisioned', infrastructureReady: true, controlPlaneReady: true })
    expect(cluster?.spec?.controlPlaneEndpoint).toEqual({ host: 'api.demo.example.net', port: 443 })
    expect(cluster?.metadata.finalizers).toEqual(['cluster.cluster.x-k8s.io'])
    for (const type of ['Ready', 'InfrastructureReady', 'ControlPlaneReady', 'ControlPlaneInitialized']) {
      expect(await world.condition(ClusterApiCluster, CLUSTER, type)).toBe('True')
    }
  })

  it('waits for a control plane that does not answer yet', async () => {
    const world = await startWorld({ controlPlane: {} })
    await world.start()

    await world.seconds(1)

    expect(await world.condition(ClusterApiCluster, CLUSTER, 'ControlPlaneReady')).toBe('False/WaitingForControlPlane')
    expect(await world.condition(ClusterApiCluster, CLUSTER, 'ControlPlaneInitialized')).toBe(
      'False/WaitingForControlPlaneProviderInitialized',
    )
  })
})
