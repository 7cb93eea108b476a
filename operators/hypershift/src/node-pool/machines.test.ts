import { ClusterApiMachine, KubevirtMachine, MachineDeployment } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { machineCondition, playMachine, playMachines, startPoolWorld } from './test/pool-world.ts'
import { CONTROL_PLANE } from './test/samples.ts'

const READY = machineCondition('Ready', 'True')
const HEALTHY = machineCondition('NodeHealthy', 'True')

const nodeInfo = (kubeletVersion: string): object => ({
  machineID: '',
  systemUUID: '',
  bootID: '',
  kernelVersion: '',
  osImage: '',
  containerRuntimeVersion: '',
  kubeletVersion,
  kubeProxyVersion: '',
  operatingSystem: 'linux',
  architecture: 'amd64',
})

describe('what is said of the machines of a node pool', () => {
  it('before there are any', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order()

    expect(await world.condition('AllMachinesReady')).toBe('False/NotFound')
    expect(await world.message('AllMachinesReady')).toBe('No Machines are created')
    expect(await world.condition('AllNodesHealthy')).toBe('False/NotFound')
  })

  it.each([{ replicas: 0 }, { replicas: undefined }])('where there shall be none: %o', async (spec) => {
    const world = await startPoolWorld()
    await world.start()
    await world.order({ spec: spec as { replicas: number } })

    expect(await world.condition('AllMachinesReady')).toBe('False/AsExpected')
    expect(await world.message('AllNodesHealthy')).toBe('NodePool set to no replicas')
  })

  it('when all of them are well', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order()
    await playMachine(world, 'a', { status: { conditions: [READY, HEALTHY] } })

    expect(await world.condition('AllMachinesReady')).toBe('True/AsExpected')
    expect(await world.message('AllMachinesReady')).toBe('All is well')
    expect(await world.condition('AllNodesHealthy')).toBe('True/AsExpected')
  })

  it('that are on their way: every reason once, and a line for each', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order()
    const quota = machineCondition('InfrastructureReady', 'False', 'QuotaExceeded', 'no more processors')
    await playMachine(world, 'c')
    await playMachine(world, 'a', {
      status: { conditions: [machineCondition('Ready', 'False', 'QuotaExceeded', '0 of 2 completed'), quota] },
    })
    await playMachine(world, 'b', {
      status: {
        conditions: [
          machineCondition('Ready', 'False', 'WaitingForNodeRef', '1 of 2 completed'),
          machineCondition('NodeHealthy', 'False', 'NodeNotFound', 'gone'),
        ],
      },
    })
    await playMachine(world, 'd', { status: { conditions: [READY, HEALTHY] } })

    expect(await world.condition('AllMachinesReady')).toBe(
      'False/QuotaExceeded,WaitingForInfrastructure,WaitingForNodeRef',
    )
    expect(await world.message('AllMachinesReady')).toBe(
      '3 of 4 machines are not ready\n' +
        'Machine a: QuotaExceeded: no more processors\n' +
        'Machine c: WaitingForInfrastructure\n' +
        'Machine b: WaitingForNodeRef\n',
    )
    expect(await world.condition('AllNodesHealthy')).toBe('False/NodeNotFound,WaitingForNodeRef')
  })

  it('by version, as they come to another one', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order()
    const status = { nodeInfo: nodeInfo('v1.32.3'), conditions: [HEALTHY] }
    await playMachine(world, 'a', { version: '4.19.3', status })
    await playMachine(world, 'b', { version: '4.19.3', status: { nodeInfo: nodeInfo('v1.32.3') } })
    await playMachine(world, 'c', { version: '4.18.9', status: { nodeInfo: nodeInfo('v1.31.9') } })
    await playMachine(world, 'd')

    expect((await world.pool()).status?.nodesInfo?.nodeVersions).toEqual([
      { ocpVersion: '4.18.9', kubeletVersion: 'v1.31.9', readyNodeCount: 0, unreadyNodeCount: 1 },
      { ocpVersion: '4.19.3', kubeletVersion: 'v1.32.3', readyNodeCount: 1, unreadyNodeCount: 1 },
    ])
  })

  it('whose address is one of pods', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order()
    await playMachine(world, 'a', { status: { addresses: [{ type: 'InternalIP', address: '10.133.0.7' }] } })
    expect(await world.condition('ClusterNetworkCIDRConflict')).toBe('True/InvalidConfiguration')
    expect(await world.message('ClusterNetworkCIDRConflict')).toBe(
      'machine [a] with ip [10.133.0.7] collides with cluster-network cidr [10.132.0.0/14]',
    )

    const addresses = [
      { type: 'InternalIP', address: '10.133.0.7' },
      { type: 'InternalIP', address: '192.168.0.7' },
    ]
    const ref = { namespace: CONTROL_PLANE, name: 'a' }
    const patch = { type: 'merge', body: { status: { addresses } } } as const
    await world.client.patch(ClusterApiMachine, ref, patch, { subresource: 'status' })
    await world.seconds(1)
    expect(await world.condition('ClusterNetworkCIDRConflict')).toBeUndefined()
  })

  it('that cannot move to another host', async () => {
    const world = await startPoolWorld({ platform: 'KubeVirt' })
    await world.start()
    await world.order()
    expect(await world.condition('KubeVirtNodesLiveMigratable')).toBeUndefined()
    const conditions = [machineCondition('VMLiveMigratable', 'False', 'DisksNotLiveMigratable', 'not shared')]
    const ref = { namespace: CONTROL_PLANE, name: 'vm-a' }
    await world.client.create(KubevirtMachine, { metadata: ref, spec: {} })
    const patch = { type: 'merge', body: { status: { conditions } } } as const
    await world.client.patch(KubevirtMachine, ref, patch, { subresource: 'status' })
    await playMachine(world, 'a', { infrastructure: 'vm-a' })

    expect(await world.condition('KubeVirtNodesLiveMigratable')).toBe('False/DisksNotLiveMigratable')
    expect(await world.message('KubeVirtNodesLiveMigratable')).toBe(
      '1 of 1 machines are not live migratable\nMachine vm-a: DisksNotLiveMigratable: not shared\n',
    )
  })
})

describe('labels and taints of nodes', () => {
  it('are in the template of machines, from where they come to those that are there', async () => {
    const world = await startPoolWorld()
    const metadataOf = async () => {
      const ref = { namespace: CONTROL_PLANE, name: 'workers' }
      return (await world.client.get(MachineDeployment, ref))?.spec.template.metadata
    }
    await world.start()
    await world.order({ spec: { nodeLabels: { tier: 'gold', old: 'yes' } } })
    expect((await metadataOf())?.labels).toMatchObject({ 'managed.hypershift.openshift.io.tier': 'gold' })

    await world.patch({ nodeLabels: { tier: 'lead', old: null }, taints: [{ key: 'a', effect: 'NoExecute' }] })
    const metadata = await metadataOf()
    expect(metadata?.labels).toMatchObject({ 'managed.hypershift.openshift.io.tier': 'lead' })
    expect(metadata?.labels).not.toHaveProperty(['managed.hypershift.openshift.io.old'])
    expect(metadata?.annotations?.['hypershift.openshift.io/nodePoolTaints']).toBe('[{"key":"a","effect":"NoExecute"}]')
  })
})

describe('the number of nodes', () => {
  it('is handed on', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order()
    await playMachines(world)
    await world.patch({ replicas: 3 })
    const deployment = await world.client.get(MachineDeployment, { namespace: CONTROL_PLANE, name: 'workers' })

    expect(deployment?.spec.replicas).toBe(3)
    expect(deployment?.metadata.annotations).toMatchObject({
      'cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size': '0',
      'cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size': '0',
    })
  })

  it('that an autoscaler chose stays within the bounds', async () => {
    const world = await startPoolWorld()
    const ref = { namespace: CONTROL_PLANE, name: 'workers' }
    const replicas = async () => (await world.client.get(MachineDeployment, ref))?.spec.replicas
    const scale = async (count: number) => {
      await world.client.patch(MachineDeployment, ref, { type: 'merge', body: { spec: { replicas: count } } })
      await world.seconds(1)
    }
    await world.start()
    await world.order()
    await world.patch({ replicas: null, autoScaling: { min: 1, max: 5 } })
    expect(await replicas()).toBe(2)
    await scale(4)
    expect(await replicas()).toBe(4)
    await scale(9)
    expect(await replicas()).toBe(5)
    await world.patch({ autoScaling: { min: 2, max: 3 } })
    expect(await replicas()).toBe(3)
    await scale(0)
    expect(await replicas()).toBe(2)
  })

  it('is one at least where nobody knows what the first machine would bring', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order({ spec: { autoScaling: { min: 0, max: 3 }, replicas: undefined } as never })
    await world.seconds(10)
    const deployment = await world.client.get(MachineDeployment, { namespace: CONTROL_PLANE, name: 'workers' })

    expect(deployment?.spec.replicas).toBe(1)
    expect(deployment?.metadata.annotations).toMatchObject({
      'cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size': '1',
    })
  })
})
